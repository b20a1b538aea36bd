/* The timestamped form of a function's traces.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The trace is told twice: first for which block follows which, then, when the chains are known, for the times.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/saturate.h"
#include "activations/timestamps/dynamic-blocks.h"

#define MOST_TIME (UINT64_C (1) << 62)
#define CHECKED (UINT64_C (1) << 20)   /* steps after which words are counted */

/* Neighbours of a block: one, or these.  */
#define NONE UINT32_MAX
#define MANY (UINT32_MAX - 1)
#define OUTSIDE (UINT32_MAX - 2)   /* the beginning or the end of the trace */

struct node
{
  uint32_t before, after;
  bool met, continues;       /* in the trace; a chain that another block begins */
  uint32_t part;             /* number + 1 of the last part that was listed with it */
};

struct wpp_timed_work
{
  struct wpp_block_parts parts;
  struct node *nodes;        /* [n_blocks] */
  struct wpp_series *series; /* [n_blocks] */
  uint32_t *heads;           /* [begin[n_parts]] first blocks of chains of a part, from where its blocks are on */
  uint32_t *n_heads;         /* [n_parts] */
  /* Of the trace at hand.  */
  bool *told, *twice;        /* [n_parts] whether it has been; it has a block twice */
  uint32_t *listed;          /* [n_listed] parts that were told of */
  uint32_t n_listed;
  uint32_t *met;             /* [n_met] blocks, by rising number in the end */
  uint32_t n_met;
  uint32_t last;             /* block told of, or OUTSIDE */
  uint64_t n_blocks, time;
  /* What may still be done.  */
  uint64_t steps, words;
  uint64_t unchecked;        /* steps since words were counted */
};

/* ---- Limits.  */

/* Have the traces at hand more words than they may?  */
static bool
too_many_words_p (struct wpp_timed_work *w)
{
  uint64_t words = 0;
  for (uint32_t i = 0; i < w->n_met; i++)
    words += w->series[w->met[i]].n;
  w->unchecked = 0;
  return words > w->words;
}

/* N more steps are taken.  */
static inline int
spend (struct wpp_timed_work *w, uint64_t n)
{
  if (n > w->steps)
    return WPP_E_TOOBIG;
  w->steps -= n;
  w->unchecked += n;
  return w->unchecked > CHECKED && too_many_words_p (w) ? WPP_E_TOOBIG : WPP_OK;
}

/* ---- Which block follows which.  */

static void
note (uint32_t *neighbour, uint32_t block)
{
  if (*neighbour != block)
    *neighbour = *neighbour == NONE ? block : MANY;
}

static void
follow (struct wpp_timed_work *w, uint32_t first, uint32_t then)
{
  if (first != OUTSIDE)
    note (&w->nodes[first].after, then);
  if (then != OUTSIDE)
    note (&w->nodes[then].before, first);
}

/* PART is told of for the first time.  */
static void
list_part (struct wpp_timed_work *w, uint32_t part)
{
  w->told[part] = true;
  w->listed[w->n_listed++] = part;
  for (uint32_t i = w->parts.begin[part]; i < w->parts.begin[part + 1]; i++)
    {
      uint32_t b = w->parts.blocks[i];
      if (!w->nodes[b].met)
        w->met[w->n_met++] = b;
      w->nodes[b].met = true;
      w->twice[part] |= w->nodes[b].part == part + 1;
      w->nodes[b].part = part + 1;
      if (i > w->parts.begin[part])
        follow (w, w->parts.blocks[i - 1], b);
    }
}

static int
visit_order (void *data, uint32_t part, uint64_t times)
{
  struct wpp_timed_work *w = data;
  const uint32_t *b = w->parts.blocks + w->parts.begin[part], *end = w->parts.blocks + w->parts.begin[part + 1];
  int err = spend (w, 1);
  if (!w->told[part])
    list_part (w, part);
  if (err || b == end)
    return err;
  follow (w, w->last, b[0]);
  w->last = end[-1];
  if (times > 1)
    follow (w, w->last, b[0]);
  w->n_blocks = wpp_saturating_add (w->n_blocks, wpp_saturating_product (end - b, times));
  return w->n_blocks < MOST_TIME ? WPP_OK : WPP_E_TOOBIG;
}

static bool
block_p (uint32_t neighbour)
{
  return neighbour < OUTSIDE;
}

static int
compare_numbers (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static void
find_chains (struct wpp_timed_work *w)
{
  qsort (w->met, w->n_met, sizeof *w->met, compare_numbers);
  for (uint32_t i = 0; i < w->n_met; i++)
    {
      struct node *n = &w->nodes[w->met[i]];
      n->continues = block_p (n->before) && w->nodes[n->before].after == w->met[i];
    }
}

/* ---- Times.  */

/* List the first blocks of chains of PART.  */
static void
find_heads (struct wpp_timed_work *w, uint32_t part)
{
  uint32_t *heads = w->heads + w->parts.begin[part], n = 0;
  for (uint32_t i = w->parts.begin[part]; i < w->parts.begin[part + 1]; i++)
    if (!w->nodes[w->parts.blocks[i]].continues)
      heads[n++] = w->parts.blocks[i];
  w->n_heads[part] = n;
}

static int
visit_times (void *data, uint32_t part, uint64_t times)
{
  struct wpp_timed_work *w = data;
  const uint32_t *h = w->heads + w->parts.begin[part], *end = h + w->n_heads[part];
  uint64_t step = end - h, alike = w->twice[part] ? 1 : times;
  int err = spend (w, step + 1);
  if (times == 1)
    {
      for (; h < end && !err; h++)
        err = wpp_series_add_one (&w->series[*h], ++w->time);
      return err;
    }
  for (; times && !err; times -= alike)
    {
      for (uint32_t i = 0; i < step && !err; i++)
        err = wpp_series_add (&w->series[h[i]], w->time + 1 + i, step, alike);
      w->time += step * alike;
      if (!err)
        err = spend (w, step);
    }
  return err;
}

/* ---- Results.  */

static int
take_trace (struct wpp_timed_work *w, struct wpp_timed_trace *trace)
{
  int err = WPP_OK;
  *trace = (struct wpp_timed_trace){ .length = w->time,
                                     .blocks = malloc ((w->n_met + (size_t)1) * sizeof *trace->blocks) };
  if (!trace->blocks)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < w->n_met && !err; i++)
    {
      struct wpp_series *s = &w->series[w->met[i]];
      if (!s->times)
        continue;
      err = wpp_series_end (s);
      trace->blocks[trace->n++] = (struct wpp_timed_block){ w->met[i], *s };
      trace->n_words += s->n;
      *s = (struct wpp_series){ 0 };
    }
  return err;
}

/* The block after B in its chain, or NONE.  */
static uint32_t
chained (const struct wpp_timed_work *w, uint32_t b)
{
  uint32_t after = w->nodes[b].after;
  return block_p (after) && w->nodes[after].continues ? after : NONE;
}

static int
take_dictionary (struct wpp_timed_work *w, struct wpp_dictionary *d)
{
  uint32_t n = 0;
  *d = (struct wpp_dictionary){ .begin = malloc ((w->n_met + (size_t)1) * sizeof *d->begin),
                                .blocks = malloc ((w->n_met + (size_t)1) * sizeof *d->blocks) };
  if (!d->begin || !d->blocks)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < w->n_met; i++)
    if (!w->nodes[w->met[i]].continues && chained (w, w->met[i]) != NONE)
      {
        d->begin[d->n++] = n;
        for (uint32_t b = w->met[i]; b != NONE; b = chained (w, b))
          d->blocks[n++] = b;
      }
  d->begin[d->n] = n;
  return WPP_OK;
}

static void
release_trace (struct wpp_timed_trace *t)
{
  for (uint32_t i = 0; i < t->n && t->blocks; i++)
    wpp_series_release (&t->blocks[i].series);
  free (t->blocks);
}

static void
release_dictionary (struct wpp_dictionary *d)
{
  free (d->begin);
  free (d->blocks);
}

static bool
trace_is_p (const void *traces, uint32_t number, const void *key)
{
  const struct wpp_timed_trace *a = (const struct wpp_timed_trace *)traces + number, *b = key;
  bool same = a->length == b->length && a->n == b->n && a->n_words == b->n_words;
  for (uint32_t i = 0; i < a->n && same; i++)
    same = a->blocks[i].block == b->blocks[i].block && a->blocks[i].series.n == b->blocks[i].series.n
           && !memcmp (a->blocks[i].series.words, b->blocks[i].series.words, a->blocks[i].series.n * sizeof (int64_t));
  return same;
}

static bool
dictionary_is_p (const void *dictionaries, uint32_t number, const void *key)
{
  const struct wpp_dictionary *a = (const struct wpp_dictionary *)dictionaries + number, *b = key;
  return a->n == b->n && !memcmp (a->begin, b->begin, (a->n + (size_t)1) * sizeof *a->begin)
         && !memcmp (a->blocks, b->blocks, a->begin[a->n] * sizeof *a->blocks);
}

static uint32_t
hash_trace (const struct wpp_hash_table *table, const struct wpp_timed_trace *t)
{
  uint64_t sum = t->length;
  for (uint32_t i = 0; i < t->n; i++)
    sum = sum * 31 + wpp_hash_bytes (table, t->blocks[i].series.words, t->blocks[i].series.n * sizeof (int64_t))
          + t->blocks[i].block;
  return wpp_hash_key (table, sum);
}

/* Set *NUMBER to that of TRACE, which F takes over or which is released.  */
static int
add_trace (struct wpp_timed_function *f, struct wpp_timed_trace *trace, uint32_t *number)
{
  int err = wpp_hash_reserve (&f->trace_table, 1);
  if (!err)
    err = WPP_RESERVE (f->traces, f->traces_room, f->n_traces, 1);
  uint32_t hash = err ? 0 : hash_trace (&f->trace_table, trace);
  *number = err ? 0 : wpp_hash_find (&f->trace_table, hash, trace_is_p, f->traces, trace);
  if (err || *number != WPP_NO_ITEM)
    {
      release_trace (trace);
      return err;
    }
  *number = f->n_traces;
  f->traces[f->n_traces++] = *trace;
  wpp_hash_add (&f->trace_table, hash, *number);
  return WPP_OK;
}

/* The same of the dictionary D.  */
static int
add_dictionary (struct wpp_timed_function *f, struct wpp_dictionary *d, uint32_t *number)
{
  int err = wpp_hash_reserve (&f->dictionary_table, 1);
  if (!err)
    err = WPP_RESERVE (f->dictionaries, f->dictionaries_room, f->n_dictionaries, 1);
  uint32_t hash = err ? 0 : wpp_hash_bytes (&f->dictionary_table, d->blocks, d->begin[d->n] * sizeof *d->blocks);
  *number = err ? 0 : wpp_hash_find (&f->dictionary_table, hash, dictionary_is_p, f->dictionaries, d);
  if (err || *number != WPP_NO_ITEM)
    {
      release_dictionary (d);
      return err;
    }
  *number = f->n_dictionaries;
  f->dictionaries[f->n_dictionaries++] = *d;
  wpp_hash_add (&f->dictionary_table, hash, *number);
  return WPP_OK;
}

/* ---- All of it.  */

static int
tell_of (struct wpp_timed_work *w, wpp_block_teller *tell, void *data)
{
  w->last = OUTSIDE;
  int err = tell (data, visit_order, w);
  if (err)
    return err;
  follow (w, w->last, OUTSIDE);
  find_chains (w);
  for (uint32_t i = 0; i < w->n_listed; i++)
    find_heads (w, w->listed[i]);
  return tell (data, visit_times, w);
}

static int
keep (struct wpp_timed_function *f, struct wpp_timed_pair *pair)
{
  struct wpp_timed_trace trace;
  struct wpp_dictionary dictionary = { 0 };
  int err = take_trace (f->work, &trace);
  if (!err)
    err = take_dictionary (f->work, &dictionary);
  if (err)
    {
      release_trace (&trace);
      release_dictionary (&dictionary);
      return err;
    }
  pair->n_blocks = f->work->n_blocks;
  uint64_t words = trace.n_words;
  err = words > f->work->words ? WPP_E_TOOBIG : WPP_OK;
  if (err)
    release_trace (&trace);
  else
    err = add_trace (f, &trace, &pair->trace);
  if (!err && pair->trace + (size_t)1 == f->n_traces)
    f->work->words -= words;
  int later = add_dictionary (f, &dictionary, &pair->dictionary);
  return err ? err : later;
}

/* Let W be as before any trace.  */
static void
forget (struct wpp_timed_work *w)
{
  for (uint32_t i = 0; i < w->n_met; i++)
    {
      w->nodes[w->met[i]] = (struct node){ NONE, NONE, false, false, 0 };
      wpp_series_release (&w->series[w->met[i]]);
    }
  for (uint32_t i = 0; i < w->n_listed; i++)
    w->told[w->listed[i]] = false;
  w->n_met = w->n_listed = 0;
  w->n_blocks = w->time = 0;
}

int
wpp_timed_function_add (struct wpp_timed_function *f, wpp_block_teller *tell, void *data, struct wpp_timed_pair *pair)
{
  *pair = (struct wpp_timed_pair){ 0 };
  int err = tell_of (f->work, tell, data);
  if (!err)
    err = keep (f, pair);
  forget (f->work);
  return err;
}

int
wpp_timed_function_init (struct wpp_timed_function *f, const struct wpp_block_parts *parts)
{
  size_t n = parts->n_blocks + (size_t)1, n_parts = parts->n_parts + (size_t)1;
  struct wpp_timed_work *w = calloc (1, sizeof *w);
  *f = (struct wpp_timed_function){ .work = w };
  if (!w)
    return WPP_E_NOMEM;
  w->parts = *parts;
  w->steps = w->words = UINT64_MAX;
  w->nodes = malloc (n * sizeof *w->nodes);
  w->series = calloc (n, sizeof *w->series);
  w->heads = malloc ((parts->begin[parts->n_parts] + (size_t)1) * sizeof *w->heads);
  w->n_heads = malloc (n_parts * sizeof *w->n_heads);
  w->told = calloc (n_parts, sizeof *w->told);
  w->twice = calloc (n_parts, sizeof *w->twice);
  w->listed = malloc (n_parts * sizeof *w->listed);
  w->met = malloc (n * sizeof *w->met);
  if (!w->nodes || !w->series || !w->heads || !w->n_heads || !w->told || !w->twice || !w->listed || !w->met)
    return WPP_E_NOMEM;
  for (uint32_t b = 0; b < parts->n_blocks; b++)
    w->nodes[b] = (struct node){ NONE, NONE, false, false, 0 };
  return WPP_OK;
}

void
wpp_timed_function_limit (struct wpp_timed_function *f, uint64_t steps, uint64_t words)
{
  f->work->steps = steps;
  f->work->words = words;
}

static void
release_work (struct wpp_timed_work *w)
{
  if (!w)
    return;
  free (w->nodes);
  free (w->series);
  free (w->heads);
  free (w->n_heads);
  free (w->told);
  free (w->twice);
  free (w->listed);
  free (w->met);
  free (w);
}

void
wpp_timed_function_release (struct wpp_timed_function *f)
{
  for (size_t i = 0; i < f->n_traces; i++)
    release_trace (&f->traces[i]);
  for (size_t i = 0; i < f->n_dictionaries; i++)
    release_dictionary (&f->dictionaries[i]);
  free (f->traces);
  free (f->dictionaries);
  wpp_hash_release (&f->trace_table);
  wpp_hash_release (&f->dictionary_table);
  release_work (f->work);
  *f = (struct wpp_timed_function){ 0 };
}
