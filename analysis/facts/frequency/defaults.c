/* The layout of sets of facts, and the default of each fact (bit-parallel-impl.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Of a hundred facts, eighty may hold nearly always or nearly never when paths of a function begin.  So a set
   holds the deviations from a default, and most facts are in hardly any set and cost nothing.  The defaults are
   guessed from a sample of sets.  A bad guess makes the solver slower; it does not change the result.  */

#define _GNU_SOURCE /* qsort_r */
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "facts/frequency/bit-parallel-impl.h"

/* Costs at each symbol, in some unit: of a word; and of handling words that are not dense at all, which is done only
   when one of them has deviations.  */
#define COST_OF_WORD 1u
#define COST_OF_OTHERS 16u
/* With more dense words than this, sorting the sets is cheaper.  */
#define MOST_DENSE 8u

static uint32_t
words_for (uint32_t n_facts)
{
  return n_facts / WPP_WORD + 1;
}

int
wpp_layout_init (struct wpp_layout *l, uint32_t n_facts)
{
  uint32_t words = words_for (n_facts);
  *l = (struct wpp_layout){ .n_facts = n_facts, .n_possible = n_facts, .dense = words, .words = words };
  l->bit = malloc ((n_facts + (size_t)1) * sizeof *l->bit);
  l->fact = malloc ((words + (size_t)WPP_TOGETHER) * WPP_WORD * sizeof *l->fact);
  l->defaults = calloc (words + WPP_SORTED_TOGETHER, sizeof *l->defaults);
  if (!l->bit || !l->fact || !l->defaults)
    return WPP_E_NOMEM;
  for (uint32_t f = 0; f < n_facts; f++)
    l->bit[f] = wpp_bit_of_slot (f);
  for (uint32_t slot = 0; slot < (words + WPP_TOGETHER) * WPP_WORD; slot++)
    l->fact[slot] = slot < n_facts ? slot : n_facts;
  return 0;
}

void
wpp_layout_release (struct wpp_layout *l)
{
  free (l->bit);
  free (l->fact);
  free (l->defaults);
}

void
wpp_layout_restrict (struct wpp_layout *l, const bool *possible)
{
  uint32_t slot = 0;
  for (int first = 1; first >= 0; first--)
    {
      for (uint32_t f = 0; f < l->n_facts; f++)
        if (possible[f] == first)
          {
            l->fact[slot] = f;
            l->bit[f] = wpp_bit_of_slot (slot++);
          }
      l->n_possible = first ? slot : l->n_possible;
    }
  l->dense = l->words = words_for (l->n_possible);
}

struct choice
{
  struct wpp_layout *l;
  const uint32_t *sets;       /* [n * l->words] */
  uint32_t n;
  bool *new_default;          /* [n_facts] the default of each fact from now on */
  uint32_t *deviations;          /* [n_facts] in how many of SETS the fact differs from its new default */
  uint32_t *order;            /* [n_possible] facts, sorted by that */
  uint32_t *last;             /* [words + 2] for W: sets whose last word with a deviation is word W - 1 */
};

static int
compare_deviations (const void *a, const void *b, void *deviations)
{
  uint32_t f = *(const uint32_t *)a, g = *(const uint32_t *)b;
  const uint32_t *u = deviations;
  return u[f] != u[g] ? (u[f] < u[g] ? 1 : -1) : f < g ? -1 : f > g;
}

/* Choose defaults, and order the facts: those with most deviations first.  */
static void
order_facts (struct choice *c)
{
  const struct wpp_layout *l = c->l;
  for (uint32_t i = 0; i < c->n; i++)
    for (uint32_t w = 0; w < l->words; w++)
      for (uint32_t left = c->sets[i * l->words + w]; left; left &= left - 1)
        c->deviations[l->fact[wpp_slot_of_bit (WPP_WORD * w + (unsigned)__builtin_ctz (left))]]++;
  for (uint32_t slot = 0; slot < l->n_possible; slot++)
    {
      uint32_t f = c->order[slot] = l->fact[slot];
      bool more = c->deviations[f] > c->n / 2;
      c->new_default[f] = wpp_in_p (l->defaults, l->bit[f]) ^ more;
      c->deviations[f] = more ? c->n - c->deviations[f] : c->deviations[f];
    }
  qsort_r (c->order, l->n_possible, sizeof *c->order, compare_deviations, c->deviations);
}

/* Count the sets by their last word with a deviation, when facts are laid out in that order.  */
static void
find_last (struct choice *c)
{
  const struct wpp_layout *l = c->l;
  for (uint32_t i = 0; i < c->n; i++)
    {
      const uint32_t *set = c->sets + i * l->words;
      uint32_t rank = l->n_possible;
      for (; rank; rank--)
        {
          uint32_t f = c->order[rank - 1];
          if ((wpp_in_p (set, l->bit[f]) ^ wpp_in_p (l->defaults, l->bit[f])) != c->new_default[f])
            break;
        }
      c->last[rank ? (rank - 1) / WPP_WORD + 1 : 0]++;
    }
}

/* Return the number of dense words that costs least.  */
static uint32_t
choose_dense (const struct choice *c)
{
  uint32_t words = words_for (c->l->n_possible), best = words;
  uint64_t least = UINT64_MAX, beyond = 0;
  for (uint32_t d = words; d; d--)
    {
      /* BEYOND sets have deviations in words that would not be dense.  */
      uint64_t cost = (uint64_t)d * COST_OF_WORD * c->n + beyond * (COST_OF_OTHERS + (words - d) * COST_OF_WORD);
      if (cost < least)
        {
          least = cost;
          best = d;
        }
      beyond += c->last[d];
    }
  return best;
}

/* Lay the facts out in that order.  In sorted sets the order does not matter, so they keep the present one.  */
static void
lay_out (struct choice *c)
{
  struct wpp_layout *l = c->l;
  uint32_t words = words_for (l->n_possible), dense = choose_dense (c);
  memset (l->defaults, 0, (words + WPP_SORTED_TOGETHER) * sizeof *l->defaults);
  l->sorted = dense > MOST_DENSE;
  if (l->sorted)
    {
      l->dense = l->words = (words + WPP_SORTED_TOGETHER - 1) / WPP_SORTED_TOGETHER * WPP_SORTED_TOGETHER;
      return;
    }
  l->dense = dense;
  l->words = dense + (words - dense + WPP_TOGETHER - 1) / WPP_TOGETHER * WPP_TOGETHER;
  for (uint32_t i = 0; i < l->n_possible; i++)
    {
      uint32_t f = l->fact[i] = c->order[i], bit = l->bit[f] = wpp_bit_of_slot (i);
      if (bit / WPP_WORD >= dense && c->new_default[f])
        l->defaults[bit / WPP_WORD] |= UINT32_C (1) << bit % WPP_WORD;
    }
}

int
wpp_layout_choose (struct wpp_layout *l, const uint32_t *sets, uint32_t n)
{
  struct choice c = { .l = l, .sets = sets, .n = n };
  c.new_default = calloc (l->n_facts + (size_t)1, sizeof *c.new_default);
  c.deviations = calloc (2 * (size_t)l->n_facts + words_for (l->n_possible) + 2, sizeof *c.deviations);
  int err = c.new_default && c.deviations ? 0 : WPP_E_NOMEM;
  if (!err)
    {
      c.order = c.deviations + l->n_facts;
      c.last = c.order + l->n_facts;
      order_facts (&c);
      find_last (&c);
      lay_out (&c);
    }
  free (c.new_default);
  free (c.deviations);
  return err;
}
