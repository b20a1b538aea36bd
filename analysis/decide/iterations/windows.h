/* Outcomes of branches in the program's order, in windows spread over a run.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A model of a branch predictor needs the outcomes of all branches in the order in which a thread executed them.
   A run has too many, so some windows of the thread's events are looked at, as far from each other as they can
   be.  A branch is a node with two or more edges that a path may take; an outcome is one of these.  */

#ifndef WPP_ANALYSIS_DECIDE_ITERATIONS_WINDOWS_H
#define WPP_ANALYSIS_DECIDE_ITERATIONS_WINDOWS_H

#include "grammar/rules/grammar.h"
#include "recording/profile/code.h"

struct wpp_branch_outcome
{
  uint32_t branch;           /* a number for FUNCTION and NODE, in order of first occurrence */
  uint32_t function;         /* index of wpp_code's functions */
  uint32_t node;             /* of its graph */
  uint32_t edge;             /* of its graph, out of NODE */
  uint32_t way, n_ways;      /* EDGE is the WAYth, from 0, of so many edges out of NODE that a path may take */
};

struct wpp_window_user
{
  void *data;
  /* A window begins with event number EVENT of the segment.  May be null.  */
  int (*window) (void *data, uint64_t event);
  /* COUNT times the same outcomes [N] of a path, in order.  More than 0 ends the window.  */
  int (*path) (void *data, const struct wpp_branch_outcome *outcomes, size_t n, uint64_t count);
};

struct wpp_windows;

/* Make what tells USER outcomes of threads whose events mean what CODE says.  It refers to CODE, which gets the
   numberings that are needed, and to USER.  Null when out of memory.  */
struct wpp_windows *wpp_windows_new (struct wpp_code *code, const struct wpp_window_user *user);
void wpp_windows_free (struct wpp_windows *w);

/* Tell the user the outcomes in WINDOWS windows of EVENTS events each (both at least 1) of G, a segment, in order, or
   of all of its events if there are fewer.  Paths of functions that the code does not have have none.  Time O(WINDOWS *
   (size of G + EVENTS)), and O(lengths of the distinct paths).  Return 0, WPP_E_NOMEM, an error of numbering a function
   or decoding a path, or what the user's functions return, if that is less than 0.  */
int wpp_windows_add (struct wpp_windows *w, const struct wpp_grammar *g, uint64_t windows, uint64_t events);
/* The same of a segment that is the events FROM to FROM + LENGTH - 1 of the grammar that X expands; segments one after
   the other take the size of that grammar once.  */
int wpp_windows_add_part (struct wpp_windows *w, struct wpp_expansion *x, uint64_t from, uint64_t length,
                          uint64_t windows, uint64_t events);

#endif /* WPP_ANALYSIS_DECIDE_ITERATIONS_WINDOWS_H */
