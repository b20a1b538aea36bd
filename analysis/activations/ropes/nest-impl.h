/* What the files of the nest share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A stretch at hand has frames.  The lowest one is, of a thread, where nobody has called anybody; of a rule, the
   activation that the rule finds on top.  When that ends, it is kept as an act, and the lowest frame stands for the one
   below.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_ROPES_NEST_IMPL_H
#define WPP_ANALYSIS_ACTIVATIONS_ROPES_NEST_IMPL_H

#include "activations/ropes/nest.h"

#define WPP_NEST_ANY UINT32_MAX             /* a function that is not known */
#define WPP_NEST_MOST_ACTS 64u              /* frames that a rule may end, or begin; with more it has no summary */

struct wpp_nest_act
{
  uint32_t function, rope;
};

struct wpp_nest_summary
{
  bool known;
  uint32_t n_ended, n_begun;
  size_t acts;                     /* on those that end, topmost first; on one that stays; on those that begin, topmost
                                      last */
};

struct wpp_nest_frame
{
  uint32_t function;
  struct wpp_parts body;
};

struct wpp_nest_stretch
{
  bool rule;
  struct wpp_nest_frame *frames;
  size_t n_frames, frames_room, n_made;
  struct wpp_nest_act *ended;
  size_t n_ended, ended_room;
  uint64_t searched;               /* frames, in vain */
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
/* All frames of S but for the first N end.  */
int wpp_nest_end_above (struct wpp_nest_builder *b, struct wpp_nest_stretch *s, size_t n);
/* Do SYMBOL, and take off *COUNT how often that has been done.  */
int wpp_nest_do_symbol (struct wpp_nest_builder *b, struct wpp_nest_stretch *s, uint32_t symbol, uint64_t *count);

#endif /* WPP_ANALYSIS_ACTIVATIONS_ROPES_NEST_IMPL_H */
