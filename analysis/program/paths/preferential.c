/* Preferential numbering of interesting paths (preferential.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Figure 10 of Vaswani, Nori and Chilimbi (Preferential Path Profiling, POPL 2007) keeps a set of paths for
   every pair of an edge and a prefix.  Here the prefixes form a tree, whose leaves are the interesting paths:

     root --start--> prefix of one node --edge--> ... --last edge--> leaf

   Only the identifiers after a prefix matter to other prefixes.  They are kept relative to the prefix and
   move with it, so there is one step of work for each prefix, and not one for each path on each of its
   edges.  The nodes of the graph are visited in reverse topological order, and the edges out of each are
   weighed; starts, which are the edges out of the root, come last.

   The order is made in preferential-plan.c, also for paths that are read from their ends.  The searches
   (preferential-search.c) visit prefixes in the same order, with sets of identifiers instead of intervals.  */

#include <stdlib.h>
#include <string.h>
#include "program/paths/preferential-impl.h"
#include "base/array.h"

/* ---- The tree of prefixes.  */

/* A path as its steps from the root.  */
struct word
{
  uint32_t n;
  uint32_t *steps;
};

static int
make_word (struct word *word, const struct wpp_prefixes *t, const struct wpp_path *path)
{
  uint32_t n = word->n = path->n_nodes + 1;
  word->steps = calloc (n, sizeof *word->steps);
  if (!word->steps)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < n; i++)
    {
      uint32_t step = i == 0 ? t->num->cfg->n_edges + path->start
                      : i == n - 1 && path->end_edge != WPP_NO_EDGE ? path->end_edge
                      : path->edges[i - 1];
      word->steps[t->plan.backwards ? n - 1 - i : i] = step;
    }
  return WPP_OK;
}

static int
compare_words (const void *a, const void *b)
{
  const struct word *x = a, *y = b;
  for (uint32_t i = 0; i < x->n && i < y->n; i++)
    if (x->steps[i] != y->steps[i])
      return x->steps[i] < y->steps[i] ? -1 : 1;
  return x->n < y->n ? -1 : x->n > y->n;
}

static int
add_prefix (struct wpp_prefixes *t, uint32_t parent, uint32_t step, uint32_t *place)
{
  if (t->n == UINT32_MAX)
    return WPP_E_TOOBIG;
  if (WPP_RESERVE (t->prefix, t->room, t->n, 1))
    return WPP_E_NOMEM;
  t->prefix[t->n] = (struct wpp_prefix){ .parent = parent, .step = step };
  *place = t->n++;
  return WPP_OK;
}

/* Add WORD to T.  Words are added in sorted order, so the longest prefix that WORD shares with any word is one of the
   last word, which has LENGTH steps and the prefixes WAY.  */
static int
add_word (struct wpp_prefixes *t, const struct word *word, uint32_t **way, uint32_t *length)
{
  uint32_t n = word->n, i = 0;
  int err = WPP_RESIZE (*way, n + (size_t)1);
  if (err)
    return err;
  uint32_t *prefix = *way;
  while (i < *length && i < n && t->prefix[prefix[i + 1]].step == word->steps[i])
    i++;
  for (; !err && i < n; i++)
    err = add_prefix (t, prefix[i], word->steps[i], &prefix[i + 1]);
  *length = n;
  for (i = 0; !err && i <= n; i++)
    t->prefix[prefix[i]].leaves++;
  t->leaf[t->n_leaves++] = prefix[n];
  return err;
}

/* List the prefixes by the step that leads to them.  */
static int
sort_by_step (struct wpp_prefixes *t)
{
  size_t n_steps = (size_t)t->num->cfg->n_edges + t->num->n_starts;
  t->first = calloc (n_steps + 2, sizeof *t->first);
  t->by_step = calloc (t->n, sizeof *t->by_step);
  if (!t->first || !t->by_step)
    return WPP_E_NOMEM;
  for (uint32_t i = 1; i < t->n; i++)
    t->first[t->prefix[i].step + 2]++;
  for (size_t s = 0; s < n_steps; s++)
    t->first[s + 2] += t->first[s + 1];
  for (uint32_t i = 1; i < t->n; i++)
    t->by_step[t->first[t->prefix[i].step + 1]++] = i;
  return WPP_OK;
}

/* Make WORDS [P->n_interesting] of the interesting paths, sorted.  */
static int
make_words (struct word *words, const struct wpp_prefixes *t, const struct wpp_preferential *p)
{
  struct wpp_path path = { 0 };
  int err = WPP_OK;
  for (size_t i = 0; i < p->n_interesting && !err; i++)
    {
      err = wpp_path_decode (p->num, p->paths[i], &path);
      if (!err)
        err = make_word (&words[i], t, &path);
    }
  wpp_path_release (&path);
  if (!err && p->n_interesting)
    qsort (words, p->n_interesting, sizeof *words, compare_words);
  return err;
}

static int
make_prefixes (struct wpp_prefixes *t, const struct wpp_preferential *p,
               const struct wpp_order *order, bool backwards)
{
  uint32_t length = 0, root, *way = calloc (1, sizeof *way);
  struct word *words = calloc (p->n_interesting + 1, sizeof *words);
  *t = (struct wpp_prefixes){ .num = p->num };
  t->leaf = calloc (p->n_interesting + 1, sizeof *t->leaf);
  int err = wpp_plan_make (p->num, order, backwards, &t->plan);
  if (!err)
    err = way && words && t->leaf ? add_prefix (t, 0, UINT32_MAX, &root) : WPP_E_NOMEM;
  if (!err)
    err = make_words (words, t, p);
  for (size_t i = 0; i < p->n_interesting && !err; i++)
    err = add_word (t, &words[i], &way, &length);
  if (!err)
    err = sort_by_step (t);
  for (size_t i = 0; words && i < p->n_interesting; i++)
    free (words[i].steps);
  free (words);
  free (way);
  return err;
}

static void
release_prefixes (struct wpp_prefixes *t)
{
  wpp_plan_release (&t->plan);
  free (t->prefix);
  free (t->leaf);
  free (t->first);
  free (t->by_step);
}

/* ---- Figure 10.  */

int64_t
wpp_interval_weight (const struct wpp_prefixes *t, uint32_t step)
{
  int64_t weight = INT64_MIN;
  for (uint32_t i = t->first[step]; i < t->first[step + 1]; i++)
    {
      const struct wpp_prefix *q = &t->prefix[t->by_step[i]];
      int64_t here = t->prefix[q->parent].end - q->min;
      if (here > weight)
        weight = here;
    }
  return weight;
}

void
wpp_merge_intervals (struct wpp_prefixes *t, uint32_t step, int64_t weight)
{
  for (uint32_t i = t->first[step]; i < t->first[step + 1]; i++)
    {
      const struct wpp_prefix *q = &t->prefix[t->by_step[i]];
      struct wpp_prefix *parent = &t->prefix[q->parent];
      if (parent->end == 0 || q->min + weight < parent->min)
        parent->min = q->min + weight;
      if (q->end + weight > parent->end)
        parent->end = q->end + weight;
    }
}

void
wpp_reset_prefixes (struct wpp_prefixes *t)
{
  for (uint32_t i = 0; i < t->n; i++)
    t->prefix[i].min = t->prefix[i].end = 0;
  for (size_t i = 0; i < t->n_leaves; i++)
    t->prefix[t->leaf[i]].end = 1;
}

static void
weigh_interval (struct wpp_prefixes *t, struct wpp_weights *weights, uint32_t step)
{
  if (t->first[step] == t->first[step + 1])
    return;
  int64_t weight = wpp_interval_weight (t, step);
  *wpp_step_weight (t->num, weights, step) = weight;
  wpp_merge_intervals (t, step, weight);
}

/* Weigh all steps as in Figure 10; return the size of the array.  */
static uint64_t
weigh_intervals (struct wpp_prefixes *t, struct wpp_weights *weights)
{
  wpp_reset_prefixes (t);
  for (uint32_t k = 0; k < t->plan.first[t->plan.n_groups]; k++)
    weigh_interval (t, weights, t->plan.steps[k]);
  return t->prefix[0].end;
}

/* ---- Choosing weights, and what follows from them.  */

static void
keep_weights (struct wpp_preferential *p, const struct wpp_weights *weights)
{
  memcpy (p->start_value, weights->start, p->num->n_starts * sizeof *weights->start);
  memcpy (p->edge_value, weights->edge, p->num->cfg->n_edges * sizeof *weights->edge);
}

/* Try the searches that fill holes, as long as there are holes.  */
static int
search_better (struct wpp_preferential *p, struct wpp_prefixes *t, struct wpp_weights *weights)
{
  static const enum wpp_preferential_scheme schemes[]
    = { WPP_SCHEME_FIRST_FIT, WPP_SCHEME_LARGEST_FIRST };
  int err = WPP_OK;
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes && p->size > p->n_interesting && !err; i++)
    {
      uint64_t size = 0;
      err = wpp_search_weights (t, schemes[i], p->interval_size, weights, &size);
      if (err || size == 0 || size >= p->size)
        continue;
      p->size = size;
      p->scheme = schemes[i];
      p->backwards = t->plan.backwards;
      keep_weights (p, weights);
    }
  return err;
}

/* The same, with paths read from their ends.  */
static int
search_backwards (struct wpp_preferential *p, const struct wpp_order *order,
                  struct wpp_weights *weights)
{
  struct wpp_prefixes t;
  if (p->size == p->n_interesting)
    return WPP_OK;
  int err = make_prefixes (&t, p, order, true);
  if (!err)
    err = search_better (p, &t, weights);
  release_prefixes (&t);
  return err;
}

static int
place_on_chords (struct wpp_preferential *p, const struct wpp_prefixes *t,
                 const struct wpp_order *order)
{
  struct wpp_weights weights = { p->start_initial, p->edge_increment };
  memcpy (weights.start, p->start_value, p->num->n_starts * sizeof *weights.start);
  memcpy (weights.edge, p->edge_value, p->num->cfg->n_edges * sizeof *weights.edge);
  int err = wpp_place_weights (p->num, order, NULL, &weights);
  /* Starts and edges without interesting paths may have any value.  */
  for (uint32_t s = 0; s < p->num->n_starts; s++)
    if (!wpp_step_used_p (t, p->num->cfg->n_edges + s))
      weights.start[s] = 0;
  for (uint32_t e = 0; e < p->num->cfg->n_edges; e++)
    if (!wpp_step_used_p (t, e))
      weights.edge[e] = 0;
  return err;
}

static int
set_identifiers (struct wpp_preferential *p)
{
  struct wpp_path path = { 0 };
  int err = WPP_OK;
  for (size_t i = 0; i < p->n_interesting && !err; i++)
    {
      err = wpp_path_decode (p->num, p->paths[i], &path);
      if (!err)
        p->identifiers[i] = wpp_preferential_identifier (p, &path);
    }
  wpp_path_release (&path);
  return err;
}

static int
number_interesting (struct wpp_preferential *p)
{
  struct wpp_prefixes t = { 0 };
  struct wpp_order order = { 0 };
  struct wpp_weights weights = { 0 };
  int err = wpp_order_make (p->num, &order);
  if (!err)
    err = make_prefixes (&t, p, &order, false);
  if (!err)
    err = wpp_weights_alloc (p->num, &weights);
  if (!err)
    {
      p->size = p->interval_size = weigh_intervals (&t, &weights);
      keep_weights (p, &weights);
      err = search_better (p, &t, &weights);
    }
  if (!err)
    err = search_backwards (p, &order, &weights);
  if (!err)
    err = place_on_chords (p, &t, &order);
  if (!err)
    err = set_identifiers (p);
  wpp_weights_release (&weights);
  wpp_order_release (&order);
  release_prefixes (&t);
  return err;
}

/* ---- The whole.  */

static int
compare_numbers (const void *a, const void *b)
{
  const uint64_t *x = a, *y = b;
  return *x < *y ? -1 : *x > *y;
}

/* Copy INTERESTING [N] to P, sorted.  */
static int
take_interesting (struct wpp_preferential *p, const uint64_t *interesting, size_t n)
{
  p->n_interesting = n;
  if (n == 0)
    return WPP_OK;
  memcpy (p->paths, interesting, n * sizeof *interesting);
  qsort (p->paths, n, sizeof *p->paths, compare_numbers);
  for (size_t i = 1; i < n; i++)
    if (p->paths[i - 1] == p->paths[i])
      return WPP_E_RANGE;
  return p->paths[n - 1] < p->num->n_paths ? WPP_OK : WPP_E_RANGE;
}

static struct wpp_preferential *
preferential_alloc (const struct wpp_numbering *num, size_t n)
{
  struct wpp_preferential *p = calloc (1, sizeof *p);
  if (!p)
    return NULL;
  p->num = num;
  p->paths = calloc (n + 1, sizeof *p->paths);
  p->identifiers = calloc (n + 1, sizeof *p->identifiers);
  p->start_value = calloc (num->n_starts, sizeof *p->start_value);
  p->start_initial = calloc (num->n_starts, sizeof *p->start_initial);
  p->edge_value = calloc (num->cfg->n_edges + (size_t)1, sizeof *p->edge_value);
  p->edge_increment = calloc (num->cfg->n_edges + (size_t)1, sizeof *p->edge_increment);
  if (p->paths && p->identifiers && p->start_value && p->start_initial && p->edge_value
      && p->edge_increment)
    return p;
  wpp_preferential_free (p);
  return NULL;
}

struct wpp_preferential *
wpp_preferential_new (const struct wpp_numbering *num, const uint64_t *interesting, size_t n,
                      int *err)
{
  struct wpp_preferential *p = preferential_alloc (num, n);
  *err = p ? take_interesting (p, interesting, n) : WPP_E_NOMEM;
  if (!*err)
    *err = number_interesting (p);
  if (!*err)
    return p;
  wpp_preferential_free (p);
  return NULL;
}

void
wpp_preferential_free (struct wpp_preferential *p)
{
  if (!p)
    return;
  free (p->paths);
  free (p->identifiers);
  free (p->start_value);
  free (p->start_initial);
  free (p->edge_value);
  free (p->edge_increment);
  free (p);
}

int64_t
wpp_preferential_identifier (const struct wpp_preferential *p, const struct wpp_path *path)
{
  int64_t sum = p->start_value[path->start];
  uint32_t n_edges = path->n_nodes - (path->end_edge != WPP_NO_EDGE);
  for (uint32_t i = 0; i < n_edges; i++)
    sum += p->edge_value[path->edges[i]];
  if (path->end_edge != WPP_NO_EDGE)
    sum += p->edge_value[path->end_edge];
  return sum;
}
