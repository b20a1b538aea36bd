/* Which terminal comes most often before and after each terminal (neighbours.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Two terminals that follow each other do so at a place between two symbols of one rule, and as often as the rule
   occurs.  */

#include <stdlib.h>
#include "grammar/rules/neighbours.h"
#include "base/error.h"
#include "base/saturate.h"

struct pair
{
  uint32_t first, second;
  uint64_t count;
};

struct ends
{
  uint32_t first, last;  /* terminals of a rule's expansion */
};

static int
compare (const void *a, const void *b)
{
  const struct pair *x = a, *y = b;
  if (x->first != y->first)
    return x->first < y->first ? -1 : 1;
  return x->second < y->second ? -1 : x->second > y->second;
}

static struct ends
ends_of (const struct ends *ends, uint32_t symbol)
{
  return WPP_IS_RULE (symbol) ? ends[WPP_RULE_INDEX (symbol)] : (struct ends){ symbol, symbol };
}

/* List the pairs of G, by its rules' ENDS, which are found meanwhile, in PAIRS; return their number.  */
static size_t
list_pairs (const struct wpp_grammar *g, struct ends *ends, struct pair *pairs)
{
  size_t n = 0;
  for (uint32_t k = 0; k < g->n_rules; k++)
    {
      uint32_t r = g->order[k];
      for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
        {
          struct ends e = ends_of (ends, g->symbols[i]);
          uint32_t again = wpp_grammar_exponent (g, i) - 1;
          if (again)
            pairs[n++] = (struct pair){ e.last, e.first, wpp_saturating_product (g->frequency[r], again) };
          if (i == g->start[r])
            ends[r].first = e.first;
          else
            pairs[n++] = (struct pair){ ends[r].last, e.first, g->frequency[r] };
          ends[r].last = e.last;
        }
    }
  return n;
}

/* Add up equal ones of PAIRS [N]; return how many are left.  */
static size_t
add_up (struct pair *pairs, size_t n)
{
  size_t k = 0;
  if (n)
    qsort (pairs, n, sizeof *pairs, compare);
  for (size_t i = 0; i < n; i++)
    if (k && !compare (&pairs[k - 1], &pairs[i]))
      pairs[k - 1].count = wpp_saturating_add (pairs[k - 1].count, pairs[i].count);
    else
      pairs[k++] = pairs[i];
  return k;
}

static void
prefer (struct wpp_neighbour *n, uint32_t terminal, uint64_t count)
{
  if (n->terminal == WPP_NO_NEIGHBOUR || count > n->count || (count == n->count && terminal < n->terminal))
    *n = (struct wpp_neighbour){ terminal, count };
}

int
wpp_grammar_neighbours (const struct wpp_grammar *g, struct wpp_neighbour *before, struct wpp_neighbour *after)
{
  struct ends *ends = calloc (g->n_rules, sizeof *ends);
  struct pair *pairs = calloc (2 * g->start[g->n_rules] + 1, sizeof *pairs);
  int err = ends && pairs ? 0 : WPP_E_NOMEM;
  size_t n = err ? 0 : add_up (pairs, list_pairs (g, ends, pairs));
  for (uint32_t t = 0; t < g->n_terminals; t++)
    before[t] = after[t] = (struct wpp_neighbour){ WPP_NO_NEIGHBOUR, 0 };
  for (size_t i = 0; i < n; i++)
    {
      prefer (&after[pairs[i].first], pairs[i].second, pairs[i].count);
      prefer (&before[pairs[i].second], pairs[i].first, pairs[i].count);
    }
  free (ends);
  free (pairs);
  return err;
}
