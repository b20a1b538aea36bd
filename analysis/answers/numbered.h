/* Activations, from events alone.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Replay numbers the activations of a thread by their beginnings, from 1 on.  The events say the same, without values:
   some hundred million of them a second where they repeat.  */

#ifndef WPP_ANALYSIS_ANSWERS_NUMBERED_H
#define WPP_ANALYSIS_ANSWERS_NUMBERED_H

#include "recording/profile/code.h"

/* COUNT times in a row, from TIME on, a path.  */
struct wpp_walked
{
  uint32_t number;               /* of the path among those of the thread, from 0, by when it came first */
  uint32_t event, function;
  uint64_t time;                 /* number of the event in the thread */
  uint64_t activation;           /* if EACH, that of the first one; each next one is of the next activation */
  bool each;
  size_t depth;                  /* how many activations are open below */
};
typedef int wpp_walked_path (void *data, const struct wpp_walked *p, uint64_t count);

/* Call PATH (DATA, …) for all paths of thread T, whose events mean what CODE says, in order, until it returns other
   than 0.  0, that, or an error of wpp_code_path or wpp_machine_step.  */
int wpp_walk_activations (struct wpp_code *code, const struct wpp_thread *t, wpp_walked_path *path, void *data);

struct wpp_numbered_event
{
  uint64_t event;                /* number in the thread */
  uint64_t activation;           /* found: of the path that it is; 0: it is none */
};

/* Find the activations of the N events at E, which are sorted.  Errors of wpp_walk_activations.  */
int wpp_number_activations (struct wpp_code *code, const struct wpp_thread *t, struct wpp_numbered_event *e, size_t n);

#endif /* WPP_ANALYSIS_ANSWERS_NUMBERED_H */
