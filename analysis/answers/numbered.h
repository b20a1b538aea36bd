/* The numbers of activations, from events alone.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Replay numbers the activations of a thread by their beginnings, from 1 on.  The events say the same, without values:
   some hundred million of them a second where they repeat.  */

#ifndef WPP_ANALYSIS_ANSWERS_NUMBERED_H
#define WPP_ANALYSIS_ANSWERS_NUMBERED_H

#include "recording/profile/code.h"

struct wpp_numbered_event
{
  uint64_t event;                /* number in the thread */
  uint64_t activation;           /* found: of the path that it is; 0: it is none */
};

/* Find the activations of the N events at E, which rise, of thread T, whose events mean what CODE says.  0, or an error
   of wpp_code_path or wpp_machine_step.  */
int wpp_number_activations (struct wpp_code *code, const struct wpp_thread *t, struct wpp_numbered_event *e, size_t n);

#endif /* WPP_ANALYSIS_ANSWERS_NUMBERED_H */
