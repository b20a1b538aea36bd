/* Conditional branches, how often they were executed and taken, and how often a processor mispredicts them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Executions are exact.  Misses are expected: outcomes in windows of the run are replayed through a model of a
   predictor (decide/models/replay.h), and the share of those that it got wrong is taken for that of all
   (decide/models/branches.h).  */

#include <stdlib.h>
#include "activations/lines/branches.h"
#include "activations/counts/counted.h"
#include "answers/branches.h"
#include "base/array.h"
#include "base/saturate.h"
#include "base/search.h"
#include "decide/models/branches.h"
#include "decide/models/replay.h"

/* ---- Schemas.  */

static const struct wpp_row_column way_columns[]
  = { WPP_COLUMN (struct wpp_branch_way_row, block, NUMBER),
      WPP_COLUMN (struct wpp_branch_way_row, count, COUNT, .unit = "executions") };
static const struct wpp_schema way_schema = WPP_SCHEMA ("way", struct wpp_branch_way_row, way_columns);

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct wpp_branch_row, MEMBER, TYPE, __VA_ARGS__)
static const struct wpp_row_column branch_columns[]
  = { COLUMN (function, TEXT), COLUMN (assembler_name, TEXT), COLUMN (unit, TEXT), COLUMN (file, TEXT),
      COLUMN (path, TEXT), COLUMN (line, SIGNED), COLUMN (block, NUMBER),
      COLUMN (executed, COUNT, .unit = "executions"), COLUMN (replayed, COUNT, .unit = "executions"),
      COLUMN (replayed_misses, COUNT, .unit = "executions"), COLUMN (misses, REAL, .unit = "executions"),
      COLUMN (ways, LIST, .of = &way_schema) };
static const struct wpp_schema branch_schema = WPP_SCHEMA ("branch", struct wpp_branch_row, branch_columns);

static const struct wpp_row_column head_columns[]
  = { WPP_COLUMN (struct wpp_branches_head, executed, COUNT, .unit = "executions"),
      WPP_COLUMN (struct wpp_branches_head, replayed, COUNT, .unit = "executions"),
      WPP_COLUMN (struct wpp_branches_head, misses, REAL, .unit = "executions", .rounded = true) };
const struct wpp_schema wpp_branches_schema
  = WPP_SCHEMA ("branches", struct wpp_branches_head, head_columns, .rows = "branches", .of = &branch_schema);

/* ---- Finding them.  */

/* A conditional branch that was executed.  */
struct branch
{
  const struct wpp_code_function *function;
  uint32_t node, edges[2];             /* of the function's graph */
  struct wpp_branch_outcomes outcomes; /* taken: EDGES[0] */
};

/* All of them, and their sums.  */
struct found
{
  struct branch *branches;             /* [n] */
  size_t n;
  struct wpp_branches_head head;
};

/* Replay all events of R, whose code is CODE.  */
static struct wpp_replay *
replay (const struct wpp_recording *r, struct wpp_code *code, int *err)
{
  struct wpp_replay *replay = wpp_replay_new (code);
  *err = replay ? 0 : WPP_E_NOMEM;
  for (size_t t = 0; t < wpp_recording_threads (r) && !*err; t++)
    {
      const struct wpp_thread *thread = wpp_recording_thread (r, t);
      for (size_t s = 0; s < thread->n_segments && !*err; s++)
        *err = wpp_replay_add (replay, thread->segments[s]);
    }
  return replay;
}

/* Give B what was replayed of its function, MISSES [N], sorted.  */
static void
find_misses (struct branch *b, const struct wpp_branch_misses *misses, size_t n)
{
  size_t i = WPP_PARTITION_POINT (k, n, misses[k].node < b->node);
  if (i == n || misses[i].node != b->node)
    return;
  b->outcomes.seen = misses[i].seen;
  b->outcomes.missed = misses[i].missed;
}

/* Expected misses of B.  */
static double
expected (const struct branch *b)
{
  return wpp_branch_miss_rate (&b->outcomes) * b->outcomes.executed;
}

static int
add_branch (struct found *found, const struct branch *b)
{
  if (WPP_EXTEND (found->branches, found->n))
    return WPP_E_NOMEM;
  found->branches[found->n++] = *b;
  found->head.executed = wpp_saturating_add (found->head.executed, b->outcomes.executed);
  found->head.replayed = wpp_saturating_add (found->head.replayed, b->outcomes.seen);
  found->head.misses += expected (b);
  return 0;
}

/* Add those of function number F of CODE, which has been COUNTED.  */
static int
find_in_function (struct found *found, const struct wpp_code *code, size_t f,
                  const struct wpp_counted_function *counted, struct wpp_replay *r)
{
  const struct wpp_cfg *cfg = &code->functions[f].function->cfg;
  const struct wpp_branch_misses *misses;
  size_t n;
  int err = wpp_replay_branches (r, f, &misses, &n);
  for (uint32_t v = 0, e = 0; v < cfg->n_nodes && !err; v++)
    {
      struct branch b = { .function = &code->functions[f], .node = v };
      if (wpp_branch_ways (cfg, v, &e, b.edges, 2) != 2)
        continue;
      b.outcomes.taken = counted->edge_counts[b.edges[0]];
      b.outcomes.executed = wpp_saturating_add (b.outcomes.taken, counted->edge_counts[b.edges[1]]);
      find_misses (&b, misses, n);
      if (b.outcomes.executed)
        err = add_branch (found, &b);
    }
  return err;
}

/* Those that are mispredicted most often first; then those executed most often.  */
static int
compare_branches (const void *a, const void *b)
{
  const struct branch *x = a, *y = b;
  double mx = expected (x), my = expected (y);
  if (mx != my)
    return mx > my ? -1 : 1;
  if (x->outcomes.executed != y->outcomes.executed)
    return x->outcomes.executed > y->outcomes.executed ? -1 : 1;
  if (x->function != y->function)
    return x->function < y->function ? -1 : 1;
  return x->node < y->node ? -1 : x->node > y->node;
}

/* Find those of R that are asked for.  */
static int
find (struct found *found, const struct wpp_question_asked *asked, const struct wpp_recording *r, struct wpp_code *code,
      struct wpp_place *place)
{
  int err;
  struct wpp_replay *replayed = replay (r, code, &err);
  struct wpp_counted_function *counted
    = err ? NULL : wpp_counted_functions (wpp_recording_profile (r), code, &err, place);
  for (size_t f = 0; f < code->n_functions && !err; f++)
    {
      const struct wpp_counted_function *of = &counted[code->functions[f].order];
      if (of->edge_counts && (!asked->function || wpp_function_named_p (of->function, asked->function)))
        err = find_in_function (found, code, f, of, replayed);
    }
  if (found->n)
    qsort (found->branches, found->n, sizeof *found->branches, compare_branches);
  wpp_replay_free (replayed);
  wpp_counted_functions_free (counted, code->n_functions);
  return err;
}

/* ---- Sending them.  */

static int
get_way (void *data, size_t i, void *row)
{
  const struct branch *b = data;
  const struct wpp_cfg *cfg = &b->function->function->cfg;
  *(struct wpp_branch_way_row *)row
    = (struct wpp_branch_way_row){ cfg->nodes[cfg->edges[b->edges[i]].dst].block,
                                   i ? b->outcomes.executed - b->outcomes.taken : b->outcomes.taken };
  return 0;
}

static int
send_branch (struct wpp_recording *r, const struct branch *b, struct wpp_row_sink *sink)
{
  const struct wpp_function *f = b->function->function;
  const struct wpp_line_ref *line = wpp_branch_line (&f->cfg, b->node);
  const struct wpp_file_name *name = line ? &b->function->unit->names[line->file] : NULL;
  struct wpp_branch_row row = { .function = wpp_function_name (f),
                                .short_name = wpp_recording_short_name (r, f),
                                .assembler_name = f->name,
                                .unit = wpp_source_name (b->function->unit),
                                .file = name ? name->file : NULL,
                                .path = name ? name->path : NULL,
                                .line = line ? (int64_t)line->line : -1,
                                .block = f->cfg.nodes[b->node].block,
                                .executed = b->outcomes.executed,
                                .replayed = b->outcomes.seen,
                                .replayed_misses = b->outcomes.missed,
                                .misses = expected (b),
                                .miss_rate = wpp_branch_miss_rate (&b->outcomes),
                                .taken = (double)b->outcomes.taken / b->outcomes.executed,
                                .ways = { 2, (void *)b, get_way } };
  return row.short_name ? wpp_sink_row (sink, &row) : WPP_E_NOMEM;
}

int64_t
wpp_answer_branches (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
                     struct wpp_place *place)
{
  struct found found = { 0 };
  int err;
  struct wpp_code *code = wpp_recording_code (r, &err, place);
  if (code)
    err = find (&found, asked, r, code, place);
  if (!err)
    err = wpp_sink_begin (sink, &wpp_branches_schema, &found.head);
  for (size_t i = 0; i < found.n && i < asked->top && !err; i++)
    err = send_branch (r, &found.branches[i], sink);
  free (found.branches);
  if (!err)
    err = wpp_sink_end (sink);
  return err ? err : (int64_t)found.n;
}
