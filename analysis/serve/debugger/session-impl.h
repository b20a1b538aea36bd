/* What the files of a session share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_SERVE_DEBUGGER_SESSION_IMPL_H
#define WPP_ANALYSIS_SERVE_DEBUGGER_SESSION_IMPL_H

#include "serve/debugger/packets.h"
#include "serve/debugger/session.h"
#include "serve/debugger/stack.h"

/* What a debugger wants to be told of a change of: bytes at an address, or a variable without one of its own.  */
struct wpp_watch
{
  uint64_t address, n;           /* as the debugger has it */
  uint64_t activation;           /* whose VARIABLE it is a part of, AT bytes from its beginning; 0: memory at SOURCE */
  size_t level;
  uint32_t variable;
  uint64_t at, source;
  uint64_t writes;               /* to it, when it was last looked at … */
  uint64_t got;                  /* bytes known then */
  unsigned char bytes[64];
};

struct wpp_serving
{
  struct wpp_image image;
  struct wpp_past *past;
  struct wpp_packets packets;
  struct wpp_place *place;       /* of an error */
  struct wpp_made_stack stack;        /* where it is stopped */
  struct wpp_past_place at;
  size_t n_breaks, breaks_room;
  uint64_t *breaks;              /* addresses in the file */
  size_t n_watches, watches_room;
  struct wpp_watch *watches;
  const char *program;           /* file */
  size_t length;                 /* of the answer, if it has zeroes; 0: up to the first one */
  char answer[2 * WPP_PACKET_SIZE + 1];
};

/* ---- session-memory.c */

/* Read memory of the program where it is stopped: as many of N bytes as are known.  */
uint64_t wpp_session_memory (struct wpp_serving *s, uint64_t address, void *bytes, uint64_t n);

/* ---- session-run.c */

enum wpp_resume
{
  WPP_RESUME_STEP,
  WPP_RESUME_CONTINUE,
  WPP_RESUME_RANGE,              /* step until it leaves [LOW, HIGH) */
  WPP_RESUME_BACK_STEP,
  WPP_RESUME_BACK_CONTINUE
};

/* Go on, and write to S->answer why it stopped.  */
int wpp_session_resume (struct wpp_serving *s, enum wpp_resume how, uint64_t low, uint64_t high);
/* Go to the beginning.  */
int wpp_session_begin (struct wpp_serving *s);
/* Tell changes of N bytes at ADDRESS from now on.  0: that cannot be; 1; or WPP_E_NOMEM.  */
int wpp_session_watch (struct wpp_serving *s, uint64_t address, uint64_t n);
void wpp_session_unwatch (struct wpp_serving *s, uint64_t address, uint64_t n);
int wpp_session_break (struct wpp_serving *s, uint64_t address);
void wpp_session_unbreak (struct wpp_serving *s, uint64_t address);

#endif /* WPP_ANALYSIS_SERVE_DEBUGGER_SESSION_IMPL_H */
