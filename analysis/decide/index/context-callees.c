/* Callees by the calls that led to their caller (context-callees.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "decide/index/context-callees.h"
#include "base/saturate.h"
#include "base/search.h"

/* The caller of CHAIN, with the calls that led to it.  */
static struct wpp_index_chain
led_to_caller (const struct wpp_index_chain *chain)
{
  struct wpp_index_chain c = { .n = chain->n - 1 };
  memcpy (c.calls, chain->calls + 1, c.n * sizeof *c.calls);
  return c;
}

/* Compare the first N calls of A and B, which have as many.  */
static int
compare_calls (const struct wpp_index_call *a, const struct wpp_index_call *b, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    if (a[i].caller != b[i].caller)
      return a[i].caller < b[i].caller ? -1 : 1;
    else if (a[i].node != b[i].node)
      return a[i].node < b[i].node ? -1 : 1;
  return 0;
}

/* Compare the caller of X's chain, and the last calls that led to it, with FUNCTION and the calls of CHAIN.  What has
   less of them comes first.  */
static int
compare_with (const struct wpp_chain *x, uint32_t function, const struct wpp_index_chain *chain)
{
  const struct wpp_index_call *call = x->chain.calls;
  unsigned n = x->chain.n - 1u;
  if (call->caller != function)
    return call->caller < function ? -1 : 1;
  int order = compare_calls (call + 1, chain->calls, n < chain->n ? n : chain->n);
  return order ? order : n < chain->n ? -1 : 0;
}

static int
compare_by_caller (const void *a, const void *b)
{
  const struct wpp_chain *x = *(const struct wpp_chain *const *) a, *y = *(const struct wpp_chain *const *) b;
  const struct wpp_index_chain before = led_to_caller (&y->chain);
  int order = compare_with (x, y->chain.calls[0].caller, &before);
  if (!order)
    order = (x->chain.n > y->chain.n) - (x->chain.n < y->chain.n);
  return order ? order : (x > y) - (x < y);
}

int
wpp_context_callees_init (struct wpp_context_callees *c, const struct wpp_chains *chains)
{
  *c = (struct wpp_context_callees){ .by_caller = malloc ((chains->n + 1) * sizeof *c->by_caller) };
  if (!c->by_caller)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < chains->n; i++)
    if (chains->chains[i].chain.n && chains->chains[i].chain.calls[0].node != WPP_NO_NODE)
      c->by_caller[c->n++] = &chains->chains[i];
  if (c->n)
    qsort (c->by_caller, c->n, sizeof *c->by_caller, compare_by_caller);
  return 0;
}

void
wpp_context_callees_release (struct wpp_context_callees *c)
{
  free (c->by_caller);
}

static int
compare_callees (const void *a, const void *b)
{
  const struct wpp_trained_callee *x = a, *y = b;
  if (x->node != y->node)
    return x->node < y->node ? -1 : 1;
  return x->callee < y->callee ? -1 : x->callee > y->callee;
}

void
wpp_count_callees (const struct wpp_context_callees *c, uint32_t function, const struct wpp_index_chain *chain,
                   const struct wpp_trained_callee *told, size_t n, uint64_t *counts)
{
  size_t first = WPP_PARTITION_POINT (i, c->n, compare_with (c->by_caller[i], function, chain) < 0);
  size_t end = WPP_PARTITION_POINT (i, c->n, compare_with (c->by_caller[i], function, chain) <= 0);
  memset (counts, 0, n * sizeof *counts);
  for (size_t i = first; i < end; i++)
    {
      const struct wpp_chain *x = c->by_caller[i];
      const struct wpp_trained_callee key = { function, x->chain.calls[0].node, x->function, 0 };
      size_t k = WPP_PARTITION_POINT (j, n, compare_callees (&told[j], &key) < 0);
      if (k < n && !compare_callees (&told[k], &key))
        counts[k] = wpp_saturating_add (counts[k], x->chain.count);
    }
}

/* How many of CALLEES [N], which are sorted, are called at the node of the first?  */
static size_t
of_one_call (const struct wpp_trained_callee *callees, size_t n)
{
  size_t i = 1;
  while (i < n && callees[i].node == callees[0].node)
    i++;
  return i;
}

int
wpp_callees_told (const struct wpp_context_callees *c, uint32_t function, const struct wpp_trained_callee *callees,
                  size_t n, struct wpp_trained_callee **told, size_t *n_told)
{
  const struct wpp_index_chain any = { 0 };
  struct wpp_trained_callee *all = malloc ((n + 1) * sizeof *all);
  uint64_t *counts = malloc ((n + 1) * sizeof *counts);
  *told = all;
  *n_told = 0;
  if (all && counts && n)
    {
      memcpy (all, callees, n * sizeof *all);
      qsort (all, n, sizeof *all, compare_callees);
      wpp_count_callees (c, function, &any, all, n, counts);
    }
  for (size_t i = 0, same; all && counts && i < n; i += same)
    {
      same = of_one_call (all + i, n - i);
      bool exact = same > 1;
      for (size_t k = i; k < i + same; k++)
        exact &= counts[k] == all[k].count;
      if (!exact)
        continue;
      memmove (all + *n_told, all + i, same * sizeof *all);
      *n_told += same;
    }
  free (counts);
  return all && counts ? 0 : WPP_E_NOMEM;
}
