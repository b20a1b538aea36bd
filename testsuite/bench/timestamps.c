/* timestamps PROFILE OUT: what the steps of the timestamped form make of a profile, and how fast the traces of a
   function are had.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   OUT is what `wpp timestamps' makes of PROFILE.  Prints NAME VALUE lines, for the script `timestamps', which makes of
   them Tables 1 to 6 and Figure 8 of Zhang and Gupta, PLDI 2001.  Sizes are bytes.  In the paper's encoding a call and
   an executed block are 32 bits, and so is each word of a series; calls are compacted by LZW (T. A. Welch, IEEE
   Computer, June 1984).  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "recording/profile/code.h"
#include "recording/profile/read.h"
#include "activations/projection/project.h"
#include "base/hash-table.h"
#include "base/file-copy.h"
#include "activations/timestamps/flat-rules.h"
#include "activations/timestamps/function-blocks.h"
#include "activations/timestamps/lookup.h"
#include "seconds.h"

#define MOST_PROJECTED 16u

static void
die (const char *what, int err)
{
  fprintf (stderr, "timestamps: %s: %s\n", what, wpp_strerror (err));
  exit (1);
}

static void
say (const char *name, double value)
{
  printf ("%s %.17g\n", name, value);
}

/* ---- LZW over kinds.  */

struct lzw
{
  struct wpp_hash_table table;
  uint64_t *keys;              /* code and symbol of each code after those of the alphabet */
  uint32_t n, room, alphabet, code;
  double bits;
  bool begun;
};

static bool
key_is_p (const void *keys, uint32_t number, const void *key)
{
  return ((const uint64_t *)keys)[number] == *(const uint64_t *)key;
}

static unsigned
width (uint64_t codes)
{
  unsigned w = 1;
  while ((UINT64_C (1) << w) < codes)
    w++;
  return w;
}

static int
put_symbol (void *data, uint32_t symbol, uint64_t count)
{
  struct lzw *l = data;
  for (; count; count--)
    {
      uint64_t key = (uint64_t)l->code << 32 | symbol;
      uint32_t hash, found = WPP_NO_ITEM;
      if (!l->begun)
        {
          l->code = symbol;
          l->begun = true;
          continue;
        }
      if (wpp_hash_reserve (&l->table, 1))
        die ("LZW", WPP_E_NOMEM);
      hash = wpp_hash_key (&l->table, key);
      found = wpp_hash_find (&l->table, hash, key_is_p, l->keys, &key);
      if (found != WPP_NO_ITEM)
        {
          l->code = l->alphabet + found;
          continue;
        }
      l->bits += width (l->alphabet + (uint64_t)l->n);
      if (l->n == l->room)
        l->keys = realloc (l->keys, (l->room = l->room ? 2 * l->room : 1024) * sizeof *l->keys);
      l->keys[l->n] = key;
      wpp_hash_add (&l->table, hash, l->n++);
      l->code = symbol;
    }
  return 0;
}

static double
lzw_bytes (const struct wpp_calls *calls)
{
  struct lzw l = { .alphabet = calls->n_kinds };
  if (calls->grammar)
    wpp_grammar_expand (calls->grammar, 0, put_symbol, &l);
  l.bits += l.begun ? width (l.alphabet + (uint64_t)l.n) : 0;
  free (l.keys);
  wpp_hash_release (&l.table);
  return l.bits / 8;
}

/* ---- Functions.  */

struct sums
{
  double calls, blocks, distinct, compact, words, dictionaries, times, seconds;
  double static_nodes, static_edges, nodes, edges, entries;
  double traces, timed, n_dictionaries;
};

struct edges
{
  const struct wpp_block_parts *parts;
  struct wpp_hash_table table;
  uint64_t *pairs;
  size_t n, room;
  uint32_t last;
};

static void
add_edge (struct edges *e, uint32_t from, uint32_t to)
{
  uint64_t key = (uint64_t)from << 32 | to;
  if (wpp_hash_reserve (&e->table, 1))
    die ("edges", WPP_E_NOMEM);
  uint32_t hash = wpp_hash_key (&e->table, key);
  if (wpp_hash_find (&e->table, hash, key_is_p, e->pairs, &key) != WPP_NO_ITEM)
    return;
  if (e->n == e->room)
    e->pairs = realloc (e->pairs, (e->room = e->room ? 2 * e->room : 64) * sizeof *e->pairs);
  e->pairs[e->n] = key;
  wpp_hash_add (&e->table, hash, e->n++);
}

static int
visit_edges (void *data, uint32_t letter, uint64_t count)
{
  struct edges *e = data;
  const uint32_t *b = e->parts->blocks + e->parts->begin[letter], *end = e->parts->blocks + e->parts->begin[letter + 1];
  if (b == end)
    return 0;
  if (e->last != UINT32_MAX)
    add_edge (e, e->last, *b);
  if (count > 1)
    add_edge (e, end[-1], *b);
  for (; b + 1 < end; b++)
    add_edge (e, b[0], b[1]);
  e->last = *b;
  return 0;
}

/* Edges between blocks that trace TRACE of F runs over.  */
static size_t
count_edges (const struct wpp_function_traces *f, uint32_t trace, const struct wpp_block_parts *parts)
{
  struct edges e = { .parts = parts, .last = UINT32_MAX };
  wpp_trace_visit (f, trace, visit_edges, &e);
  free (e.pairs);
  wpp_hash_release (&e.table);
  return e.n;
}

static void
add_function (struct sums *s, const struct wpp_function_traces *f, const uint64_t *counts, struct wpp_code *code)
{
  uint64_t number;
  struct wpp_code_function *function = wpp_code_find (code, f->letters[0].event, &number);
  struct wpp_function_blocks blocks;
  struct wpp_timed_function timed;
  struct wpp_flat_rules flat;
  struct wpp_timed_pair *pairs = calloc (f->n_traces, sizeof *pairs);
  int err = function ? wpp_function_blocks_init (&blocks, code, function, f) : WPP_E_NOTES;
  if (err)
    die ("blocks", err);
  double begin = now ();
  err = wpp_flat_rules_init (&flat, f, &blocks.parts);
  if (!err)
    err = wpp_timed_function_init (&timed, &flat.parts);
  for (uint32_t i = 0; i < f->n_traces && !err; i++)
    err = wpp_time_trace (&timed, &flat, f, i, &pairs[i]);
  if (err)
    die ("traces", err);
  s->seconds += now () - begin;
  for (uint32_t i = 0; i < f->n_traces; i++)
    {
      const struct wpp_timed_trace *t = &timed.traces[pairs[i].trace];
      const struct wpp_dictionary *d = &timed.dictionaries[pairs[i].dictionary];
      s->calls += counts[i];
      s->blocks += (double)counts[i] * pairs[i].n_blocks;
      s->distinct += pairs[i].n_blocks;
      s->times += t->length;
      s->nodes += t->n;
      s->edges += count_edges (f, i, &blocks.parts) - (d->begin[d->n] - d->n);
    }
  for (size_t i = 0; i < timed.n_traces; i++)
    {
      s->compact += timed.traces[i].length;
      s->words += timed.traces[i].n_words;
      s->entries += timed.traces[i].n;
    }
  for (size_t i = 0; i < timed.n_dictionaries; i++)
    s->dictionaries += timed.dictionaries[i].begin[timed.dictionaries[i].n] + timed.dictionaries[i].n;
  s->traces += f->n_traces;
  s->timed += timed.n_traces;
  s->n_dictionaries += timed.n_dictionaries;
  s->static_nodes += function->function->cfg.n_nodes - 2;
  s->static_edges += function->function->cfg.n_edges;
  wpp_timed_function_release (&timed);
  wpp_flat_rules_release (&flat);
  wpp_function_blocks_release (&blocks);
  free (pairs);
}

static uint64_t **
count_traces (const struct wpp_traces *t)
{
  uint64_t **counts = calloc (t->n_functions + (size_t)1, sizeof *counts);
  for (uint32_t f = 0; f < t->n_functions; f++)
    counts[f] = calloc (t->functions[f].n_traces, sizeof **counts);
  for (size_t i = 0; i < t->n_threads; i++)
    {
      const struct wpp_calls *c = &t->threads[i];
      uint64_t *times = malloc ((c->n_kinds + (size_t)1) * sizeof *times);
      if (c->grammar)
        wpp_grammar_terminal_counts (c->grammar, times);
      for (uint32_t k = 0; c->grammar && k < c->grammar->n_terminals; k++)
        if (c->kinds[k].function != WPP_NO_FUNCTION)
          counts[c->kinds[k].function][c->kinds[k].trace] += times[k];
      free (times);
    }
  return counts;
}

static void
print_sums (const struct sums *s)
{
  say ("calls", 4 * s->calls);
  say ("traces", 4 * s->blocks);
  say ("distinct", 4 * s->distinct);
  say ("compact", 4 * s->compact);
  say ("timed", 4 * s->words);
  say ("dictionaries", 4 * s->dictionaries);
  say ("n_traces", s->traces);
  say ("n_timed", s->timed);
  say ("n_dictionaries", s->n_dictionaries);
  say ("timestamps_a_second", s->times / s->seconds);
  say ("static_nodes", s->static_nodes);
  say ("static_edges", s->static_edges);
  say ("nodes", s->nodes);
  say ("edges", s->edges);
  say ("vector", s->words / s->entries);
  say ("vector_before", s->compact / s->entries);
}

/* Figure 8: of all calls, those of functions with at most so many traces.  */
static void
print_redundancy (const struct wpp_traces *t)
{
  static const uint32_t most[] = { 1, 2, 5, 10, 25, 50, 100, 1000, 10000 };
  double all = 0;
  for (uint32_t f = 0; f < t->n_functions; f++)
    all += t->functions[f].n_activations;
  for (size_t i = 0; i < sizeof most / sizeof *most; i++)
    {
      double n = 0;
      char name[32];
      for (uint32_t f = 0; f < t->n_functions; f++)
        n += t->functions[f].n_traces <= most[i] ? t->functions[f].n_activations : 0;
      snprintf (name, sizeof name, "redundancy_%u", most[i]);
      say (name, 100 * n / all);
    }
}

/* ---- Times.  */

static int
scan_event (void *data, uint32_t event, uint64_t count)
{
  uint64_t *n = data;
  *n += event == 0 ? 0 : count;
  return 0;
}

/* U: through all events, as no part of them can be left out.  */
static void
time_uncompacted (const struct wpp_traces *t)
{
  uint64_t n = 0;
  double begin = now ();
  for (size_t i = 0; i < t->n_threads; i++)
    wpp_traces_expand (t, &t->threads[i], scan_event, &n);
  say ("u_ms", 1000 * (now () - begin));
  say ("events", n);
}

static int
compare_times (const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

/* C: each function's traces from the file, opened anew each time.  */
static void
time_lookup (const char *out)
{
  double sum = 0, most = 0, slow = 0, *all = NULL;
  uint32_t n = 1;
  for (uint32_t i = 0; i < n; i++)
    {
      struct wpp_lookup l;
      struct wpp_function_traces f;
      double begin = now ();
      int err = wpp_lookup_open (&l, out);
      if (!err)
        err = wpp_lookup_read (&l, i, &f);
      if (err)
        die (out, err);
      double seconds = now () - begin;
      sum += seconds;
      most = seconds > most ? seconds : most;
      slow += seconds >= 0.001;
      n = l.directory.n;
      all = realloc (all, n * sizeof *all);
      all[i] = seconds;
      wpp_function_traces_release (&f);
      wpp_lookup_close (&l);
    }
  qsort (all, n, sizeof *all, compare_times);
  say ("c_median_ms", 1000 * all[n / 2]);
  say ("c_slow", slow);
  free (all);
  say ("c_avg_ms", 1000 * sum / n);
  say ("c_max_ms", 1000 * most);
  say ("functions", n);
}

struct wanted
{
  struct wpp_code *code;
  const struct wpp_code_function *function;
};

static uint32_t
letter (void *data, uint32_t event)
{
  const struct wanted *w = data;
  uint64_t number;
  return wpp_code_find (w->code, event, &number) == w->function ? event : 0;
}

/* SEQUITUR: reading the grammar, and its projection to a function.  */
static void
time_grammar (const char *profile, struct wpp_code *code)
{
  int err = 0;
  double begin = now (), size = 0, projecting = 0;
  uint32_t n = 0;
  struct wpp_profile *p = wpp_profile_read (profile, &err, NULL);
  if (!p)
    die (profile, err);
  double reading = now () - begin;
  for (size_t t = 0; t < p->n_threads; t++)
    size += p->threads[t].coded_size;
  for (size_t i = 0; i < code->n_functions && n < MOST_PROJECTED; i += 1 + code->n_functions / MOST_PROJECTED, n++)
    {
      struct wanted w = { code, &code->functions[i] };
      begin = now ();
      for (size_t t = 0; t < p->n_threads; t++)
        for (size_t s = 0; s < p->threads[t].n_segments; s++)
          wpp_projection_free (wpp_project (p->threads[t].segments[s], letter, &w, false, &err));
      projecting += now () - begin;
    }
  say ("grammar", size);
  say ("s_read_ms", 1000 * reading);
  say ("s_process_ms", 1000 * projecting / n);
  wpp_profile_free (p);
}

int
main (int argc, char **argv)
{
  struct wpp_file_copy copy;
  struct sums sums = { 0 };
  int err = 0;
  if (argc != 3)
    die ("PROFILE OUT", WPP_E_RANGE);
  err = wpp_file_copy_named (argv[2], &copy);
  struct wpp_profile *p = err ? NULL : wpp_profile_scan (copy.data, copy.size, &err, NULL);
  if (!p || !p->traces)
    die (argv[2], err ? err : WPP_E_RANGE);
  struct wpp_code *code = wpp_code_load (p, NULL, &err, NULL);
  if (!code)
    die (argv[2], err);
  uint64_t **counts = count_traces (p->traces);
  double lzw = 0, calls_size = 0;
  for (uint32_t f = 0; f < p->traces->n_functions; f++)
    add_function (&sums, &p->traces->functions[f], counts[f], code);
  print_sums (&sums);
  print_redundancy (p->traces);
  for (size_t i = 0; i < p->traces->n_threads; i++)
    {
      lzw += lzw_bytes (&p->traces->threads[i]);
      calls_size += p->threads[i].coded_size;
    }
  say ("lzw", lzw);
  say ("file_traces", p->traces_size);
  say ("file_calls", calls_size);
  say ("file", (double)p->file_size - p->notes_size);
  time_uncompacted (p->traces);
  time_lookup (argv[2]);
  time_grammar (argv[1], code);
  return 0;
}
