/* Making an index (index.h): writing what indexer.c has found.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Longer than 500 lines: the parts of a function's entry are written in the order in which they stand in it.  */

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "activations/counts/flow.h"
#include "format/index-format.h"
#include "decide/index/chains.h"
#include "decide/index/function-order.h"
#include "decide/index/indexer.h"
#include "decide/index/put-contexts.h"
#include "decide/index/put-loops.h"
#include "program/paths/numbering.h"
#include "activations/projection/flat.h"
#include "activations/projection/nested.h"
#include "activations/projection/untangle.h"
#include "base/saturate.h"
#include "base/bytes.h"
#include "base/hash-table.h"

#define RECORDS 6          /* of an entry */

struct line                /* of the table: function F of the code */
{
  uint64_t hash;
  uint32_t unit, function; /* index of the unit, number in the unit */
  size_t f;
};

struct writer
{
  struct wpp_indexer *x;
  bool hashed;                  /* names are keyed hashes */
  struct line *lines;
  uint32_t *names, *sources;     /* [functions], [units] offsets into the strings */
  uint32_t *entries;             /* [functions] their entries' numbers */
  uint32_t *places;              /* [functions] where they should stand */
  uint64_t greatest;             /* count of an edge */
  uint64_t executed, hot;        /* statements: executions; those that have any */
  struct wpp_buffer strings, records, table;
  struct wpp_chains chains;
  struct wpp_path_contexts contexts;
  struct wpp_index_record (*where)[RECORDS]; /* [functions] in an entry's order; offsets from the records on */
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

/* The record of the bytes appended since BEGIN.  */
static struct wpp_index_record
end_record (const struct writer *w, size_t begin)
{
  const struct wpp_buffer *b = &w->records;
  size_t size = b->size - begin;
  return (struct wpp_index_record){ begin, size, b->failed ? 0 : XXH3_64bits (b->data + begin, size) };
}

static struct wpp_index_record
put_counts (struct writer *w, size_t f)
{
  size_t n, begin = w->records.size;
  uint64_t before = 0;
  const struct wpp_path_times *counts = wpp_projector_counts (w->x->projector, f, &n);
  if (!n)
    return (struct wpp_index_record){ 0 };
  wpp_put_leb (&w->records, n);
  for (size_t i = 0; i < n; i++)
    {
      wpp_put_leb (&w->records, counts[i].number - before);
      wpp_put_leb (&w->records, counts[i].count);
      before = counts[i].number;
    }
  return end_record (w, begin);
}

static void
put_callees (struct writer *w, size_t f)
{
  size_t n;
  uint32_t before = 0;
  const struct wpp_trained_callee *callees = wpp_training_callees (w->x->training, f, &n);
  wpp_put_leb (&w->records, n);
  for (size_t i = 0; i < n; i++)
    {
      wpp_put_leb (&w->records, callees[i].node - before);
      wpp_put_leb (&w->records, w->entries[callees[i].callee]);
      wpp_put_leb (&w->records, callees[i].count);
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
  wpp_put_leb (&w->records, n);
  for (size_t i = 0; i < n; i++)
    {
      wpp_put_leb (&w->records, next[i].function - before);
      wpp_put_leb (&w->records, next[i].count);
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
  wpp_put_leb (&w->records, n);
  for (size_t i = 0; i < n; i++)
    wpp_put_chain (&w->records, w->entries, i ? &chains[i - 1].chain : NULL, &chains[i].chain);
}

static int
put_calls (struct writer *w, size_t f, struct wpp_index_record *record)
{
  size_t begin = w->records.size;
  *record = (struct wpp_index_record){ 0 };
  if (!wpp_training_first_run (w->x->training, f))
    return 0;
  put_callees (w, f);
  put_chains (w, f);
  int err = put_next (w, f);
  if (!err)
    *record = end_record (w, begin);
  return err;
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

/* Replace *G by BETTER, unless that is null.  */
static void
replace (struct wpp_grammar **g, struct wpp_grammar *better)
{
  if (!better)
    return;
  wpp_grammar_free (*g);
  *g = better;
}

/* Whether the paths of function F that are terminals of G enter and leave it.  Return null and set *ERR after an
   error.  */
static struct wpp_path_ends *
find_ends (struct writer *w, size_t f, const struct wpp_grammar *g, int *err)
{
  struct wpp_code_function *function = &w->x->code->functions[f];
  const struct wpp_numbering *num = wpp_code_numbering (w->x->code, function, err);
  struct wpp_path_ends *ends = num ? calloc (g->n_terminals + (size_t)1, sizeof *ends) : NULL;
  if (num && !ends)
    *err = WPP_E_NOMEM;
  for (uint32_t t = 0; ends && t < g->n_terminals && !*err; t++)
    if (g->terminals[t] >= WPP_LETTER_PATH)
      {
        uint64_t number = g->terminals[t] - WPP_LETTER_PATH;
        ends[t] = (struct wpp_path_ends){ wpp_path_enters (num, number), wpp_path_leaves (num, number) };
        *err = wpp_numbering_pass (num, 0) ? 0 : WPP_E_TOOBIG;
      }
  if (!*err)
    return ends;
  free (ends);
  return NULL;
}

/* Replace *G, the projection to function F, by its distinct activations, if these can be told apart (distinct.h,
   nested.h, untangle.h); set *APART to say whether they can.  */
static int
tell_activations_apart (struct writer *w, size_t f, struct wpp_grammar **g, bool *apart)
{
  bool landing = w->x->code->functions[f].function->flags & WPP_FN_LANDING;
  int err = 0;
  struct wpp_path_ends *ends = find_ends (w, f, *g, &err);
  struct wpp_grammar *distinct = ends ? wpp_distinct_activations (*g, ends, landing, &err) : NULL;
  if (ends && !distinct && !err)
    distinct = wpp_nested_activations (*g, ends, landing, &err);
  struct wpp_grammar *sorted = ends && !distinct && !err ? wpp_untangle (*g, ends, landing, &err) : NULL;
  *apart = distinct || sorted;
  free (ends);
  replace (g, distinct);
  replace (g, sorted);
  ends = sorted ? find_ends (w, f, *g, &err) : NULL;
  if (ends)
    replace (g, wpp_distinct_activations (*g, ends, landing, &err));
  free (ends);
  return err;
}

/* Append what the loops of function F did, whose activations G derives one after the other.  */
static int
put_loops (struct writer *w, size_t f, struct wpp_grammar *g, struct wpp_index_record *record)
{
  int err = 0;
  size_t begin = w->records.size;
  struct wpp_projection p = { .grammar = g, .apart = true };
  const struct wpp_numbering *num = wpp_code_numbering (w->x->code, &w->x->code->functions[f], &err);
  if (num)
    err = wpp_put_loops (&(struct wpp_stream){ num, &p }, &w->records);
  if (!err && w->records.size > begin)
    *record = end_record (w, begin);
  return err;
}

static int
put_projection (struct writer *w, size_t f, struct wpp_index_record *record, struct wpp_index_record *loops)
{
  int err = 0;
  bool apart = false;
  size_t begin = w->records.size;
  struct wpp_grammar *g = wpp_projector_grammar (w->x->projector, f, &err);
  wpp_projector_forget (w->x->projector, f);
  *record = *loops = (struct wpp_index_record){ 0 };
  if (g)
    err = tell_activations_apart (w, f, &g, &apart);
  if (g && !err)
    {
      wpp_put_u8 (&w->records, apart ? WPP_INDEX_APART : 0);
      err = wpp_flat_encode (g, &w->records);
    }
  if (g && !err)
    *record = end_record (w, begin);
  if (g && !err && apart)
    err = put_loops (w, f, g, loops);
  wpp_grammar_free (g);
  return err;
}

static int
put_branches (struct writer *w, size_t f, struct wpp_index_record *record)
{
  size_t n = 0, begin = w->records.size, before = 0;
  const struct wpp_branch_misses *b = NULL;
  int err = w->x->replay ? wpp_replay_branches (w->x->replay, f, &b, &n) : 0;
  *record = (struct wpp_index_record){ 0 };
  if (err || !n)
    return err;
  wpp_put_leb (&w->records, n);
  for (size_t i = 0; i < n; i++)
    {
      wpp_put_leb (&w->records, b[i].node - before);
      wpp_put_leb (&w->records, b[i].seen);
      wpp_put_leb (&w->records, b[i].missed);
      before = b[i].node;
    }
  *record = end_record (w, begin);
  return 0;
}

static struct wpp_index_record
put_contexts (struct writer *w, size_t f)
{
  size_t begin = w->records.size;
  wpp_put_contexts (&w->contexts, f, w->entries, &w->records);
  return w->records.size > begin ? end_record (w, begin) : (struct wpp_index_record){ 0 };
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

static int
put_records (struct writer *w)
{
  int err = make_chains (w);
  for (size_t i = 0; i < w->x->code->n_functions && !err; i++)
    {
      size_t f = w->lines[i].f;
      w->where[f][0] = put_counts (w, f);
      err = put_calls (w, f, &w->where[f][1]);
      if (!err)
        err = add_counts (w, f);
      if (!err && !w->x->counts)
        err = put_projection (w, f, &w->where[f][2], &w->where[f][4]);
      if (!err)
        err = put_branches (w, f, &w->where[f][3]);
      w->where[f][5] = put_contexts (w, f);
    }
  return err;
}

/* Append the reference to record R, with an offset relative to BASE.  */
static void
put_record (struct wpp_buffer *b, const struct wpp_index_record *r, uint64_t base)
{
  wpp_put_u64 (b, r->size ? base + r->offset : 0);
  wpp_put_u64 (b, r->size);
  wpp_put_u64 (b, r->hash);
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
  for (unsigned i = 0; i < RECORDS; i++)
    put_record (b, &w->where[line->f][i], base);
}

/* Write everything before the records.  */
static void
put_table (struct writer *w, uint64_t runs)
{
  const struct wpp_code *code = w->x->code;
  struct wpp_buffer *b = &w->table;
  uint64_t base = WPP_INDEX_HEAD + (uint64_t)code->n_units * WPP_INDEX_UNIT
                  + (uint64_t)code->n_functions * WPP_INDEX_ENTRY + w->strings.size;
  wpp_put_u32 (b, WPP_INDEX_VERSION);
  wpp_put_u32 (b, (w->x->counts ? WPP_INDEX_COUNTS : 0) | (w->hashed ? WPP_INDEX_HASHED : 0));
  wpp_put_u32 (b, code->n_units);
  wpp_put_u32 (b, code->n_functions);
  wpp_put_u64 (b, w->strings.size);
  wpp_put_u64 (b, base + w->records.size);
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
    err = put_records (w);
  if (!err)
    err = wpp_function_order (code, w->x->training, w->places);
  if (err)
    return err;
  put_table (w, runs);
  wpp_put_bytes (b, w->table.data, w->table.size);
  wpp_put_bytes (b, w->records.data, w->records.size);
  return w->strings.failed || w->table.failed || w->records.failed || b->failed ? WPP_E_NOMEM : 0;
}

int
wpp_indexer_write (struct wpp_indexer *x, uint64_t runs, bool hashed, struct wpp_buffer *b)
{
  struct writer w = { .x = x, .hashed = hashed };
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
  wpp_buffer_release (&w.records);
  wpp_buffer_release (&w.table);
  return err;
}
