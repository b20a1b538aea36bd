/* What a path does to facts, step by step (frequency.c says why).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PATH_STEPS_H
#define WPP_PATH_STEPS_H

#include "frequency/frequency.h"

/* The transitions of a problem; ENTER and EDGE may be null.  */
struct wpp_flow
{
  const struct wpp_transition *node, *enter, *edge;
};

struct wpp_path_step
{
  uint32_t node, edge;          /* that is entered, to be counted, or WPP_NO_NODE, WPP_NO_EDGE */
  uint32_t place;               /* node that the transition is of, or of whose edge */
  const struct wpp_transition *transition;   /* to perform then (backward: before), or null */
};

/* All 0 at first; to be released.  */
struct wpp_path_steps
{
  struct wpp_path path;
  size_t n, room;
  struct wpp_path_step *steps;
};

/* Set S to the steps of path NUMBER of NUM, whose transitions are FLOW's.  0, WPP_E_NOMEM, WPP_E_CORRUPT when there is no such path, or
   WPP_E_TOOBIG.  */
int wpp_path_steps_find (struct wpp_path_steps *s, const struct wpp_numbering *num, const struct wpp_flow *flow,
                         uint64_t number);
void wpp_path_steps_release (struct wpp_path_steps *s);

/* Does the path of S, of NUM, begin an activation; does it end one at EXIT?  */
static inline bool
wpp_path_steps_enter_p (const struct wpp_path_steps *s, const struct wpp_numbering *num)
{
  return num->starts[s->path.start].node == WPP_NODE_ENTRY;
}

static inline bool
wpp_path_steps_leave_p (const struct wpp_path_steps *s)
{
  return s->path.end_edge == WPP_NO_EDGE;
}

#endif /* WPP_PATH_STEPS_H */
