/* A path step by step, as whoever carries states along it needs it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   facts/frequency/frequency.c says what the steps are for: a node is entered, and counted; its statements are executed;
   an edge is taken.  A path that ends at an edge enters that edge's destination, unless it is a landing node, and the
   next path executes it.  */

#ifndef WPP_ANALYSIS_PROGRAM_PATHS_PATH_STEPS_H
#define WPP_ANALYSIS_PROGRAM_PATHS_PATH_STEPS_H

#include "program/paths/numbering.h"

enum wpp_step_kind
{
  WPP_STEP_ENTERS,      /* a node */
  WPP_STEP_EXECUTES,    /* a node */
  WPP_STEP_TAKES        /* an edge */
};

struct wpp_path_step
{
  enum wpp_step_kind kind;
  uint32_t number;      /* of the node or the edge */
};

/* All 0 at first; to be released.  */
struct wpp_path_steps
{
  struct wpp_path path;
  size_t n, room;
  struct wpp_path_step *steps;
};

/* Set S to the steps of path NUMBER of NUM.  0, WPP_E_NOMEM, WPP_E_CORRUPT when there is no such path, or
   WPP_E_TOOBIG.  */
int wpp_path_steps_find (struct wpp_path_steps *s, const struct wpp_numbering *num, uint64_t number);
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

#endif /* WPP_ANALYSIS_PROGRAM_PATHS_PATH_STEPS_H */
