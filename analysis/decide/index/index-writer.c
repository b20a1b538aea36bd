/* Making an index (index.h): writing what indexer.c has found.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Longer than 500 lines: the parts of a function's entry are written in the order in which they stand in it.  */

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>
#include "activations/counts/flow.h"
#include "format/index-format.h"
#include "decide/index/chains.h"
#include "decide/index/function-order.h"
#include "decide/index/indexer.h"
#include "decide/index/parts.h"
#include "decide/index/put-contexts.h"
#include "decide/index/put-places.h"
#include "decide/index/put-projection.h"
#include "program/paths/numbering.h"
#include "base/saturate.h"
#include "base/bytes.h"
#include "base/hash-table.h"

/* The records of an entry, in its order.  */
enum record
{
  COUNTS,
  CALLS,
  BRANCHES,
  LOOPS,
  CONTEXTS,
  VALUES,
  SAMPLE,                    /* in a part of its own, as the next one */
  WHOLE,
  RECORDS
};

/* Where what is known of a function is.  */
struct place
{
  uint64_t offset;           /* of its parts, from the first part on */
  uint32_t parts[WPP_ENTRY_PARTS]; /* their sizes */
  uint64_t hashes[WPP_ENTRY_PARTS];
  uint32_t sizes[RECORDS];
};

/* Where the records go that have no part of their own.  */
#define RECORDS_OF(W) (&(W)->contents[0])

struct line                /* of the table: function F of the code */
{
  uint64_t hash;
  uint32_t unit, function; /* index of the unit, number in the unit */
  size_t f;
};

struct writer
{
  struct wpp_indexer *x;
  unsigned flags;               /* WPP_INDEX_HASHED, WPP_INDEX_SAMPLED */
  struct line *lines;
  uint32_t *names, *sources;     /* [functions], [units] offsets into the strings */
  uint32_t *entries;             /* [functions] their entries' numbers */
  uint32_t *places;              /* [functions] where they should stand */
  uint64_t greatest;             /* count of an edge */
  uint64_t executed, hot;        /* statements: executions; those that have any */
  struct wpp_buffer strings, table, parts;
  struct wpp_buffer contents[WPP_ENTRY_PARTS]; /* of the present function's parts, not packed */
  ZSTD_CCtx *zstd;
  struct wpp_chains chains;
  struct wpp_path_contexts contexts;
  struct place *where;          /* [functions] */
};

static int
compare_lines (const void *a, const void *b)
{
  const struct line *x = a, *y = b;
  if (x->hash != y->hash)
    return x->hash < y->hash ? -1 : 1;
  if (x->unit != y->unit)
    return x->unit < y->unit ? -1 : 1;
  return x->f < y->f ? -1 : x->f > y->f;
}

static int
add_string (struct writer *w, const char *s, uint32_t *offset)
{
  if (w->strings.size > UINT32_MAX / 2)
    return WPP_E_TOOBIG;
  *offset = w->strings.size;
  wpp_put_bytes (&w->strings, s, strlen (s) + 1);
  return 0;
}

static bool
unit_is_p (const void *items, uint32_t number, const void *key)
{
  const struct wpp_code *code = items;
  return code->units[number] == key;
}

/* Make the table UNITS of CODE's units.  */
static int
number_units (const struct wpp_code *code, struct wpp_hash_table *units)
{
  int err = code->n_units ? wpp_hash_reserve (units, code->n_units) : WPP_OK;
  for (uint32_t u = 0; u < code->n_units && !err; u++)
    wpp_hash_add (units, wpp_hash_key (units, (uintptr_t)code->units[u]), u);
  return err;
}

static uint32_t
unit_index (const struct wpp_code *code, const struct wpp_hash_table *units, const struct wpp_unit *unit)
{
  return wpp_hash_find (units, wpp_hash_key (units, (uintptr_t)unit), unit_is_p, code, unit);
}

/* Sort the functions and collect their names.  */
static int
make_lines (struct writer *w)
{
  const struct wpp_code *code = w->x->code;
  struct wpp_hash_table units = { 0 };
  int err = number_units (code, &units);
  for (size_t u = 0; u < code->n_units && !err; u++)
    err = add_string (w, code->units[u]->source, &w->sources[u]);
  for (size_t i = 0; i < code->n_functions && !err; i++)
    {
      const struct wpp_code_function *f = &code->functions[i];
      const char *name = f->function->name;
      w->lines[i] = (struct line){ XXH3_64bits (name, strlen (name)), unit_index (code, &units, f->unit),
                                   f->function - f->unit->functions, i };
      err = add_string (w, name, &w->names[i]);
    }
  wpp_hash_release (&units);
  if (code->n_functions)
    qsort (w->lines, code->n_functions, sizeof *w->lines, compare_lines);
  for (size_t i = 0; i < code->n_functions; i++)
    w->entries[w->lines[i].f] = i;
  return err;
}

static void
put_counts (struct writer *w, size_t f)
{
  size_t n;
  uint64_t before = 0;
  const struct wpp_path_times *counts = wpp_projector_counts (w->x->projector, f, &n);
  if (!n)
    return;
  wpp_put_leb (RECORDS_OF (w), n);
  for (size_t i = 0; i < n; i++)
    {
      wpp_put_leb (RECORDS_OF (w), counts[i].number - before);
      wpp_put_leb (RECORDS_OF (w), counts[i].count);
      before = counts[i].number;
    }
}

static void
put_callees (struct writer *w, size_t f)
{
  size_t n;
  uint32_t before = 0;
  const struct wpp_trained_callee *callees = wpp_training_callees (w->x->training, f, &n);
  wpp_put_leb (RECORDS_OF (w), n);
  for (size_t i = 0; i < n; i++)
    {
      wpp_put_leb (RECORDS_OF (w), callees[i].node - before);
      wpp_put_leb (RECORDS_OF (w), w->entries[callees[i].callee]);
      wpp_put_leb (RECORDS_OF (w), callees[i].count);
      before = callees[i].node;
    }
}

static int
compare_next (const void *a, const void *b)
{
  const struct wpp_index_next *x = a, *y = b;
  return x->function < y->function ? -1 : x->function > y->function;
}

/* Append the functions that were entered next after F.  */
static int
put_next (struct writer *w, size_t f)
{
  size_t n;
  uint32_t before = 0;
  const struct wpp_transition_count *counts = wpp_training_next (w->x->training, f, &n);
  struct wpp_index_next *next = malloc ((n + 1) * sizeof *next);
  if (!next)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < n; i++)
    next[i] = (struct wpp_index_next){ w->entries[counts[i].function], counts[i].count };
  if (n)
    qsort (next, n, sizeof *next, compare_next);
  wpp_put_leb (RECORDS_OF (w), n);
  for (size_t i = 0; i < n; i++)
    {
      wpp_put_leb (RECORDS_OF (w), next[i].function - before);
      wpp_put_leb (RECORDS_OF (w), next[i].count);
      before = next[i].function;
    }
  free (next);
  return 0;
}

static void
put_chains (struct writer *w, size_t f)
{
  size_t n;
  const struct wpp_chain *chains = wpp_chains_of (&w->chains, f, &n);
  wpp_put_leb (RECORDS_OF (w), n);
  for (size_t i = 0; i < n; i++)
    wpp_put_chain (RECORDS_OF (w), w->entries, i ? &chains[i - 1].chain : NULL, &chains[i].chain);
}

static int
put_calls (struct writer *w, size_t f)
{
  if (!wpp_training_first_run (w->x->training, f))
    return 0;
  put_callees (w, f);
  put_chains (w, f);
  return put_next (w, f);
}

/* Add the statements of CFG's NODES, which were executed so often.  */
static void
add_statements (struct writer *w, const struct wpp_cfg *cfg, const uint64_t *nodes)
{
  for (uint32_t v = 0; v < cfg->n_nodes; v++)
    {
      w->executed = wpp_saturating_add (w->executed, wpp_saturating_product (nodes[v], cfg->nodes[v].statements));
      w->hot += nodes[v] ? cfg->nodes[v].statements : 0;
    }
}

/* Let the greatest count include function F's edges with counters, and the sums its statements.  */
static int
add_counts (struct writer *w, size_t f)
{
  size_t n;
  int err = 0;
  const struct wpp_path_times *counts = wpp_projector_counts (w->x->projector, f, &n);
  if (!n)
    return 0;
  struct wpp_code_function *function = &w->x->code->functions[f];
  const struct wpp_cfg *cfg = &function->function->cfg;
  const struct wpp_numbering *num = wpp_code_numbering (w->x->code, function, &err);
  uint64_t *nodes = calloc (cfg->n_nodes, sizeof *nodes);
  uint64_t *edges = calloc (cfg->n_edges + (size_t)1, sizeof *edges);
  if (!nodes || !edges)
    err = WPP_E_NOMEM;
  for (size_t i = 0; i < n && !err; i++)
    err = wpp_path_count (num, counts[i].number, counts[i].count, nodes, edges);
  if (!err)
    err = wpp_flow_explain (cfg, nodes, edges);
  for (uint32_t e = 0; e < cfg->n_edges && !err; e++)
    if (!(cfg->edges[e].flags & WPP_EDGE_UNCOUNTED) && edges[e] > w->greatest)
      w->greatest = edges[e];
  if (!err)
    add_statements (w, cfg, nodes);
  free (nodes);
  free (edges);
  return err;
}

/* Append the projection to function F, and what its loops did.  */
static int
put_projection (struct writer *w, size_t f)
{
  int err = 0;
  struct wpp_code_function *function = &w->x->code->functions[f];
  struct wpp_grammar *g = wpp_projector_grammar (w->x->projector, f, &err);
  wpp_projector_forget (w->x->projector, f);
  if (g)
    err = wpp_put_projection (w->x->code, function, &g, &w->contents[1], &w->contents[2], RECORDS_OF (w));
  if (w->flags & WPP_INDEX_SAMPLED)
    w->contents[2].size = 0;
  wpp_grammar_free (g);
  return err;
}

static int
put_branches (struct writer *w, size_t f)
{
  size_t n = 0, before = 0;
  const struct wpp_branch_misses *b = NULL;
  int err = w->x->replay ? wpp_replay_branches (w->x->replay, f, &b, &n) : 0;
  if (err || !n)
    return err;
  wpp_put_leb (RECORDS_OF (w), n);
  for (size_t i = 0; i < n; i++)
    {
      wpp_put_leb (RECORDS_OF (w), b[i].node - before);
      wpp_put_leb (RECORDS_OF (w), b[i].seen);
      wpp_put_leb (RECORDS_OF (w), b[i].missed);
      before = b[i].node;
    }
  return 0;
}

/* Make the chains of the contexts, which take much memory.  */
static int
make_chains (struct writer *w)
{
  int err = w->x->contexts ? wpp_chains_init (&w->chains, w->x->contexts) : 0;
  wpp_call_contexts_free (w->x->contexts);
  w->x->contexts = NULL;
  if (!err && w->x->callers)
    err = wpp_path_contexts_init (&w->contexts, w->x->code, w->x->callers, &w->chains, w->x->training);
  wpp_call_contexts_free (w->x->callers);
  w->x->callers = NULL;
  return err;
}

/* Append record R of function F.  */
static int
put_record (struct writer *w, size_t f, enum record r)
{
  switch (r)
    {
    case COUNTS:
      put_counts (w, f);
      return add_counts (w, f);
    case CALLS:
      return put_calls (w, f);
    case BRANCHES:
      return put_branches (w, f);
    case LOOPS:
      return w->x->counts ? 0 : put_projection (w, f);
    case CONTEXTS:
      wpp_put_contexts (&w->contexts, f, w->entries, RECORDS_OF (w));
      return 0;
    case VALUES:
      wpp_put_places (w->x->code, f, w->x->values, RECORDS_OF (w));
      return 0;
    default:
      return 0;
    }
}

/* Pack the contents of part K, which are emptied, for AT.  */
static int
put_part (struct writer *w, unsigned k, struct place *at)
{
  struct wpp_buffer *contents = &w->contents[k];
  size_t begin = w->parts.size;
  if (contents->size)
    wpp_part_pack (w->zstd, contents->data, contents->size, &w->parts);
  if (contents->failed || w->parts.failed)
    return WPP_E_NOMEM;
  size_t size = w->parts.size - begin;
  if (size > UINT32_MAX)
    return WPP_E_TOOBIG;
  at->parts[k] = size;
  at->hashes[k] = size ? XXH3_64bits (w->parts.data + begin, size) : 0;
  contents->size = 0;
  return 0;
}

/* Put all of function F.  */
static int
put_function (struct writer *w, size_t f)
{
  struct place *at = &w->where[f];
  size_t before = 0;
  int err = 0;
  at->offset = w->parts.size;
  for (enum record r = 0; r < RECORDS && !err; r++)
    {
      err = put_record (w, f, r);
      size_t size = r >= SAMPLE ? w->contents[r - SAMPLE + 1].size : RECORDS_OF (w)->size - before;
      at->sizes[r] = size;
      if (!err && size > UINT32_MAX)
        err = WPP_E_TOOBIG;
      before = RECORDS_OF (w)->size;
    }
  for (unsigned k = 0; k < WPP_ENTRY_PARTS && !err; k++)
    err = put_part (w, k, at);
  return err;
}

static int
put_parts (struct writer *w)
{
  int err = make_chains (w);
  wpp_value_counts_finish (w->x->values);
  w->zstd = ZSTD_createCCtx ();
  if (!err && !w->zstd)
    err = WPP_E_NOMEM;
  for (size_t i = 0; i < w->x->code->n_functions && !err; i++)
    err = put_function (w, w->lines[i].f);
  ZSTD_freeCCtx (w->zstd);
  return err;
}

/* Append where the parts of a function are, AT, which begin at BASE.  */
static void
put_place (struct wpp_buffer *b, const struct place *at, uint64_t base)
{
  bool any = at->parts[0] || at->parts[1];
  wpp_put_u64 (b, any ? base + at->offset : 0);
  for (unsigned k = 0; k < WPP_ENTRY_PARTS; k++)
    wpp_put_u32 (b, at->parts[k]);
  for (unsigned k = 0; k < WPP_ENTRY_PARTS; k++)
    wpp_put_u64 (b, at->hashes[k]);
  for (unsigned r = 0; r < RECORDS; r++)
    wpp_put_u32 (b, at->sizes[r]);
}

static void
put_entry (struct writer *w, const struct line *line, uint64_t base)
{
  const struct wpp_function *f = w->x->code->functions[line->f].function;
  struct wpp_buffer *b = &w->table;
  wpp_put_u64 (b, line->hash);
  wpp_put_u64 (b, f->checksum);
  wpp_put_u64 (b, f->n_paths);
  wpp_put_u32 (b, w->names[line->f]);
  wpp_put_u32 (b, line->unit);
  wpp_put_u32 (b, f->flags);
  wpp_put_u32 (b, line->function);
  wpp_put_u32 (b, wpp_training_first_run (w->x->training, line->f));
  wpp_put_u32 (b, w->places[line->f]);
  put_place (b, &w->where[line->f], base);
}

/* Write everything before the parts.  */
static void
put_table (struct writer *w, uint64_t runs)
{
  const struct wpp_code *code = w->x->code;
  struct wpp_buffer *b = &w->table;
  uint64_t base = WPP_INDEX_HEAD + (uint64_t)code->n_units * WPP_INDEX_UNIT
                  + (uint64_t)code->n_functions * WPP_INDEX_ENTRY + w->strings.size;
  wpp_put_u32 (b, WPP_INDEX_VERSION);
  wpp_put_u32 (b, (w->x->counts ? WPP_INDEX_COUNTS : 0) | w->flags);
  wpp_put_u32 (b, code->n_units);
  wpp_put_u32 (b, code->n_functions);
  wpp_put_u64 (b, w->strings.size);
  wpp_put_u64 (b, base + w->parts.size);
  wpp_put_u64 (b, runs);
  wpp_put_u64 (b, w->greatest);
  wpp_put_u64 (b, w->executed);
  wpp_put_u64 (b, w->hot);
  wpp_put_u64 (b, 0);
  for (size_t u = 0; u < code->n_units; u++)
    {
      wpp_put_u64 (b, code->units[u]->id);
      wpp_put_u64 (b, code->units[u]->path_limit);
      wpp_put_u32 (b, w->sources[u]);
      wpp_put_u32 (b, 0);
    }
  for (size_t i = 0; i < code->n_functions; i++)
    put_entry (w, &w->lines[i], base);
  wpp_put_bytes (b, w->strings.data, w->strings.size);
  if (!b->failed)
    wpp_store_u64 (b->data + WPP_INDEX_CHECKSUM_AT, wpp_index_hash (b->data, b->size));
}

static int
write_index (struct writer *w, uint64_t runs, struct wpp_buffer *b)
{
  const struct wpp_code *code = w->x->code;
  w->lines = malloc ((code->n_functions + 1) * sizeof *w->lines);
  w->names = malloc ((code->n_functions + 1) * sizeof *w->names);
  w->sources = malloc ((code->n_units + 1) * sizeof *w->sources);
  w->entries = malloc ((code->n_functions + 1) * sizeof *w->entries);
  w->places = malloc ((code->n_functions + 1) * sizeof *w->places);
  w->where = calloc (code->n_functions + 1, sizeof *w->where);
  if (!w->lines || !w->names || !w->sources || !w->entries || !w->places || !w->where)
    return WPP_E_NOMEM;
  int err = make_lines (w);
  if (!err)
    err = put_parts (w);
  if (!err)
    err = wpp_function_order (code, w->x->training, w->places);
  if (err)
    return err;
  put_table (w, runs);
  wpp_put_bytes (b, w->table.data, w->table.size);
  wpp_put_bytes (b, w->parts.data, w->parts.size);
  return w->strings.failed || w->table.failed || b->failed ? WPP_E_NOMEM : 0;
}

int
wpp_indexer_write (struct wpp_indexer *x, uint64_t runs, unsigned flags, struct wpp_buffer *b)
{
  struct writer w = { .x = x, .flags = flags };
  int err = write_index (&w, runs, b);
  free (w.lines);
  free (w.names);
  free (w.sources);
  free (w.entries);
  free (w.places);
  free (w.where);
  wpp_chains_release (&w.chains);
  wpp_path_contexts_release (&w.contexts);
  wpp_buffer_release (&w.strings);
  for (unsigned k = 0; k < WPP_ENTRY_PARTS; k++)
    wpp_buffer_release (&w.contents[k]);
  wpp_buffer_release (&w.parts);
  wpp_buffer_release (&w.table);
  return err;
}
