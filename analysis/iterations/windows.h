/* Outcomes of branches in the program's order, in windows spread over a run.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A model of a branch predictor needs the outcomes of all branches in the order in which a thread executed them.
   A run has too many, so some windows of the thread's events are looked at, as far from each other as they can
   be.  A branch is a node with two or more edges that a path may take; an outcome is one of these.  */

#ifndef WPP_WINDOWS_H
#define WPP_WINDOWS_H

#include "profile/code.h"

struct wpp_outcome
{
  uint32_t function;         /* index of wpp_code's functions */
  uint32_t node;             /* of its graph */
  uint32_t edge;             /* of its graph, out of NODE */
};

struct wpp_window_user
{
  void *data;
  /* A window begins with event number EVENT of the thread.  May be null.  */
  int (*window) (void *data, uint64_t event);
  /* COUNT times the same outcomes [N] of a path, in order.  */
  int (*path) (void *data, const struct wpp_outcome *outcomes, size_t n, uint64_t count);
};

/* Tell USER the outcomes in WINDOWS windows of EVENTS events each (both at least 1) of T, in order, or of all of
   its events if there are fewer.  Paths of functions that CODE does not have have none.  CODE gets the numberings
   that are needed. Time O(WINDOWS * (size of T's grammars + EVENTS)), and O(lengths of the distinct paths).
   Return 0, WPP_E_NOMEM, an error of numbering a function or decoding a path, or what USER's functions return, if
   that is not 0.  */
int wpp_branch_windows (struct wpp_code *code, const struct wpp_thread *t, uint64_t windows, uint64_t events,
                        const struct wpp_window_user *user);

#endif /* WPP_WINDOWS_H */
