/* What preferential.c and preferential-search.c share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_PROGRAM_PATHS_PREFERENTIAL_IMPL_H
#define WPP_ANALYSIS_PROGRAM_PATHS_PREFERENTIAL_IMPL_H

#include "program/paths/numbering-impl.h"
#include "program/paths/preferential.h"

/* The order in which weights are chosen.  A step leads from a prefix to the next one: edge E is step E, start S is
   step n_edges + S.  The steps that leave one prefix are weighed together, after all steps that may follow
   them: group G is steps[first[G]] .. steps[first[G + 1] - 1].  Paths, and so their prefixes, can be read
   from either end: backwards, the last steps of paths leave the root.  */
struct wpp_plan
{
  bool backwards;
  uint32_t n_groups;
  uint32_t *first;   /* [n_groups + 1] */
  uint32_t *steps;
};

/* A prefix of interesting paths, beginning with a start; or a suffix when paths are read backwards.  */
struct wpp_prefix
{
  uint32_t parent;   /* index; the root's is 0 */
  uint32_t step;     /* from the parent to here */
  uint32_t leaves;   /* interesting paths with this prefix */
  int64_t min, end;  /* the parts of their identifiers from past the prefix lie in min .. end - 1;
                        end is 0 when no step from here has been weighed yet */
};

struct wpp_prefixes
{
  const struct wpp_numbering *num;
  struct wpp_plan plan;
  uint32_t n;
  size_t room;
  struct wpp_prefix *prefix;   /* [n] the root is 0; parents precede children */
  size_t n_leaves;
  uint32_t *leaf;              /* [n_leaves] */
  uint32_t *first;             /* [steps + 1] into by_step */
  uint32_t *by_step;           /* prefixes by the step that leads to them */
};

static inline bool
wpp_step_used_p (const struct wpp_prefixes *t, uint32_t step)
{
  return t->first[step] != t->first[step + 1];
}

static inline int64_t *
wpp_step_weight (const struct wpp_numbering *num, struct wpp_weights *weights, uint32_t step)
{
  uint32_t n_edges = num->cfg->n_edges;
  return step < n_edges ? &weights->edge[step] : &weights->start[step - n_edges];
}

/* Reset the intervals; those of leaves are [0, 0].  */
void wpp_reset_prefixes (struct wpp_prefixes *t);
/* The join of Figure 10: the least weight of STEP, which some prefix takes, that keeps the intervals after it disjoint
   from those after the steps weighed before, for every prefix.  */
int64_t wpp_interval_weight (const struct wpp_prefixes *t, uint32_t step);
/* Extend the intervals of the prefixes that STEP leaves, given its weight.  */
void wpp_merge_intervals (struct wpp_prefixes *t, uint32_t step, int64_t weight);

/* Weigh all steps by the search SCHEME, and set *SIZE to the size of the array, or to 0 when the search would take too
   much memory.  INTERVAL_SIZE is the size of the array by intervals.  Return 0 or WPP_E_NOMEM.  */
int wpp_search_weights (struct wpp_prefixes *t, enum wpp_preferential_scheme scheme,
                        uint64_t interval_size, struct wpp_weights *weights, uint64_t *size);

/* preferential-plan.c: make the plan of NUM, forwards or BACKWARDS.  Return 0 or WPP_E_NOMEM; the plan must be
   released in either case.  */
int wpp_plan_make (const struct wpp_numbering *num, const struct wpp_order *order, bool backwards,
                   struct wpp_plan *plan);
void wpp_plan_release (struct wpp_plan *plan);

#endif /* WPP_ANALYSIS_PROGRAM_PATHS_PREFERENTIAL_IMPL_H */
