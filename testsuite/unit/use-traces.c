/* All that the library does with traces and calls.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "base/bytes.h"
#include "base/error.h"
#include "activations/timestamps/callers.h"
#include "activations/timestamps/dynamic-blocks.h"
#include "activations/timestamps/flat-rules.h"
#include "activations/timestamps/subpath.h"
#include "recording/traces/bag.h"
#include "recording/traces/coded.h"
#include "recording/traces/runs.h"
#include "../fuzz/fuzz.h"
#include "use-traces.h"

#define MOST_WORK (UINT64_C (1) << 21)
#define MOST_EVENTS 20000u
#define MOST_TRACES 50u
#define BLOCKS 16u

/* ---- Functions.  */

/* The times of T, whose trace is LENGTH letters long, are as many as its blocks, and rise.  */
static void
check_times (const struct wpp_timed_trace *t, uint64_t length)
{
  uint64_t times = 0;
  FUZZ_ASSERT (t->length <= length);
  for (uint32_t i = 0; i < t->n; i++)
    {
      struct wpp_series_entry e;
      uint64_t last = 0;
      for (size_t at = 0; wpp_series_next (&t->blocks[i].series, &at, &e); last = e.last)
        {
          FUZZ_ASSERT (e.first > last && e.last >= e.first && e.step > 0 && e.last <= t->length);
          times += (e.last - e.first) / e.step + 1;
        }
    }
  FUZZ_ASSERT (times == t->length);
}

/* Where letter 0 is followed by itself, as often as by the times of its block.  */
static void
use_subpath (const struct wpp_function_traces *f, uint32_t trace, const struct wpp_block_parts *parts)
{
  uint32_t *zeros = calloc (f->n_letters + (size_t)1, sizeof *zeros),
           *ones = malloc ((f->n_letters + (size_t)1) * sizeof *ones);
  struct wpp_series at = { 0 };
  for (uint32_t i = 0; i < f->n_letters && ones; i++)
    ones[i] = 1;
  struct wpp_subpath_tokens tokens = { parts->begin, parts->blocks, zeros, ones, false, NULL, 0 };
  if (zeros && ones)
    FUZZ_ASSERT (wpp_subpath_find (f, trace, &tokens, (const uint32_t[]){ 0, 0 }, 2, &at) == WPP_OK
                 && wpp_series_end (&at) == WPP_OK);
  wpp_series_release (&at);
  free (zeros);
  free (ones);
}

/* A trace as it is told: letter by letter, or its rules that are parts as such, or those of one letter at once.  */
struct telling
{
  const struct wpp_function_traces *f;
  const uint32_t *part;
  const struct wpp_letter_runs *runs;
  uint32_t trace;
};

static int
tell (void *data, int (*visit) (void *visitor, uint32_t part, uint64_t times), void *visitor)
{
  const struct telling *t = data;
  if (t->runs)
    return wpp_letter_runs_visit (t->runs, t->trace, visit, visitor);
  return t->part ? wpp_trace_visit_parts (t->f, t->trace, t->part, visit, visitor)
                 : wpp_trace_visit (t->f, t->trace, visit, visitor);
}

/* The trace of T, which is PAIR, is that however it is told.  */
static void
tell_again (struct wpp_timed_function *timed, struct telling t, const struct wpp_timed_pair *pair)
{
  struct wpp_timed_pair again;
  int err = wpp_timed_function_add (timed, tell, &t, &again);
  FUZZ_ASSERT (err == WPP_OK && again.trace == pair->trace && again.dictionary == pair->dictionary
               && again.n_blocks == pair->n_blocks);
}

static void
use_traces (const struct wpp_function_traces *f)
{
  size_t n = f->n_letters + (size_t)1;
  uint32_t *begin = malloc (n * sizeof *begin), *blocks = malloc (n * sizeof *blocks);
  uint64_t *ones = malloc (n * sizeof *ones), *lengths = malloc (f->n_traces * sizeof *lengths);
  struct wpp_timed_function timed = { 0 };
  struct wpp_flat_rules flat = { 0 };
  struct wpp_letter_runs runs = { 0 };
  struct wpp_timed_pair pair;
  for (uint32_t i = 0; i < n && begin && blocks && ones; i++)
    {
      begin[i] = i;
      blocks[i] = i % BLOCKS;
      ones[i] = 1;
    }
  struct wpp_block_parts parts = { f->n_letters, begin, blocks, BLOCKS };
  int err = begin && blocks && ones && lengths ? wpp_trace_sums (f, ones, lengths) : WPP_E_NOMEM;
  if (!err)
    err = wpp_flat_rules_init (&flat, f, &parts);
  if (!err)
    err = wpp_letter_runs_init (&runs, f);
  if (!err)
    err = wpp_timed_function_init (&timed, &flat.parts);
  for (uint32_t t = 0; t < f->n_traces && t < MOST_TRACES && !err; t++)
    if (lengths[t] <= MOST_EVENTS)
      {
        err = wpp_time_trace (&timed, &flat, f, t, &pair);
        FUZZ_ASSERT (err == WPP_OK && pair.n_blocks == lengths[t]);
        tell_again (&timed, (struct telling){ f, NULL, NULL, t }, &pair);
        tell_again (&timed, (struct telling){ f, flat.part, NULL, t }, &pair);
        tell_again (&timed, (struct telling){ f, NULL, &runs, t }, &pair);
        check_times (&timed.traces[pair.trace], lengths[t]);
        use_subpath (f, t, &parts);
      }
  wpp_timed_function_release (&timed);
  wpp_flat_rules_release (&flat);
  wpp_letter_runs_release (&runs);
  free (begin);
  free (blocks);
  free (ones);
  free (lengths);
}

/* ---- Threads.  */

static int
count_events (void *data, uint32_t event, uint64_t count)
{
  uint32_t *n = data;
  (void)event;
  (void)count;
  return ++*n > MOST_EVENTS;
}

static void
use_calls (const struct wpp_traces *t)
{
  const struct wpp_calls *calls = &t->threads[0];
  uint32_t n = 0;
  size_t n_callers = 0;
  int err;
  uint64_t events = 0, runs = 0;
  struct wpp_grammar *bag = wpp_traces_bag (t, &err);
  FUZZ_ASSERT (err == 0 || err == WPP_E_CORRUPT);
  FUZZ_ASSERT (wpp_traces_measure (t, false, &events) == 0 && wpp_traces_measure (t, true, &runs) == 0
               && (events > runs / 2 || runs <= 2 * events));
  FUZZ_ASSERT (err || (bag ? bag->length[0] : 0) == events);
  wpp_grammar_free (bag);
  err = wpp_traces_expand (t, calls, count_events, &n);
  FUZZ_ASSERT (err == 0 || err == 1 || err == WPP_E_CORRUPT || err == WPP_E_TOOBIG);
  if (calls->grammar && calls->grammar->length[0] > MOST_EVENTS)
    return;
  struct wpp_caller *callers = wpp_callers (t, &n_callers, &err);
  FUZZ_ASSERT ((callers != NULL) == (err == 0));
  free (callers);
}

/* ---- Bytes.  */

static int
read_functions (struct wpp_traces *t, const struct wpp_traces_directory *d, const unsigned char *data)
{
  uint64_t work = 0;
  int err = WPP_OK;
  for (uint32_t i = 0; i < d->n && !err; i++)
    {
      struct wpp_traces_entry *e = &d->entries[i];
      const unsigned char *record = data + e->offset;
      work += wpp_traces_work (record, e->size);
      if (work > MOST_WORK)
        return WPP_E_TOOBIG;
      e->check = (uint32_t)XXH3_64bits (record, e->size);
      err = wpp_traces_read (&t->functions[i], e, record);
      t->n_functions += !err;
      if (!err)
        use_traces (&t->functions[i]);
    }
  return err;
}

/* The traces BYTES [SIZE], whose check is right, and the calls MORE [N].  */
static int
use_both (const unsigned char *bytes, size_t size, const unsigned char *more, size_t n)
{
  struct wpp_traces_directory d;
  struct wpp_traces t = { 0 };
  int err = wpp_traces_read_directory (&d, bytes, size);
  FUZZ_ASSERT (err != WPP_E_CHECKSUM);
  if (err)
    return 0;
  t.functions = calloc (d.n + (size_t)1, sizeof *t.functions);
  t.threads = calloc (1, sizeof *t.threads);
  uint32_t *seen = calloc (d.n + (size_t)1, sizeof *seen);
  err = t.functions && t.threads && seen ? read_functions (&t, &d, bytes) : WPP_E_NOMEM;
  if (!err && wpp_calls_work (more, n) <= MOST_WORK)
    {
      err = wpp_calls_read (&t.threads[0], more, n, &t, seen);
      t.n_threads = !err;
      if (!err)
        use_calls (&t);
    }
  free (seen);
  wpp_traces_release (&t);
  wpp_traces_directory_release (&d);
  return !err;
}

int
fuzz_use_traces (const unsigned char *data, size_t size)
{
  if (size < 4 || wpp_load_u32 (data) > size - 4 || wpp_load_u32 (data) < WPP_TRACES_HEAD)
    return 0;
  size_t n = wpp_load_u32 (data);
  unsigned char *bytes = malloc (n);
  if (!bytes)
    return 0;
  memcpy (bytes, data + 4, n);
  uint64_t end = wpp_traces_directory_end (bytes);
  if (end <= n)
    wpp_store_u32 (bytes + 4, (uint32_t)XXH3_64bits (bytes + WPP_TRACES_HEAD, end - WPP_TRACES_HEAD));
  int read = end <= n && use_both (bytes, n, data + 4 + n, size - 4 - n);
  free (bytes);
  return read;
}
