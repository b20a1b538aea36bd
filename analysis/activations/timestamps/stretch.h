/* What a stretch of events does to the stack of activations, and what becomes of their traces (build.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A stretch at hand is folded as activations/machine/stack-fold.h says.  Its frames carry traces and calls.  When the
   lowest frame of a rule ends it is a stage.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_STRETCH_H
#define WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_STRETCH_H

#include "activations/machine/stack-fold.h"
#include "activations/timestamps/tables.h"

/* A part of an activation.  */
struct wpp_piece
{
  uint64_t lead;       /* activations that it calls before its first path */
  uint64_t trail;      /* … after its last one; 0 without */
  uint32_t body;       /* rope of letters: its paths but for the last one */
  uint32_t last;       /* event of that, or 0: it has no path */
};

struct wpp_act         /* on an activation that is found or begun */
{
  uint32_t function;   /* or WPP_FOLD_ANY: it has no path */
  uint32_t output;     /* of what begins: rope of kinds, after it */
  struct wpp_piece piece;
};

struct wpp_summary_of_rule
{
  struct wpp_fold_rule rule;
  bool known;
  uint32_t output;     /* before what begins */
  size_t acts;         /* in an array */
};

struct wpp_trace_frame
{
  uint32_t function;
  uint32_t last;
  uint64_t lead, trail;
  struct wpp_parts body, output;
};

struct wpp_trace_stretch
{
  struct wpp_stack_fold fold;
  struct wpp_trace_tables *tables;
  struct wpp_trace_frame *frames;  /* after them others whose lists can be used again */
  size_t frames_room, n_made;
  struct wpp_act *ended;           /* [n_ended] of a rule */
  size_t n_ended, ended_room;
  struct wpp_parts before;         /* what was set aside (stack-fold.h) */
};

/* Begin S anew.  */
int wpp_stretch_begin (struct wpp_trace_stretch *s);
void wpp_stretch_release (struct wpp_trace_stretch *s);

/* All of these return an outcome or an error.  */

/* STEP, by EVENT, COUNT times.  */
int wpp_stretch_step (struct wpp_trace_stretch *s, uint32_t event, const struct wpp_step *step, uint64_t count);
/* The event EVENT, which is of no function, COUNT times.  */
int wpp_stretch_leaf (struct wpp_trace_stretch *s, uint32_t event, uint64_t count);
/* A rule with the known SUMMARY, of ACTS; *COUNT is less by how often that has been done.  */
int wpp_stretch_rule (struct wpp_trace_stretch *s, const struct wpp_summary_of_rule *summary,
                      const struct wpp_act *acts, uint64_t *count);
/* All that is open has ended.  */
int wpp_stretch_end_all (struct wpp_trace_stretch *s);

#endif /* WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_STRETCH_H */
