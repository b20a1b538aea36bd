/* All accesses of a run to memory, told in order, for models of memory.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Replay tells them.  Variables whose address no recording has, as no pointer reaches them, are put one after the
   other, those of activations on a stack.  */

#ifndef WPP_ANALYSIS_ANSWERS_ACCESSES_H
#define WPP_ANALYSIS_ANSWERS_ACCESSES_H

#include "answers/replayed.h"

struct wpp_access_user
{
  void *data;
  /* What follows is of another thread than what came before.  */
  void (*thread) (void *data);
  /* A comes, of N bytes at ADDRESS.  Return 0, or an error that ends replay.  */
  int (*access) (void *data, const struct wpp_replay_now *now, const struct wpp_memory_access *a, uint64_t address,
                 uint64_t n);
};

/* Tell all accesses of OF to USER, and let *UNKNOWN be how many are left out, as their addresses are not known.  0, or
   an error of wpp_replayed_run with PLACE.  */
int wpp_accesses_replay (struct wpp_replayed_recording *of, const struct wpp_access_user *user, uint64_t *unknown,
                         struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_ACCESSES_H */
