/* The number of occurrences of each event of a profile (event-counts.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/counts/event-counts.h"
#include "base/error.h"
#include "base/saturate.h"
#include "base/search.h"

static int
compare_counts (const void *a, const void *b)
{
  const struct wpp_event_count *x = a, *y = b;
  return x->event < y->event ? -1 : x->event > y->event;
}

/* Add up neighbours of the same event in COUNTS [N]; return the number of elements that are left.  */
static size_t
add_equal (struct wpp_event_count *counts, size_t n)
{
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    if (kept && counts[kept - 1].event == counts[i].event)
      counts[kept - 1].count = wpp_saturating_add (counts[kept - 1].count, counts[i].count);
    else
      counts[kept++] = counts[i];
  return kept;
}

/* Set COUNTS to the counts of G's terminals.  */
static int
list_counts (const struct wpp_grammar *g, struct wpp_event_count *counts)
{
  uint64_t *times = calloc (g->n_terminals + (size_t) 1, sizeof *times);
  if (!times)
    return WPP_E_NOMEM;
  wpp_grammar_terminal_counts (g, times);
  for (uint32_t i = 0; i < g->n_terminals; i++)
    counts[i] = (struct wpp_event_count){ g->terminals[i], times[i] };
  free (times);
  return 0;
}

static size_t
count_terminals (const struct wpp_profile *p)
{
  size_t n = 0;
  for (size_t t = 0; t < p->n_threads; t++)
    for (size_t s = 0; s < p->threads[t].n_segments; s++)
      n += p->threads[t].segments[s]->n_terminals;
  return n;
}

struct wpp_event_count *
wpp_event_counts (const struct wpp_profile *p, size_t *n)
{
  size_t used = 0;
  struct wpp_event_count *counts = malloc ((count_terminals (p) + 1) * sizeof *counts);
  int err = counts ? 0 : WPP_E_NOMEM;
  for (size_t t = 0; t < p->n_threads; t++)
    for (size_t s = 0; s < p->threads[t].n_segments && !err; s++)
      {
        err = list_counts (p->threads[t].segments[s], counts + used);
        used += p->threads[t].segments[s]->n_terminals;
      }
  if (err)
    {
      free (counts);
      return NULL;
    }
  if (used)
    qsort (counts, used, sizeof *counts, compare_counts);
  *n = add_equal (counts, used);
  return counts;
}

/* Add the exact counts of G's terminals to EXACT, in the order of COUNTS [N].  */
static int
add_exact (const struct wpp_grammar *g, const struct wpp_event_count *counts, size_t n, mpz_t *exact)
{
  mpz_t *times = wpp_big_terminal_counts (g);
  if (!times)
    return WPP_E_NOMEM;
  for (uint32_t t = 0; t < g->n_terminals; t++)
    {
      size_t found = WPP_FIND_SORTED (i, n, counts[i].event, g->terminals[t]);
      mpz_add (exact[found], exact[found], times[t]);
      wpp_big_clamp (exact[found]);
    }
  wpp_big_free (times, g->n_terminals);
  return 0;
}

mpz_t *
wpp_exact_event_counts (const struct wpp_profile *p, const struct wpp_event_count *counts, size_t n)
{
  bool saturated = false;
  int err = 0;
  mpz_t *exact = wpp_big_new (n);
  if (!exact)
    return NULL;
  for (size_t i = 0; i < n; i++)
    saturated |= wpp_saturated_p (counts[i].count);
  for (size_t i = 0; i < n && !saturated; i++)
    wpp_big_set (exact[i], counts[i].count);
  for (size_t t = 0; t < p->n_threads && saturated; t++)
    for (size_t s = 0; s < p->threads[t].n_segments && !err; s++)
      err = add_exact (p->threads[t].segments[s], counts, n, exact);
  if (!err)
    return exact;
  wpp_big_free (exact, n);
  return NULL;
}
