/* Searches for weights that fill the holes between intervals (preferential.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Lemma 4 of the paper demands only that paths which part at a node have different identifiers after it.
   Lemma 5 demands disjoint intervals, which is more than necessary.  Here an edge gets the smallest weight such
   that, for each prefix, no identifier after it is one that an edge weighed before has brought to
   that prefix.  That is first fit.  It is not optimal, and a good choice at one node can be bad
   further up, so the caller compares sizes.

   Sets of identifiers are bit maps; no identifier is negative (preferential.h).  */

#include <stdlib.h>
#include "program/paths/preferential-impl.h"
#include "base/array.h"

/* After this many words of bit maps have been read, which takes well under a second, weights come from intervals
   again.  */
#define WORK_LIMIT (UINT64_C (1) << 26)
/* The most bits that all sets together may take.  */
#define MEMORY_LIMIT (UINT64_C (1) << 31)

struct set
{
  uint64_t *bits;
  uint64_t words;
};

struct search
{
  struct wpp_prefixes *t;
  struct set *sets;   /* [t->n] identifiers after each prefix */
  uint64_t work;
};

static inline uint64_t
word_of (const struct set *set, int64_t i)
{
  return i >= 0 && (uint64_t)i < set->words ? set->bits[i] : 0;
}

/* Word I of SET moved up by SHIFT bits; down if SHIFT is negative.  */
static inline uint64_t
shifted_word (const struct set *set, int64_t i, int64_t shift)
{
  int64_t from = 64 * i - shift;
  int64_t whole = from >> 6;
  unsigned part = from & 63;
  uint64_t word = word_of (set, whole) >> part;
  return part ? word | word_of (set, whole + 1) << (64 - part) : word;
}

static bool
collide_p (struct search *s, const struct set *there, const struct set *set, int64_t shift)
{
  int64_t first = shift > 0 ? shift / 64 : 0, end = (64 * (int64_t)set->words + shift + 63) / 64;
  if (end > (int64_t)there->words)
    end = there->words;
  for (int64_t i = first; i < end; i++)
    {
      s->work++;
      if (there->bits[i] & shifted_word (set, i, shift))
        return true;
    }
  return false;
}

/* Can STEP have WEIGHT?  */
static bool
fits_p (struct search *s, uint32_t step, int64_t weight)
{
  const struct wpp_prefixes *t = s->t;
  for (uint32_t i = t->first[step]; i < t->first[step + 1]; i++)
    {
      uint32_t q = t->by_step[i];
      if (collide_p (s, &s->sets[t->prefix[q].parent], &s->sets[q], weight))
        return false;
    }
  return true;
}

/* The least weight with which no identifier after STEP is below 0.  */
static int64_t
least_weight (const struct wpp_prefixes *t, uint32_t step)
{
  int64_t least = INT64_MIN;
  for (uint32_t i = t->first[step]; i < t->first[step + 1]; i++)
    if (-t->prefix[t->by_step[i]].min > least)
      least = -t->prefix[t->by_step[i]].min;
  return least;
}

/* Merge the set of each prefix to which STEP leads into its parent's.  */
static int
merge_sets (struct search *s, uint32_t step, int64_t weight)
{
  const struct wpp_prefixes *t = s->t;
  for (uint32_t i = t->first[step]; i < t->first[step + 1]; i++)
    {
      uint32_t q = t->by_step[i];
      struct set *set = &s->sets[q], *to = &s->sets[t->prefix[q].parent];
      uint64_t words = (t->prefix[q].end + weight + 63) / 64;
      if (words > to->words)
        {
          if (WPP_RESIZE (to->bits, words))
            return WPP_E_NOMEM;
          while (to->words < words)
            to->bits[to->words++] = 0;
        }
      for (int64_t w = weight > 0 ? weight / 64 : 0; w < (int64_t)words; w++)
        to->bits[w] |= shifted_word (set, w, weight);
      free (set->bits);
      *set = (struct set){ 0 };
    }
  return WPP_OK;
}

static int
weigh_step (struct search *s, uint32_t step, int64_t *weight)
{
  int64_t most = wpp_interval_weight (s->t, step);
  *weight = least_weight (s->t, step);
  while (*weight < most && s->work < WORK_LIMIT && !fits_p (s, step, *weight))
    ++*weight;
  if (s->work >= WORK_LIMIT)
    *weight = most;
  int err = merge_sets (s, step, *weight);
  wpp_merge_intervals (s->t, step, *weight);
  return err;
}

/* ---- The order of steps.  */

struct choice
{
  uint32_t step;
  uint64_t paths;   /* interesting paths over the step */
};

static int
compare_choices (const void *a, const void *b)
{
  const struct choice *x = a, *y = b;
  if (x->paths != y->paths)
    return x->paths < y->paths ? 1 : -1;
  return x->step < y->step ? -1 : x->step > y->step;
}

/* Weigh the steps of group G of the plan that interesting paths take, in the order of SCHEME.  CHOICES has room for
   them.  */
static int
weigh_group (struct search *s, uint32_t g, enum wpp_preferential_scheme scheme,
             struct choice *choices, struct wpp_weights *weights)
{
  const struct wpp_prefixes *t = s->t;
  size_t n = 0;
  int err = WPP_OK;
  for (uint32_t k = t->plan.first[g]; k < t->plan.first[g + 1]; k++)
    {
      uint32_t step = t->plan.steps[k];
      if (!wpp_step_used_p (t, step))
        continue;
      choices[n] = (struct choice){ step, 0 };
      for (uint32_t i = t->first[step]; i < t->first[step + 1]; i++)
        choices[n].paths += t->prefix[t->by_step[i]].leaves;
      n++;
    }
  if (scheme == WPP_SCHEME_LARGEST_FIRST)
    qsort (choices, n, sizeof *choices, compare_choices);
  for (size_t i = 0; i < n && !err; i++)
    err = weigh_step (s, choices[i].step, wpp_step_weight (t->num, weights, choices[i].step));
  return err;
}

static int
weigh_graph (struct search *s, enum wpp_preferential_scheme scheme, struct choice *choices,
             struct wpp_weights *weights)
{
  int err = WPP_OK;
  wpp_reset_prefixes (s->t);
  for (size_t i = 0; i < s->t->n_leaves && !err; i++)
    {
      struct set *set = &s->sets[s->t->leaf[i]];
      set->bits = malloc (sizeof *set->bits);
      if (!set->bits)
        return WPP_E_NOMEM;
      set->bits[0] = 1;
      set->words = 1;
    }
  for (uint32_t g = 0; g < s->t->plan.n_groups && !err; g++)
    err = weigh_group (s, g, scheme, choices, weights);
  return err;
}

int
wpp_search_weights (struct wpp_prefixes *t, enum wpp_preferential_scheme scheme,
                    uint64_t interval_size, struct wpp_weights *weights, uint64_t *size)
{
  struct search s = { .t = t };
  *size = 0;
  if (interval_size > MEMORY_LIMIT / (t->n_leaves + 1))
    return WPP_OK;
  struct choice *choices
    = calloc ((size_t)t->num->cfg->n_edges + t->num->n_starts, sizeof *choices);
  s.sets = calloc (t->n, sizeof *s.sets);
  int err = choices && s.sets ? weigh_graph (&s, scheme, choices, weights) : WPP_E_NOMEM;
  if (!err)
    *size = t->prefix[0].end;
  for (uint32_t i = 0; s.sets && i < t->n; i++)
    free (s.sets[i].bits);
  free (s.sets);
  free (choices);
  return err;
}
