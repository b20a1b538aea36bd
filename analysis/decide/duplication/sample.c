/* Which copies are counted on the whole path (copies.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Counting takes a time in proportion to the path and to the number of copies; and few copies gain anything, as the
   counts of jumps say how often control may come to a copy, not how often it does.  So where the path is long, all are
   counted on a sample first, stretches that are spread over it.  A tree that gains nothing there, or too little, is
   dropped, and so is one for which a better one would be taken, and one that is rare; of others those copies go to
   which nothing came.  What is left is counted exactly.  */

#include <stdlib.h>
#include <string.h>
#include "decide/duplication/copies.h"
#include "decide/models/budget.h"
#include "activations/projection/excerpt.h"

/* Stretches, and numbers of a sentence in each.  They hold what facts need to become right, some paths, many times.  */
#define STRETCHES 64u
#define STRETCH 512u

/* Sentences that have so many times the numbers of the sample are sampled.  */
#define LONG_ENOUGH 4u

/* A tree into which control came so often in the sample is judged by it.  If it did not, though the counts of jumps let
   expect it, nothing is known of the tree; else it is rare.  */
#define SEEN 16u

/* A tree has to gain, for each of its bytes, this part of the cycles that a byte of the function takes.  Trees are
   chosen among all of the unit (wpp_copy_budget), whose mean may be less.  */
#define LEAST_DENSITY 0.003

/* ---- The sample.  */

static uint64_t
numbers_of (const struct wpp_stream *streams, size_t n)
{
  uint64_t numbers = 0;
  for (size_t i = 0; i < n; i++)
    {
      const struct wpp_sentence *s = streams[i].projection->sentence;
      if (!s || !streams[i].projection->apart)
        return 0;
      numbers += s->n;
    }
  return numbers;
}

static void
free_sample (struct wpp_stream *sample, size_t n)
{
  for (size_t i = 0; sample && i < n; i++)
    wpp_projection_free (sample[i].projection);
  free (sample);
}

/* A sample of STREAMS [N], which have NUMBERS: each stream's share of the stretches, at least one.  */
static struct wpp_stream *
take_sample (const struct wpp_stream *streams, size_t n, uint64_t numbers, int *err)
{
  struct wpp_stream *sample = calloc (n, sizeof *sample);
  *err = sample ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < n && !*err; i++)
    {
      const struct wpp_projection *p = streams[i].projection;
      uint64_t stretches = p->sentence->n / (numbers / STRETCHES), stretch = STRETCH;
      if (!stretches)
        {
          stretches = 1;
          stretch = p->sentence->n < STRETCH ? p->sentence->n : STRETCH;
        }
      sample[i].num = streams[i].num;
      sample[i].projection = wpp_projection_excerpt (p, stretches, stretch, err);
    }
  if (!*err)
    return sample;
  free_sample (sample, n);
  return NULL;
}

/* ---- What it says.  */

/* How often control comes to the copy I.  A root is the only way that its jump leads; after it the part is taken that
   was seen in the sample.  */
static void
scale (struct wpp_copies *c, const struct wpp_copy_tree *t)
{
  uint64_t seen = c->copies[t->root].count;
  double factor = seen ? (double)c->blocks->jumps[c->copies[t->root].jump].count / seen : 0;
  for (uint32_t i = t->root; i < t->end; i++)
    {
      struct wpp_copy *copy = &c->copies[i];
      uint32_t n_out = c->blocks->blocks[copy->block].n_jumps;
      copy->count = (uint64_t)(copy->count * factor);
      for (uint32_t j = copy->first_out; j < copy->first_out + n_out; j++)
        c->out[j] = (uint64_t)(c->out[j] * factor);
    }
}

/* Set JUDGED [trees] for those into which control came often enough, or for which that could not be expected of a
   sample that is the PARTth part, and make estimates of all counts.  */
static void
estimate (struct wpp_copies *c, uint64_t part, bool *judged)
{
  for (uint32_t i = 0; i < c->n_trees; i++)
    {
      const struct wpp_copy *root = &c->copies[c->trees[i].root];
      judged[i] = root->count >= SEEN || c->blocks->jumps[root->jump].count / part < SEEN;
      scale (c, &c->trees[i]);
    }
}

/* Choose as if the unit had only this function.  */
static int
choose (struct wpp_copies *c)
{
  struct wpp_copy_tree **trees = malloc (((size_t)c->n_trees + 1) * sizeof *trees);
  struct wpp_copy_budget budget = { UINT64_MAX, 0 };
  double time = 0, bytes = 1;
  if (!trees)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < c->blocks->n; i++)
    if (c->blocks->blocks[i].count)
      {
        time += (double)c->blocks->blocks[i].count * c->blocks->blocks[i].statements / WPP_STATEMENTS_A_CYCLE;
        bytes += c->blocks->blocks[i].statements * WPP_STATEMENT_BYTES;
      }
  budget.least = LEAST_DENSITY * time / bytes;
  budget.bytes = wpp_code_budget ((uint64_t) bytes);
  for (uint32_t i = 0; i < c->n_trees; i++)
    trees[i] = &c->trees[i];
  wpp_choose_copies (trees, c->n_trees, &budget);
  free (trees);
  return 0;
}

/* ---- Dropping.  */

/* Keep the tree T, and of it the copies that control came to if it was JUDGED; put them after those that C has
   already.  TO [copies] is for their new numbers.  */
static void
keep (struct wpp_copies *c, struct wpp_copy_tree t, bool judged, uint32_t *to)
{
  struct wpp_copy_tree kept = {
    .of = c, .root = c->n, .dispatch = t.dispatch, .folds = { .statement = t.folds.statement }
  };
  for (uint32_t i = t.root; i < t.end; i++)
    {
      struct wpp_copy copy = c->copies[i];
      if (judged && t.dispatch == WPP_NONE && !copy.kept)
        continue;
      copy.parent = i > t.root ? to[copy.parent] : WPP_NONE;
      copy.count = 0;
      copy.first_out = 0;
      copy.kept = !copy.only_counted;
      to[i] = c->n;
      c->copies[c->n++] = copy;
    }
  kept.end = c->n;
  if (t.dispatch != WPP_NONE)
    kept.at_dispatch = to[t.at_dispatch];
  c->trees[c->n_trees++] = kept;
}

static int
drop (struct wpp_copies *c, const bool *judged)
{
  uint32_t n = c->n_trees, *to = malloc (((size_t)c->n + 1) * sizeof *to);
  if (!to)
    return WPP_E_NOMEM;
  c->n = c->n_trees = c->n_out = 0;
  for (uint32_t i = 0; i < n; i++)
    if (!judged[i] || c->trees[i].chosen)
      keep (c, c->trees[i], judged[i], to);
  free (to);
  free (c->out);
  c->out = NULL;
  memset (c->use, 0, c->blocks->n_jumps);
  return 0;
}

/* Count C's copies on SAMPLE, of N streams, of which it is the PARTth part, and drop what is not worth it.  */
static int
judge (struct wpp_copies *c, const struct wpp_stream *sample, size_t n, uint64_t part)
{
  uint64_t may_grow = c->may_grow;
  bool *judged = calloc ((size_t)c->n_trees + 1, sizeof *judged);
  int err = judged ? wpp_count_copies (c, sample, n) : WPP_E_NOMEM;
  if (!err)
    {
      estimate (c, part, judged);
      err = wpp_value_dispatches (c);
    }
  if (!err)
    {
      wpp_value_copies (c);
      c->may_grow = UINT64_MAX;
      err = choose (c);
      c->may_grow = may_grow;
    }
  if (!err)
    err = drop (c, judged);
  free (judged);
  return err;
}

int
wpp_drop_worthless_copies (struct wpp_copies *c, const struct wpp_stream *streams, size_t n)
{
  uint64_t numbers = numbers_of (streams, n);
  int err = 0;
  if (!c->n_trees || numbers / LONG_ENOUGH < STRETCHES * STRETCH)
    return 0;
  struct wpp_stream *sample = take_sample (streams, n, numbers, &err);
  if (sample)
    err = judge (c, sample, n, numbers / (STRETCHES * STRETCH));
  free_sample (sample, n);
  return err;
}
