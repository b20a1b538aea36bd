/* Classical data flow analysis: the solution of a problem without a profile.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   It applies the same transitions (frequency.h) on the control flow graph, instead of on a path, up to the fixed
   point (G. Kildall, A unified approach to global program optimization, POPL 1973).  Because the
   functions are bi-distributive, the result is exact: the facts that hold on some path, or on all paths.  Static
   analysis does not know whether a fact holds that holds on some paths only.  */

#ifndef WPP_ANALYSIS_FACTS_FREQUENCY_STATIC_H
#define WPP_ANALYSIS_FACTS_FREQUENCY_STATIC_H

#include "facts/frequency/frequency.h"
#include "base/bits.h"

struct wpp_static
{
  uint32_t n_facts, n_nodes;
  size_t words;   /* of a set of facts */
  uint64_t *may;  /* [n_nodes * words] facts that hold at a node's entry on some path */
  uint64_t *must; /* [n_nodes * words] facts that hold there on all paths */
};

/* Analyse PROBLEM, which has as many nodes as CFG.  Return null when out of memory.  Time: the facts that change
   times the depth of loops, in words of bits.  */
struct wpp_static *wpp_static_solve (const struct wpp_problem *problem, const struct wpp_cfg *cfg);
void wpp_static_free (struct wpp_static *s);

static inline bool
wpp_static_may_p (const struct wpp_static *s, uint32_t node, uint32_t fact)
{
  return wpp_bit_p (s->may + node * s->words, fact);
}

static inline bool
wpp_static_must_p (const struct wpp_static *s, uint32_t node, uint32_t fact)
{
  return wpp_bit_p (s->must + node * s->words, fact);
}

#endif /* WPP_ANALYSIS_FACTS_FREQUENCY_STATIC_H */
