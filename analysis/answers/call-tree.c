/* Calling contexts in the order in which they are shown (call-tree.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Nothing recurses: a context's number is greater than its caller's, and the tree is as deep as the calls.  */

#define _GNU_SOURCE
#include <stdlib.h>
#include "answers/call-tree.h"
#include "base/saturate.h"

/* For qsort_r; DATA are the rows.  Rows of one caller come together, those with the most activations first.  */
static int
compare_rows (const void *a, const void *b, void *data)
{
  const struct wpp_call_row *sorted = data;
  const struct wpp_call_row *r = &sorted[*(const uint32_t *) a], *s = &sorted[*(const uint32_t *) b];
  const struct wpp_context *x = r->context, *y = s->context;
  if (x->caller != y->caller)
    return x->caller < y->caller ? -1 : 1;
  if (r->total != s->total)
    return r->total > s->total ? -1 : 1;
  if (x->node != y->node)
    return x->node < y->node ? -1 : 1;
  if (x->function != y->function)
    return x->function < y->function ? -1 : 1;
  return x->seen > y->seen ? -1 : x->seen < y->seen;
}

/* The row of R's caller, or null.  */
static struct wpp_call_row *
caller_of (const struct wpp_call_tree *t, const struct wpp_call_row *r)
{
  uint32_t caller = r->context->caller;
  return caller == WPP_NO_CONTEXT ? NULL : &t->rows[caller];
}

/* Add up what the contexts' calls lead to.  */
static void
add_totals (struct wpp_call_tree *t)
{
  for (uint32_t i = t->n; i-- > 0;)
    {
      struct wpp_call_row *r = &t->rows[i], *caller = caller_of (t, r);
      r->total = wpp_saturating_add (r->total, r->context->count);
      if (caller)
        caller->total = wpp_saturating_add (caller->total, r->total);
    }
}

static bool
named_p (const struct wpp_call_tree *t, const struct wpp_context *x, const char *function)
{
  return x->function != WPP_NO_FUNCTION
         && wpp_function_named_p (t->code->functions[x->function].function, function);
}

/* Keep, with each row, what it was called from.  */
static void
keep_callers (struct wpp_call_tree *t)
{
  for (uint32_t i = t->n; i-- > 0;)
    if (t->rows[i].kept)
      {
        struct wpp_call_row *caller = caller_of (t, &t->rows[i]);
        t->n_kept++;
        if (caller)
          caller->kept = true;
      }
}

/* Keep what is to be shown.  */
static int
choose_rows (struct wpp_call_tree *t, const char *function, uint64_t min_count)
{
  bool *open = calloc (t->n + (size_t)1, sizeof *open); /* is FUNCTION, in each context? */
  if (!open)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < t->n; i++)
    {
      const struct wpp_context *x = t->rows[i].context;
      open[i] = !function || (x->caller != WPP_NO_CONTEXT && open[x->caller]) || named_p (t, x, function);
      t->rows[i].kept = open[i] && x->count >= min_count;
    }
  keep_callers (t);
  free (open);
  return 0;
}

/* Sort the order, and find the callees of each row in it.  */
static void
sort_rows (struct wpp_call_tree *t)
{
  if (t->n)
    qsort_r (t->order, t->n, sizeof *t->order, compare_rows, t->rows);
  for (uint32_t i = t->n; i-- > 0;)
    {
      struct wpp_call_row *caller = caller_of (t, &t->rows[t->order[i]]);
      if (caller)
        {
          caller->first = i;
          caller->n_callees++;
        }
    }
}

struct wpp_call_tree *
wpp_call_tree_new (const struct wpp_code *code, const struct wpp_call_contexts *calls, const char *function,
                   uint64_t min_count)
{
  struct wpp_call_tree *t = calloc (1, sizeof *t);
  if (!t)
    return NULL;
  const struct wpp_context *contexts = wpp_call_contexts_all (calls, &t->n);
  t->code = code;
  t->calls = calls;
  t->rows = calloc (t->n + (size_t)1, sizeof *t->rows);
  t->order = calloc (t->n + (size_t)1, sizeof *t->order);
  for (uint32_t i = 0; t->rows && t->order && i < t->n; i++)
    {
      t->rows[i].context = &contexts[i];
      t->order[i] = i;
    }
  if (!t->rows || !t->order)
    {
      wpp_call_tree_free (t);
      return NULL;
    }
  add_totals (t);
  if (choose_rows (t, function, min_count))
    {
      wpp_call_tree_free (t);
      return NULL;
    }
  sort_rows (t);
  return t;
}

void
wpp_call_tree_free (struct wpp_call_tree *t)
{
  if (!t)
    return;
  free (t->rows);
  free (t->order);
  free (t);
}

int
wpp_call_tree_visit (struct wpp_call_tree *t, int (*visit) (void *data, const struct wpp_call_row *row), void *data)
{
  uint32_t *stack = calloc (t->n + (size_t)1, sizeof *stack), depth = 0, number = 0;
  int err = stack ? 0 : WPP_E_NOMEM;
  for (uint32_t i = t->n; i-- > 0 && !err;)
    if (!caller_of (t, &t->rows[t->order[i]]))
      stack[depth++] = t->order[i];
  while (depth && !err)
    {
      struct wpp_call_row *r = &t->rows[stack[--depth]];
      if (!r->kept)
        continue;
      r->number = number++;
      err = visit (data, r);
      for (uint32_t i = r->n_callees; i-- > 0;)
        stack[depth++] = t->order[r->first + i];
    }
  free (stack);
  return err;
}

/* ---- Shares.  */

/* The activations of T.  */
static double
all_of (const struct wpp_call_tree *t)
{
  double all = 0;
  for (uint32_t i = 0; i < t->n; i++)
    if (!caller_of (t, &t->rows[i]))
      all += (double)t->rows[i].total;
  return all;
}

/* Keep what has a total of at least LEAST.  (A caller's is greater than its callees'.)  */
static void
cut_below (struct wpp_call_tree *t, uint64_t least)
{
  t->n_kept = 0;
  for (uint32_t i = 0; i < t->n; i++)
    {
      struct wpp_call_row *r = &t->rows[i], *caller = caller_of (t, r);
      bool was = r->kept;
      r->kept &= r->total >= least;
      t->n_kept += r->kept;
      if (was && !r->kept && caller && caller->kept)
        caller->left = wpp_saturating_add (caller->left, r->total);
    }
}

void
wpp_call_tree_cut (struct wpp_call_tree *t, double share)
{
  double least = all_of (t) * share;
  cut_below (t, least < 0x1p64 ? (uint64_t)least + ((double)(uint64_t)least < least) : UINT64_MAX);
}

static int
compare_totals (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x > y ? -1 : x < y;
}

int
wpp_call_tree_cut_lines (struct wpp_call_tree *t, uint32_t lines, double *share)
{
  uint64_t *totals = calloc (t->n + (size_t)1, sizeof *totals);
  uint32_t n = 0;
  if (!totals)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < t->n; i++)
    if (t->rows[i].kept)
      totals[n++] = t->rows[i].total;
  if (n > lines)
    {
      qsort (totals, n, sizeof *totals, compare_totals);
      *share = (double)totals[lines] / all_of (t);
      cut_below (t, wpp_saturating_add (totals[lines], 1));
    }
  free (totals);
  return 0;
}

/* ---- The graph.  */

static int
compare_edges (const void *a, const void *b)
{
  const struct wpp_call_edge *x = a, *y = b;
  if (x->caller != y->caller)
    return x->caller < y->caller ? -1 : 1;
  if (x->node != y->node)
    return x->node < y->node ? -1 : 1;
  return x->callee < y->callee ? -1 : x->callee > y->callee;
}

/* Add up what is equal of EDGES [N], which are sorted; return how many are left.  */
static size_t
add_up_edges (struct wpp_call_edge *edges, size_t n)
{
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    if (kept && !compare_edges (&edges[kept - 1], &edges[i]))
      edges[kept - 1].count = wpp_saturating_add (edges[kept - 1].count, edges[i].count);
    else
      edges[kept++] = edges[i];
  return kept;
}

struct wpp_call_edge *
wpp_call_tree_edges (const struct wpp_call_tree *t, size_t *n)
{
  struct wpp_call_edge *edges = calloc (t->n + (size_t)1, sizeof *edges);
  *n = 0;
  if (!edges)
    return NULL;
  for (uint32_t i = 0; i < t->n; i++)
    {
      const struct wpp_context *x = t->rows[i].context;
      const struct wpp_call_row *caller = caller_of (t, &t->rows[i]);
      if (t->rows[i].kept && caller && x->function != WPP_NO_FUNCTION)
        edges[(*n)++] = (struct wpp_call_edge){ caller->context->function, x->node, x->function, x, x->count };
    }
  if (*n)
    qsort (edges, *n, sizeof *edges, compare_edges);
  *n = add_up_edges (edges, *n);
  return edges;
}
