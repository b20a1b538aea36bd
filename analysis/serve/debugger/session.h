/* A session with a debugger that steps through a recording: gdb's remote protocol.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   gdb sees a program that runs forwards and backwards on its recording.  It cannot change anything.  */

#ifndef WPP_ANALYSIS_SERVE_DEBUGGER_SESSION_H
#define WPP_ANALYSIS_SERVE_DEBUGGER_SESSION_H

#include "recording/opened/recording.h"

struct wpp_serve_asked
{
  int in, out;                   /* where the debugger is */
  uint32_t thread;               /* number of the one that the debugger sees first */
  const char *const *given;      /* files of the program and its libraries, up to a null; may be null */
};

/* Serve R, which needs values, until the debugger leaves.  0; an error of wpp_past_run_new or wpp_past_new, with PLACE;
   or WPP_E_IO.  */
int wpp_serve (struct wpp_recording *r, const struct wpp_serve_asked *asked, struct wpp_place *place);

#endif /* WPP_ANALYSIS_SERVE_DEBUGGER_SESSION_H */
