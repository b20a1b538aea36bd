/* What the files of the nest share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A stretch at hand is folded as activations/machine/stack-fold.h says.  Its frames carry ropes: what activations
   did.  When the lowest frame of a rule ends, it is kept as an act.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_ROPES_NEST_IMPL_H
#define WPP_ANALYSIS_ACTIVATIONS_ROPES_NEST_IMPL_H

#include "activations/machine/stack-fold.h"
#include "activations/ropes/nest.h"

struct wpp_nest_act
{
  uint32_t function, rope;
};

struct wpp_nest_summary
{
  struct wpp_fold_rule rule;
  bool known;
  size_t acts;                     /* in an array */
};

struct wpp_nest_frame
{
  uint32_t function;
  struct wpp_parts body;
};

struct wpp_nest_stretch
{
  struct wpp_stack_fold fold;
  struct wpp_trace_tables *tables;
  struct wpp_nest_frame *frames;   /* after them others whose lists can be used again */
  size_t frames_room, n_made;
  struct wpp_nest_act *ended;      /* [n_ended] of a rule */
  size_t n_ended, ended_room;
  struct wpp_parts before;         /* what was set aside (stack-fold.h) */
};

struct wpp_nest_builder
{
  struct wpp_nest *nest;
  const struct wpp_grammar *g;
  struct wpp_event_steps steps;
  bool *landing;                   /* [n_functions] */
  struct wpp_nest_stretch thread, part;
  struct wpp_nest_summary *summaries;
  struct wpp_nest_act *acts;
  size_t n_acts, acts_room;
  struct wpp_by_rules work;
};

static inline struct wpp_ropes *
wpp_nest_ropes (struct wpp_nest_builder *b)
{
  return &b->nest->tables.traces;
}

/* stretch.c.  Begin S anew.  All of these return a wpp_doing or an error.  */
int wpp_nest_begin_stretch (struct wpp_nest_stretch *s);
void wpp_nest_release_stretch (struct wpp_nest_stretch *s);
/* All that is open has ended.  */
int wpp_nest_end_all (struct wpp_nest_stretch *s);
/* Do SYMBOL, and take off *COUNT how often that has been done.  */
int wpp_nest_do_symbol (struct wpp_nest_builder *b, struct wpp_nest_stretch *s, uint32_t symbol, uint64_t *count);

#endif /* WPP_ANALYSIS_ACTIVATIONS_ROPES_NEST_IMPL_H */
