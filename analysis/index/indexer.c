/* Making an index (index.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Only the last segment of a thread tells for certain that the thread has no non-local transfers.  Few threads have
   some, and most of these have them from the beginning.  So a thread is first taken for one without; if
   a transfer comes up later, its segments are read again.

   Longer than 500 lines: the index is made in one pass over all profiles.  */

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "decide/replay.h"
#include "counts/calls.h"
#include "index/chains.h"
#include "index/function-order.h"
#include "projection/distinct.h"
#include "profile/ahead.h"
#include "profile/read.h"
#include "support/bytes.h"
#include "support/hash-table.h"
#include "profile/events.h"
#include "projection/flat.h"
#include "counts/flow.h"
#include "index/index.h"
#include "index/put-contexts.h"
#include "index/put-loops.h"
#include "format/index-format.h"
#include "paths/numbering.h"
#include "support/saturate.h"
#include "counts/training.h"
#include "projection/untangle.h"

/* Contexts of calls that are told apart.  */
#define MOST_CONTEXTS (UINT32_C (1) << 18)

/* Paths by the call that led to them.  */
#define MOST_PATHS (UINT32_C (1) << 20)

#define RECORDS 6          /* of an entry */

struct wpp_indexer
{
  struct wpp_code *code;
  struct wpp_projector *projector;
  struct wpp_training *training;
  struct wpp_call_contexts *contexts; /* chains; null when there are too many */
  struct wpp_call_contexts *callers;  /* and the paths that they led to; null when there are too many, or only counts */
  struct wpp_replay *replay;     /* null when there are only counts, or paths take too long to go along */
  bool counts;                   /* there are only counts */
};

struct wpp_indexer *
wpp_indexer_new (struct wpp_code *code, bool counts)
{
  struct wpp_indexer *x = calloc (1, sizeof *x);
  if (!x)
    return NULL;
  x->code = code;
  x->counts = counts;
  x->projector = code->n_functions < WPP_NO_FUNCTION ? wpp_projector_new (code->n_functions) : NULL;
  x->training = wpp_training_new (code);
  const struct wpp_context_limits limits = { WPP_CONTEXTS_CHAINS, WPP_INDEX_CHAIN + 1, MOST_CONTEXTS, 0 };
  const struct wpp_context_limits callers = { WPP_CONTEXTS_CHAINS, WPP_INDEX_CONTEXT + 1, MOST_CONTEXTS, MOST_PATHS };
  x->contexts = wpp_call_contexts_new (code, &limits);
  x->callers = counts ? NULL : wpp_call_contexts_new (code, &callers);
  x->replay = counts ? NULL : wpp_replay_new (code);
  if (x->projector && x->training && x->contexts && (counts || (x->callers && x->replay)))
    return x;
  wpp_indexer_free (x);
  return NULL;
}

void
wpp_indexer_free (struct wpp_indexer *x)
{
  if (!x)
    return;
  wpp_projector_free (x->projector);
  wpp_training_free (x->training);
  wpp_call_contexts_free (x->contexts);
  wpp_call_contexts_free (x->callers);
  wpp_replay_free (x->replay);
  free (x);
}

/* ---- Threads.  */

static bool
lands_p (const struct wpp_grammar *g)
{
  for (uint32_t t = 0; t < g->n_terminals; t++)
    if (wpp_event_lands_p (g->terminals[t]))
      return true;
  return false;
}

/* Set *LETTER to the letter that stands for path NUMBER of F, which has landing places, in the views of other
   functions, or to 0.  */
static int
letter_for_others (struct wpp_indexer *x, struct wpp_code_function *f, uint64_t number,
                   uint32_t *letter)
{
  int err = 0;
  struct wpp_numbering *num = wpp_code_numbering (x->code, f, &err);
  if (!num)
    return err;
  *letter = wpp_view_letter (wpp_path_enters (num, number), wpp_path_leaves (num, number));
  return wpp_numbering_pass (num, 0) ? 0 : WPP_E_TOOBIG;
}

/* Set *M to the meaning of EVENT in a thread.  LANDS says whether the thread has non-local transfers.  */
static int
find_meaning (struct wpp_indexer *x, uint32_t event, bool lands, struct wpp_meaning *m)
{
  uint64_t number;
  *m = (struct wpp_meaning){ .function = WPP_NO_FUNCTION };
  if (!wpp_event_path_p (event))
    {
      m->others = event == WPP_EVENT_GAP ? WPP_LETTER_GAP : event;
      return 0;
    }
  struct wpp_code_function *f = wpp_code_find (x->code, event, &number);
  if (!f)
    return 0;
  m->function = f - x->code->functions;
  m->number = number;
  return lands && f->function->flags & WPP_FN_LANDING ? letter_for_others (x, f, number, &m->others)
                                                      : 0;
}

static int
add_grammar (struct wpp_indexer *x, const struct wpp_grammar *g, bool lands, bool count)
{
  struct wpp_meaning *meanings = malloc ((g->n_terminals + (size_t)1) * sizeof *meanings);
  int err = meanings ? 0 : WPP_E_NOMEM;
  for (uint32_t t = 0; t < g->n_terminals && !err; t++)
    err = find_meaning (x, g->terminals[t], lands, &meanings[t]);
  if (!err && !x->counts)
    err = wpp_projector_add (x->projector, g, meanings);
  if (!err && count)
    err = wpp_projector_count (x->projector, g, meanings);
  free (meanings);
  return err;
}

/* Of chains: a program may have too many, or make too much work; then there are none.  */
static int
give_up (struct wpp_call_contexts **contexts, int err)
{
  if (err != WPP_E_TOOBIG)
    return err;
  wpp_call_contexts_free (*contexts);
  *contexts = NULL;
  return 0;
}

struct alike
{
  struct wpp_call_contexts *contexts;
  int err;
};

/* For the projection: the event that stands for all that are like EVENT.  */
static uint32_t
same_event (void *data, uint32_t event)
{
  struct alike *a = data;
  uint32_t same = 0;
  int err = wpp_call_contexts_same_event (a->contexts, event, &same);
  a->err = a->err ? a->err : err;
  return same;
}

/* Count the chains of G.  Most paths are alike to them, so a grammar is enough that has fewer rules.  */
static int
add_chains (struct wpp_indexer *x, const struct wpp_grammar *g)
{
  struct alike alike = { x->contexts, 0 };
  int err;
  struct wpp_projection *p = wpp_project (g, same_event, &alike, false, &err);
  err = err ? err : alike.err;
  if (!err)
    err = wpp_call_contexts_add_part (x->contexts, p->grammar ? p->grammar : g);
  wpp_projection_free (p);
  return err;
}

/* The thread being read goes on with the sentence of G, or, if that BEGINS one, with it: calls.  */
static int
add_calls (struct wpp_indexer *x, const struct wpp_grammar *g, bool begins)
{
  if (x->counts)
    return 0;
  int err = wpp_training_add (x->training, g, begins);
  if (!err && x->contexts)
    err = give_up (&x->contexts, add_chains (x, g));
  if (!err && x->callers)
    err = give_up (&x->callers, wpp_call_contexts_add_part (x->callers, g));
  return err;
}

/* Replay the branches of G.  Going along their paths is not counted as what the index needs.  */
static int
add_branches (struct wpp_indexer *x, const struct wpp_grammar *g)
{
  uint64_t passed = x->code->passed;
  if (!x->replay)
    return 0;
  int err = wpp_replay_add (x->replay, g);
  x->code->passed = passed;
  if (err != WPP_E_TOOBIG)
    return err;
  wpp_replay_free (x->replay);
  x->replay = NULL;
  return 0;
}

int
wpp_indexer_add (struct wpp_indexer *x, size_t n_segments,
                 struct wpp_grammar *(*segment) (void *data, size_t s, int *err),
                 void (*release) (void *data, struct wpp_grammar *g), void *data)
{
  bool lands = false;
  size_t counted = 0;
  int err = 0;
  for (size_t s = 0; s < n_segments && !err; s++)
    {
      struct wpp_grammar *g = segment (data, s, &err);
      if (!g)
        break;
      if (!lands && lands_p (g))
        {
          lands = true;
          if (s > 0)
            {
              release (data, g);
              wpp_projector_drop_thread (x->projector);
              s = SIZE_MAX;
              continue;
            }
        }
      err = add_grammar (x, g, lands, s == counted);
      if (!err && s == counted)
        err = add_calls (x, g, s == 0);
      if (!err && s == counted)
        err = add_branches (x, g);
      counted += s == counted;
      release (data, g);
    }
  if (!err && x->contexts)
    err = give_up (&x->contexts, wpp_call_contexts_end_thread (x->contexts));
  if (!err && x->callers)
    err = give_up (&x->callers, wpp_call_contexts_end_thread (x->callers));
  if (err)
    wpp_projector_drop_thread (x->projector);
  return err ? err : wpp_projector_end_thread (x->projector);
}

struct thread_at_work
{
  struct wpp_indexer *x;
  const struct wpp_thread *thread;
  struct wpp_ahead *ahead;
  size_t first;              /* the number of its first segment among those of AHEAD */
  size_t n_read;
  uint64_t events;
  struct wpp_place *place;
};

/* Does X have the code of all events of G?  */
static bool
found_p (struct wpp_indexer *x, const struct wpp_grammar *g)
{
  uint64_t number;
  for (uint32_t t = 0; t < g->n_terminals; t++)
    if (wpp_event_path_p (g->terminals[t]) && !wpp_code_find (x->code, g->terminals[t], &number))
      return false;
  return true;
}

static struct wpp_grammar *
next_segment (void *data, size_t s, int *err)
{
  struct thread_at_work *w = data;
  struct wpp_grammar *g = w->thread->coded ? wpp_ahead_get (w->ahead, w->first + s, err, w->place)
                                           : w->thread->segments[s];
  if (!g || s < w->n_read)
    return g;
  w->n_read++;
  w->events = wpp_saturating_add (w->events, g->length[0]);
  if (!w->thread->coded || found_p (w->x, g))
    return g;
  *err = WPP_E_NOTES;
  wpp_grammar_free (g);
  return NULL;
}

static void
release_segment (void *data, struct wpp_grammar *g)
{
  const struct thread_at_work *w = data;
  if (w->thread->coded)
    wpp_grammar_free (g);
}

int
wpp_indexer_add_profile (struct wpp_indexer *x, const struct wpp_profile *p,
                         struct wpp_place *place)
{
  struct wpp_ahead *ahead = wpp_ahead_new (&p, 1);
  size_t first = 0;
  int err = ahead ? 0 : WPP_E_NOMEM;
  for (size_t t = 0; t < p->n_threads && !err; t++)
    {
      struct thread_at_work w = { x, &p->threads[t], ahead, first, 0, 0, place };
      err = wpp_indexer_add (x, w.thread->n_segments, next_segment, release_segment, &w);
      if (!err && !w.thread->segments)
        err = wpp_profile_check_events (w.thread, w.events, place);
      first += w.thread->coded ? w.thread->n_segments : 0;
    }
  wpp_ahead_free (ahead);
  return err;
}

/* ---- Writing.  */

struct line                /* of the table: function F of the code */
{
  uint64_t hash;
  uint32_t unit, function; /* index of the unit, number in the unit */
  size_t f;
};

struct writer
{
  struct wpp_indexer *x;
  struct line *lines;
  uint32_t *names, *sources;     /* [functions], [units] offsets into the strings */
  uint32_t *entries;             /* [functions] their entries' numbers */
  uint32_t *places;              /* [functions] where they should stand */
  uint64_t greatest;             /* count of an edge */
  struct wpp_buffer strings, records, table;
  struct wpp_chains chains;
  struct wpp_path_contexts contexts;
  struct wpp_index_record (*where)[RECORDS]; /* [functions] in the order of an entry; offsets are relative to the
                                                records */
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
  const struct wpp_callee *callees = wpp_training_callees (w->x->training, f, &n);
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

/* Let the greatest count include function F's edges with counters.  */
static int
look_at_edges (struct writer *w, size_t f)
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
   untangle.h); set *APART to say whether they can.  */
static int
tell_activations_apart (struct writer *w, size_t f, struct wpp_grammar **g, bool *apart)
{
  bool landing = w->x->code->functions[f].function->flags & WPP_FN_LANDING;
  int err = 0;
  struct wpp_path_ends *ends = find_ends (w, f, *g, &err);
  struct wpp_grammar *distinct = ends ? wpp_distinct_activations (*g, ends, landing, &err) : NULL;
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
  *record = *loops = (struct wpp_index_record){ 0 };
  wpp_projector_forget (w->x->projector, f);
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
  size_t n = 0, begin = w->records.size;
  uint32_t before = 0;
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
        err = look_at_edges (w, f);
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
  wpp_put_u32 (b, w->x->counts ? WPP_INDEX_COUNTS : 0);
  wpp_put_u32 (b, code->n_units);
  wpp_put_u32 (b, code->n_functions);
  wpp_put_u64 (b, w->strings.size);
  wpp_put_u64 (b, base + w->records.size);
  wpp_put_u64 (b, runs);
  wpp_put_u64 (b, w->greatest);
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
wpp_indexer_write (struct wpp_indexer *x, uint64_t runs, struct wpp_buffer *b)
{
  struct writer w = { .x = x };
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
