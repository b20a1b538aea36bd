/* Calling contexts with their statements as rows: the heaviest, and for each what else it called (context-costs.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <stdlib.h>
#include "answers/calls-impl.h"
#include "answers/context-costs-impl.h"
#include "base/saturate.h"

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)

#define OF wpp_context_slice_row
static const struct wpp_row_column slice_columns[]
  = { COLUMN (slice, NUMBER32), COLUMN (statements, COUNT, .unit = "statements") };
static const struct wpp_schema slice_schema = WPP_SCHEMA ("slice", struct OF, slice_columns);
#undef OF

#define OF wpp_context_cost_row
static const struct wpp_row_column context_columns[]
  = { COLUMN (caller, SIGNED), COLUMN (function, TEXT), COLUMN (call, ROW_AT, .of = &wpp_call_place_schema),
      COLUMN (activations, COUNT, .unit = "activations"), COLUMN (statements, COUNT, .unit = "statements"),
      COLUMN (contexts, NUMBER), COLUMN (deeper, TRUTH), COLUMN (slices, LIST, .of = &slice_schema) };
static const struct wpp_schema context_schema = WPP_SCHEMA ("context", struct OF, context_columns);
#undef OF

#define OF wpp_context_costs_head
static const struct wpp_row_column head_columns[]
  = { COLUMN (contexts, NUMBER), COLUMN (shown, NUMBER), COLUMN (levels, SIGNED), COLUMN (sliced, TRUTH) };
const struct wpp_schema wpp_context_costs_schema
  = WPP_SCHEMA ("contexts", struct OF, head_columns, .rows = "contexts", .of = &context_schema);
#undef OF

/* ---- Which contexts have rows.  */

#define NO_ROW UINT32_MAX

struct row
{
  uint32_t context;             /* whose row it is; of a row of others: one of them */
  uint32_t caller;              /* row, or NO_ROW */
  bool others;
  uint64_t activations, statements, contexts;
  bool deeper;
};

struct choice
{
  const struct wpp_context *x;  /* [n] the contexts */
  uint32_t n;
  uint64_t *totals;             /* [n] statements of each, and of what it called */
  uint32_t *row;                /* [n] the row that it is in */
  uint32_t *others;             /* [n + 1] the row of what else it called, or NO_ROW; the last: of no context */
  struct row *rows;             /* [n_rows] */
  uint32_t n_rows;
  struct wpp_context_costs_head head;
};

/* Contexts that a round before told apart may have nothing.  */
static bool
used_p (const struct wpp_context *x)
{
  return x->count || x->cost;
}

/* Is context X a function's, and not all that is deeper?  */
static bool
apart_p (const struct wpp_context *x)
{
  return x->function != WPP_NO_FUNCTION;
}

static void
sum_up (struct choice *c)
{
  for (uint32_t i = c->n; i-- > 0;)
    {
      c->totals[i] = wpp_saturating_add (c->totals[i], c->x[i].cost);
      if (c->x[i].caller != WPP_NO_CONTEXT)
        c->totals[c->x[i].caller] = wpp_saturating_add (c->totals[c->x[i].caller], c->totals[i]);
    }
}

/* The greatest first; callers before what they call, whose totals are not greater.  */
static int
compare_totals (const void *a, const void *b, void *choice)
{
  const uint64_t *totals = ((const struct choice *)choice)->totals;
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  if (totals[x] != totals[y])
    return totals[x] > totals[y] ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* Give rows to MOST contexts, in the order of their numbers.  ORDER [n] is used.  */
static void
choose (struct choice *c, uint32_t most, uint32_t *order)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < c->n; i++)
    {
      c->row[i] = NO_ROW;
      if (apart_p (&c->x[i]) && used_p (&c->x[i]))
        order[n++] = i;
    }
  c->head.contexts = n;
  c->head.shown = n < most ? n : most;
  if (n > most)
    qsort_r (order, n, sizeof *order, compare_totals, c);
  for (uint32_t i = 0; i < c->head.shown; i++)
    c->row[order[i]] = 0;
  for (uint32_t i = 0; i < c->n; i++)
    if (c->row[i] != NO_ROW)
      {
        const struct wpp_context *x = &c->x[i];
        uint32_t caller = x->caller == WPP_NO_CONTEXT ? NO_ROW : c->row[x->caller];
        c->row[i] = c->n_rows;
        c->rows[c->n_rows++] = (struct row){ i, caller, false, x->count, x->cost, 1, false };
      }
}

/* The row of what else the context CALLER called, which has one itself or is WPP_NO_CONTEXT; CONTEXT is such.  */
static uint32_t
row_of_others (struct choice *c, uint32_t caller, uint32_t context)
{
  uint32_t *others = &c->others[caller == WPP_NO_CONTEXT ? c->n : caller];
  if (*others == NO_ROW)
    {
      *others = c->n_rows;
      c->rows[c->n_rows++] = (struct row){ .context = context, .others = true,
                                           .caller = caller == WPP_NO_CONTEXT ? NO_ROW : c->row[caller] };
    }
  return *others;
}

/* Put the contexts without rows together.  Those that they called come later.  */
static void
fold (struct choice *c)
{
  for (uint32_t i = 0; i <= c->n; i++)
    c->others[i] = NO_ROW;
  for (uint32_t i = 0; i < c->n; i++)
    {
      const struct wpp_context *x = &c->x[i];
      if (c->row[i] != NO_ROW || !used_p (x))
        continue;
      uint32_t above = x->caller == WPP_NO_CONTEXT ? NO_ROW : c->row[x->caller];
      c->row[i] = above != NO_ROW && c->rows[above].others ? above : row_of_others (c, x->caller, i);
      struct row *r = &c->rows[c->row[i]];
      r->activations = wpp_saturating_add (r->activations, x->count);
      r->statements = wpp_saturating_add (r->statements, x->cost);
      r->contexts += apart_p (x);
      r->deeper |= !apart_p (x);
    }
}

static void
release (struct choice *c)
{
  free (c->totals);
  free (c->row);
  free (c->others);
  free (c->rows);
}

/* Choose MOST contexts of COSTS; C is to be released in any case.  */
static int
make_choice (struct choice *c, const struct wpp_context_costs *costs, uint32_t most)
{
  *c = (struct choice){ .head = { .levels = costs->levels, .sliced = !costs->full } };
  c->x = wpp_call_contexts_all (costs->contexts, &c->n);
  size_t n = c->n + (size_t)1;
  uint32_t *order = malloc (n * sizeof *order);
  c->totals = calloc (n, sizeof *c->totals);
  c->row = malloc (n * sizeof *c->row);
  c->others = malloc (n * sizeof *c->others);
  c->rows = malloc (2 * n * sizeof *c->rows);
  bool whole = order && c->totals && c->row && c->others && c->rows;
  if (whole)
    {
      sum_up (c);
      choose (c, most, order);
      fold (c);
    }
  free (order);
  return whole ? 0 : WPP_E_NOMEM;
}

/* ---- Slices.  */

static int
compare_parts (const void *a, const void *b)
{
  const struct wpp_context_part *x = a, *y = b;
  if (x->context != y->context)
    return x->context < y->context ? -1 : 1;
  return x->slice < y->slice ? -1 : x->slice > y->slice;
}

/* What was executed in rows of C by slice, [*N] by row and slice, malloc'ed; null when out of memory.  */
static struct wpp_context_part *
parts_of_rows (const struct choice *c, const struct wpp_context_costs *costs, size_t *n)
{
  size_t all = costs->full ? 0 : costs->n, end = 0;
  struct wpp_context_part *p = malloc ((all + 1) * sizeof *p);
  if (!p)
    return NULL;
  for (size_t i = 0; i < all; i++)
    {
      p[i] = costs->parts[i];
      p[i].context = c->row[p[i].context];
    }
  qsort (p, all, sizeof *p, compare_parts);
  for (size_t i = 0; i < all; i++)
    if (end && !compare_parts (&p[end - 1], &p[i]))
      p[end - 1].statements = wpp_saturating_add (p[end - 1].statements, p[i].statements);
    else
      p[end++] = p[i];
  *n = end;
  return p;
}

static int
get_slice (void *data, size_t i, void *row)
{
  const struct wpp_context_part *p = (const struct wpp_context_part *)data + i;
  *(struct wpp_context_slice_row *)row = (struct wpp_context_slice_row){ p->slice, p->statements };
  return 0;
}

/* ---- Sending.  */

/* Send R, whose PARTS [N] these are.  */
static int
send_row (const struct choice *c, const struct wpp_call_tree *tree, const struct row *r,
          struct wpp_context_part *parts, size_t n, struct wpp_row_sink *sink)
{
  struct wpp_call_place_row call;
  const struct wpp_context *x = &c->x[r->context];
  const struct wpp_code_function *f = r->others ? NULL : &tree->code->functions[x->function];
  const struct wpp_context_cost_row row
    = { .caller = r->caller == NO_ROW ? -1 : (int64_t)r->caller,
        .function = f ? wpp_function_name (f->function) : NULL,
        .call = f ? wpp_call_place (tree, x, &call) : NULL,
        .activations = r->activations,
        .statements = r->statements,
        .contexts = r->contexts,
        .deeper = r->deeper,
        .slices = { n, parts, get_slice },
        .of = f };
  return wpp_sink_row (sink, &row);
}

static int
send_rows (const struct choice *c, const struct wpp_call_tree *tree, struct wpp_context_part *parts, size_t n,
           struct wpp_row_sink *sink)
{
  size_t at = 0;
  int err = wpp_sink_begin (sink, &wpp_context_costs_schema, &c->head);
  for (uint32_t i = 0; i < c->n_rows && !err; i++)
    {
      size_t first = at;
      while (at < n && parts[at].context == i)
        at++;
      err = send_row (c, tree, &c->rows[i], parts + first, at - first, sink);
    }
  return err ? err : wpp_sink_end (sink);
}

int64_t
wpp_context_costs_send (struct wpp_context_costs *costs, uint32_t most, struct wpp_row_sink *sink)
{
  struct choice c;
  size_t n = 0;
  int err = make_choice (&c, costs, most);
  struct wpp_context_part *parts = err ? NULL : parts_of_rows (&c, costs, &n);
  struct wpp_call_tree *tree = parts ? wpp_call_tree_new (costs->code, costs->contexts, NULL, 0) : NULL;
  if (!err)
    err = tree ? send_rows (&c, tree, parts, n, sink) : WPP_E_NOMEM;
  if (tree)
    wpp_call_tree_free (tree);
  free (parts);
  release (&c);
  return err ? err : (int64_t)c.n_rows;
}
