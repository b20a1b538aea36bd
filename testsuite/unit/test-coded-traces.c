/* Traces and calls as bytes: read back they are the same, and damaged ones do no harm.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "make-threads.h"
#include "base/bytes.h"
#include "activations/timestamps/build.h"
#include "recording/traces/bag.h"
#include "recording/traces/coded.h"
#include "recording/traces/letters.h"
#include "use-traces.h"

enum { MOST_EVENTS = 1500, THREADS = 3 };

static int
step_of (void *data, uint32_t event, struct wpp_step *step)
{
  (void)data;
  if (event < WPP_EVENT_FIRST_PATH)
    return 0;
  *step = thread_step (event);
  return 1;
}

/* Random threads as traces, with their GRAMMARS.  */
static int
make_traces (uint64_t *seed, struct wpp_traces *t, struct wpp_grammar **grammars)
{
  int err;
  struct wpp_trace_builder *b = wpp_trace_builder_new (THREAD_FUNCTIONS, step_of, NULL, &err);
  for (unsigned i = 0; i < THREADS; i++)
    {
      grammars[i] = thread_grammar (seed, i % 2, i == 2, MOST_EVENTS);
      if (!err)
        err = wpp_trace_builder_add (b, grammars[i]);
      if (!err)
        err = wpp_trace_builder_end_thread (b);
    }
  if (!err)
    err = wpp_trace_builder_finish (b, true, t);
  wpp_trace_builder_free (b);
  return err;
}

struct events
{
  uint32_t event[MOST_EVENTS];
  size_t n;
};

static int
take_events (void *data, uint32_t event, uint64_t count)
{
  struct events *e = data;
  for (; count && e->n < MOST_EVENTS; count--)
    e->event[e->n++] = event;
  return 0;
}

/* Read TRACES and the threads' CALLS back into T.  */
static int
read_back (struct wpp_traces *t, const struct wpp_buffer *traces, const struct wpp_buffer *calls)
{
  struct wpp_traces_directory d;
  uint32_t seen[THREAD_FUNCTIONS] = { 0 };
  int err = wpp_traces_read_directory (&d, traces->data, traces->size);
  t->functions = calloc (d.n + (size_t)1, sizeof *t->functions);
  t->threads = calloc (THREADS, sizeof *t->threads);
  for (uint32_t i = 0; i < d.n && !err; i++, t->n_functions++)
    err = wpp_traces_read (&t->functions[i], &d.entries[i], traces->data + d.entries[i].offset);
  for (unsigned i = 0; i < THREADS && !err; i++, t->n_threads++)
    err = wpp_calls_read (&t->threads[i], calls[i].data, calls[i].size, t, seen);
  wpp_traces_directory_release (&d);
  return err;
}

static bool
same_p (const struct wpp_traces *t, struct wpp_grammar *const *grammars)
{
  static struct events want, got;
  bool same = true;
  for (unsigned i = 0; i < THREADS; i++)
    {
      want.n = got.n = 0;
      wpp_grammar_expand (grammars[i], 0, take_events, &want);
      same &= !wpp_traces_expand (t, &t->threads[i], take_events, &got) && got.n == want.n
              && !memcmp (got.event, want.event, got.n * sizeof *got.event);
    }
  return same;
}

/* ---- What is known of traces without going through them.  */

enum { WORDS = 4096 };

struct tally
{
  uint64_t events[WORDS], all, visits;
};

static int
tally_run (void *data, uint32_t event, uint64_t count)
{
  struct tally *t = data;
  t->events[event % WORDS] += count;
  t->all += count;
  t->visits++;
  return 0;
}

/* Are the events of T's threads as many as is said, in no more visits; and has the bag each as often?  */
static bool
measured_p (const struct wpp_traces *t)
{
  static struct tally want, got;
  uint64_t events[THREADS], runs[THREADS];
  int err;
  bool right = !wpp_traces_measure (t, false, events) && !wpp_traces_measure (t, true, runs);
  memset (&want, 0, sizeof want);
  memset (&got, 0, sizeof got);
  for (unsigned i = 0; i < THREADS; i++)
    {
      uint64_t all = want.all, visits = want.visits;
      wpp_traces_expand (t, &t->threads[i], tally_run, &want);
      right &= want.all - all == events[i] && want.visits - visits <= runs[i] && runs[i] <= 2 * events[i];
    }
  struct wpp_grammar *bag = wpp_traces_bag (t, &err);
  if (bag)
    wpp_grammar_expand (bag, 0, tally_run, &got);
  wpp_grammar_free (bag);
  return right && !err && got.all == want.all && !memcmp (got.events, want.events, sizeof got.events);
}

static int
mark_letter (void *data, uint32_t letter, uint64_t count)
{
  ((bool *)data)[letter] = count;
  return 0;
}

/* Are the letters of each trace of F those that are met in it, and each only once?  */
static bool
letters_p (const struct wpp_function_traces *f)
{
  struct wpp_letter_search s;
  uint64_t left = UINT64_MAX, none = 0;
  bool right = !wpp_letter_search_init (&s, f);
  for (uint32_t i = 0; i < f->n_traces && right; i++)
    {
      bool *there = calloc (f->n_letters + 1, sizeof *there);
      wpp_trace_visit (f, i, mark_letter, there);
      right = !wpp_letter_search_find (&s, i, &left);
      for (uint32_t k = 0; k < s.n; k++)
        {
          right &= there[s.letters[k]];
          there[s.letters[k]] = false;
        }
      for (uint32_t k = 0; k < f->n_letters; k++)
        right &= !there[k];
      free (there);
    }
  right &= wpp_letter_search_find (&s, 0, &none) == WPP_E_TOOBIG;
  wpp_letter_search_release (&s);
  return right;
}

/* Damage TRACES and CALLS together, and use what is read.  Return how many were.  */
static unsigned
damage (uint64_t *seed, const struct wpp_buffer *traces, const struct wpp_buffer *calls)
{
  size_t size = 4 + traces->size + calls->size;
  unsigned char *bytes = malloc (size);
  unsigned read = 0;
  for (unsigned i = 0; i < 60; i++)
    {
      wpp_store_u32 (bytes, traces->size);
      memcpy (bytes + 4, traces->data, traces->size);
      memcpy (bytes + 4 + traces->size, calls->data, calls->size);
      for (unsigned k = 0; k < i % 4; k++)
        bytes[4 + unit_random (seed) % (size - 4)] ^= 1u << unit_random (seed) % 8;
      read += fuzz_use_traces (bytes, size - (i % 7 == 6 ? unit_random (seed) % size : 0));
    }
  free (bytes);
  return read;
}

int
main (void)
{
  uint64_t seed = 11;
  unsigned wrong = 0, mismeasured = 0, read = 0;
  enum { RUNS = 150 };
  for (unsigned run = 0; run < RUNS; run++)
    {
      struct wpp_traces t = { 0 }, back = { 0 };
      struct wpp_grammar *grammars[THREADS];
      struct wpp_buffer traces = { 0 }, calls[THREADS] = { 0 };
      uint32_t seen[THREAD_FUNCTIONS] = { 0 };
      int err = make_traces (&seed, &t, grammars);
      if (!err)
        err = wpp_traces_put (&traces, &t, run % 2);
      for (unsigned i = 0; i < THREADS && !err; i++)
        err = wpp_calls_put (&calls[i], &t.threads[i], seen, run % 2);
      wrong += err || read_back (&back, &traces, calls) || !same_p (&back, grammars);
      mismeasured += !measured_p (&t);
      for (uint32_t f = 0; f < t.n_functions; f++)
        mismeasured += !letters_p (&t.functions[f]);
      if (!err)
        read += damage (&seed, &traces, &calls[0]);
      wpp_traces_release (&t);
      wpp_traces_release (&back);
      wpp_buffer_release (&traces);
      for (unsigned i = 0; i < THREADS; i++)
        {
          wpp_grammar_free (grammars[i]);
          wpp_buffer_release (&calls[i]);
        }
    }
  CHECK (!wrong, "traces and calls of %d random threads are read back (%u wrong)", RUNS * THREADS, wrong);
  CHECK (!mismeasured, "their numbers of events and their letters are known without going through them (%u wrong)",
         mismeasured);
  CHECK (read > RUNS * 10, "damaged ones are refused or used (%u)", read);
  return unit_done ();
}
