/* Prime paths of each function, and how often each was executed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE  /* qsort_r */
#include <stdlib.h>
#include "answers/prime-counts.h"
#include "answers/prime.h"
#include "answers/routes.h"
#include "recording/opened/traced.h"

#define CELL(STRUCT, MEMBER, TYPE, ...) WPP_COLUMN (struct STRUCT, MEMBER, TYPE, __VA_ARGS__)
static const struct wpp_row_column path_columns[]
  = { CELL (wpp_prime_row, count, COUNT, .unit = "executions"),
      CELL (wpp_prime_row, blocks, LIST, .of = &wpp_number32_schema),
      CELL (wpp_prime_row, lines, LIST, .of = &wpp_source_line_schema) };
static const struct wpp_schema path_schema = WPP_SCHEMA ("path", struct wpp_prime_row, path_columns);
static const struct wpp_row_column function_columns[]
  = { CELL (wpp_prime_function_row, function, TEXT), CELL (wpp_prime_function_row, short_name, TEXT),
      CELL (wpp_prime_function_row, assembler_name, TEXT), CELL (wpp_prime_function_row, unit, TEXT),
      CELL (wpp_prime_function_row, covered, NUMBER, .unit = "paths"),
      CELL (wpp_prime_function_row, total, SIGNED, .unit = "paths"),
      CELL (wpp_prime_function_row, paths, LIST, .of = &path_schema) };
static const struct wpp_schema function_schema
  = WPP_SCHEMA ("function", struct wpp_prime_function_row, function_columns);
const struct wpp_schema wpp_prime_schema = { .name = "prime paths", .rows = "functions", .of = &function_schema };

/* ---- Lists of a function's paths.  */

struct listing
{
  struct wpp_code *code;
  const struct wpp_code_function *function;
  struct wpp_prime_graph graph;
  struct wpp_prime_counts paths;
  uint32_t *order;              /* [paths.n] */
  /* Of the path that is looked at.  */
  uint32_t *blocks;             /* [graph.n_blocks + 1] */
  const struct wpp_line_ref **lines;  /* the same */
};

/* The line that gcov gives of BLOCK: the greatest of the last lines that are of one file; or null.  */
static const struct wpp_line_ref *
line_of (const struct wpp_prime_graph *g, uint32_t block)
{
  const struct wpp_cfg *cfg = g->cfg;
  uint32_t v = g->node[block], end = block + 1 < g->n_blocks ? g->node[block + 1] : cfg->n_nodes;
  const struct wpp_line_ref *line = NULL;
  for (; v < end; v++)
    for (uint32_t i = 0; i < cfg->nodes[v].n_lines; i++)
      {
        const struct wpp_line_ref *l = &cfg->lines[cfg->nodes[v].first_line + i];
        if (!line || l->file != line->file || l->line > line->line)
          line = l;
      }
  return line;
}

static int
get_line (void *data, size_t i, void *row)
{
  const struct listing *l = data;
  const struct wpp_file_name *name = &l->function->unit->names[l->lines[i]->file];
  *(struct wpp_source_line_row *)row = (struct wpp_source_line_row){ name->file, name->path, l->lines[i]->line };
  return 0;
}

static int
get_path (void *data, size_t i, void *row)
{
  struct listing *l = data;
  const struct wpp_prime_path *p = &l->paths.paths[l->order[i]];
  size_t n_lines = 0;
  for (uint32_t k = 0; k < p->n; k++)
    {
      uint32_t block = l->paths.blocks[p->first + k];
      l->blocks[k] = l->graph.cfg->nodes[l->graph.node[block]].block;
      l->lines[n_lines] = line_of (&l->graph, block);
      n_lines += l->lines[n_lines] != NULL;
    }
  *(struct wpp_prime_row *)row
    = (struct wpp_prime_row){ p->count, wpp_numbers32 (l->blocks, p->n), { n_lines, l, get_line } };
  return 0;
}

static int
add_path (void *data, const uint32_t *path, uint32_t n)
{
  return wpp_prime_counts_add (data, path, n, 0);
}

/* For qsort_r: paths executed most often first, then by their blocks.  */
static int
compare_paths (const void *a, const void *b, void *paths)
{
  const struct wpp_prime_counts *c = paths;
  const struct wpp_prime_path *x = &c->paths[*(const uint32_t *)a], *y = &c->paths[*(const uint32_t *)b];
  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  for (uint32_t i = 0; i < x->n && i < y->n; i++)
    if (c->blocks[x->first + i] != c->blocks[y->first + i])
      return c->blocks[x->first + i] < c->blocks[y->first + i] ? -1 : 1;
  return x->n < y->n ? -1 : x->n > y->n;
}

static int
sort_paths (struct listing *l)
{
  size_t n = l->graph.n_blocks + (size_t)1;
  l->order = malloc ((l->paths.n + 1) * sizeof *l->order);
  l->blocks = malloc (n * sizeof *l->blocks);
  l->lines = malloc (n * sizeof *l->lines);
  if (!l->order || !l->blocks || !l->lines)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < l->paths.n; i++)
    l->order[i] = i;
  qsort_r (l->order, l->paths.n, sizeof *l->order, compare_paths, &l->paths);
  return 0;
}

/* Find L's paths: those that were executed by TRACES, with COUNTS, unless these are null; and, if there are not too
   many, the others.  */
static int
find_paths (struct listing *l, const struct wpp_function_traces *traces, const uint64_t *counts,
            struct wpp_prime_function_row *row)
{
  int err = wpp_prime_graph_init (&l->graph, &l->function->function->cfg);
  l->code->passed = 0;
  if (!err && traces)
    err = wpp_prime_count (l->code, l->function, traces, counts, &l->graph, &l->paths);
  if (err)
    return err;
  row->covered = l->paths.n;
  size_t n_blocks = l->paths.n_blocks;
  err = wpp_prime_paths (&l->graph, WPP_MOST_PRIME_PATHS, add_path, &l->paths);
  row->total = err ? -1 : (int64_t)l->paths.n;
  if (err != WPP_E_TOOBIG)
    return err ? err : sort_paths (l);
  /* The rest is as it was; what the table has of it is not asked for any more.  */
  l->paths.n = row->covered;
  l->paths.n_blocks = n_blocks;
  return sort_paths (l);
}

static void
release_listing (struct listing *l)
{
  wpp_prime_graph_release (&l->graph);
  wpp_prime_counts_release (&l->paths);
  free (l->order);
  free (l->blocks);
  free (l->lines);
}

/* ---- The answer.  */

/* Send the row of FUNCTION, whose activations are TRACED; null: there are none.  */
static int
send_function (struct wpp_traced *t, const struct wpp_code_function *function, const struct wpp_traced_function *traced,
               uint64_t top, struct wpp_row_sink *sink)
{
  struct listing l = { .code = t->code, .function = function };
  struct wpp_prime_function_row row
    = { .function = wpp_function_name (function->function),
        .short_name = wpp_recording_short_name (t->recording, function->function),
        .assembler_name = function->function->name,
        .unit = wpp_source_name (function->unit) };
  int err = row.short_name ? 0 : WPP_E_NOMEM;
  if (!err)
    err = find_paths (&l, traced ? traced->traces : NULL, traced ? traced->counts : NULL, &row);
  row.paths = (struct wpp_row_list){ l.paths.n < top ? l.paths.n : top, &l, get_path };
  if (!err)
    err = wpp_sink_row (sink, &row);
  release_listing (&l);
  return err;
}

/* Send the rows of T's functions; OF [code->n_functions] are their activations.  */
static int64_t
send_functions (struct wpp_traced *t, const struct wpp_traced_function *const *of,
                const struct wpp_question_asked *asked, struct wpp_row_sink *sink)
{
  int64_t n = 0;
  int err = wpp_sink_begin (sink, &wpp_prime_schema, NULL);
  for (size_t i = 0; i < t->code->n_functions && !err; i++)
    {
      const struct wpp_code_function *f = &t->code->functions[i];
      if (f->function->n_paths == 0 || (asked->function && !wpp_function_named_p (f->function, asked->function)))
        continue;
      n++;
      err = send_function (t, f, of[i], asked->top, sink);
    }
  if (!err)
    err = wpp_sink_end (sink);
  return err ? err : n;
}

int64_t
wpp_answer_prime (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
                  struct wpp_place *place)
{
  struct wpp_traced t;
  int64_t n = wpp_traced_read (&t, r, asked->function, place);
  const struct wpp_traced_function **of = n ? NULL : calloc (t.code->n_functions + 1, sizeof *of);
  if (!n && !of)
    n = WPP_E_NOMEM;
  for (size_t i = 0; of && i < t.n; i++)
    of[t.functions[i].function - t.code->functions] = &t.functions[i];
  if (of)
    n = send_functions (&t, of, asked, sink);
  free (of);
  wpp_traced_release (&t);
  return n;
}
