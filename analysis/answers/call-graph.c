/* Who called whom.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include "answers/calls-impl.h"
#include "base/saturate.h"

#define OF wpp_call_graph_function_row
static const struct wpp_row_column function_columns[]
  = { WPP_COLUMN (struct OF, number, NUMBER32), WPP_COLUMN (struct OF, function, ROW, .of = &wpp_call_function_schema),
      WPP_COLUMN (struct OF, count, COUNT, .unit = "activations") };
static const struct wpp_schema function_schema = WPP_SCHEMA ("function", struct OF, function_columns);
#undef OF

const struct wpp_schema wpp_call_graph_functions_schema
  = { .name = "functions", .rows = "functions", .of = &function_schema, .part = true };
const struct wpp_schema wpp_call_graph_calls_schema
  = { .name = "graph calls", .rows = "calls", .of = &wpp_call_edge_schema, .part = true };
const struct wpp_schema wpp_call_graph_schema = { .name = "call graph", .size = sizeof (struct wpp_call_graph_head) };

/* ---- Which calls.  */

static int
compare_counts (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x > y ? -1 : x < y;
}

/* Set *LEAST to the count from which on calls are sent, of EDGES [N].  */
static int
find_least (const struct wpp_call_edge *edges, size_t n, const struct wpp_calls_asked *asked, uint64_t *least)
{
  uint64_t *counts = calloc (n + 1, sizeof *counts);
  double all = 0;
  *least = 0;
  if (!counts)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < n; i++)
    all += (double)(counts[i] = edges[i].count);
  if (asked->min_share > 0)
    *least = (uint64_t)ceil (all * asked->min_share);
  else if (asked->min_share < 0 && asked->most && n > asked->most)
    {
      qsort (counts, n, sizeof *counts, compare_counts);
      *least = wpp_saturating_add (counts[asked->most], 1);
    }
  free (counts);
  return 0;
}

/* Keep those of EDGES [*N], of R, that are asked for.  */
static int
keep_edges (const struct wpp_recording *r, struct wpp_call_edge *edges, size_t *n, const struct wpp_calls_asked *asked)
{
  size_t kept = 0, all = *n;
  uint64_t least;
  int err = find_least (edges, all, asked, &least);
  for (size_t i = 0; i < all && !err; i++)
    if (edges[i].count >= least)
      edges[kept++] = edges[i];
  if (asked->min_share < 0 && kept < all && !err)
    wpp_recording_tell (r, "calls", "%zu of %zu calls are left out, each made less than %" PRIu64 " times; "
                        "--min-share=0%% prints all", all - kept, all, least);
  *n = kept;
  return err;
}

/* ---- Functions.  */

/* Set COUNTS [T->code->n_functions] to the activations in the contexts that are kept.  */
static void
add_counts (const struct wpp_call_tree *t, uint64_t *counts)
{
  for (uint32_t i = 0; i < t->n; i++)
    {
      const struct wpp_context *x = t->rows[i].context;
      if (t->rows[i].kept && x->function != WPP_NO_FUNCTION)
        counts[x->function] = wpp_saturating_add (counts[x->function], x->count);
    }
}

/* Send the functions that EDGES [N] are of; or, if that is ALL that there are, those of all contexts that are kept.  */
static int
send_functions (struct wpp_recording *r, const struct wpp_call_tree *t, const struct wpp_call_edge *edges, size_t n,
                bool all, struct wpp_row_sink *sink)
{
  uint64_t *counts = calloc (t->code->n_functions + 1, sizeof *counts);
  bool *shown = calloc (t->code->n_functions + 1, sizeof *shown);
  int err = counts && shown ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < n && !err; i++)
    shown[edges[i].caller] = shown[edges[i].callee] = true;
  if (!err)
    {
      add_counts (t, counts);
      err = wpp_sink_begin (sink, &wpp_call_graph_functions_schema, NULL);
    }
  for (uint32_t f = 0; f < t->code->n_functions && !err; f++)
    if (counts[f] && (all || shown[f]))
      {
        struct wpp_call_graph_function_row row = { .number = f, .count = counts[f] };
        err = wpp_call_function (r, t, f, &row.function);
        if (!err)
          err = wpp_sink_row (sink, &row);
      }
  free (shown);
  free (counts);
  return err ? err : wpp_sink_end (sink);
}

/* ---- The answer.  */

static int
send_graph (struct wpp_recording *r, const struct wpp_call_tree *t, const struct wpp_calls_asked *asked,
            struct wpp_row_sink *sink)
{
  const struct wpp_call_graph_head head = { t->n_kept > 0 };
  size_t all, n;
  struct wpp_call_edge *edges = wpp_call_tree_edges (t, &all);
  n = all;
  int err = edges ? keep_edges (r, edges, &n, asked) : WPP_E_NOMEM;
  if (!err)
    err = wpp_sink_begin (sink, &wpp_call_graph_schema, &head);
  if (!err)
    err = send_functions (r, t, edges, n, n == all, sink);
  if (!err)
    err = wpp_sink_begin (sink, &wpp_call_graph_calls_schema, NULL);
  if (!err)
    err = wpp_send_call_edges (r, t, edges, n, sink);
  if (!err)
    err = wpp_sink_end (sink);
  if (!err)
    err = wpp_sink_end (sink);
  free (edges);
  return err;
}

int64_t
wpp_answer_call_graph (struct wpp_recording *r, const struct wpp_calls_asked *asked, struct wpp_row_sink *sink,
                       struct wpp_place *place)
{
  struct wpp_call_contexts_found found;
  struct wpp_call_tree *t;
  int err = wpp_call_tree_find (r, asked, &found, &t, place);
  if (!err)
    err = send_graph (r, t, asked, sink);
  int64_t n = err ? err : (int64_t)t->n_kept;
  wpp_call_tree_free (t);
  wpp_call_contexts_free (found.contexts);
  return n;
}
