/* Traces and calls as bytes: read back they are the same, and damaged ones do no harm.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "make-threads.h"
#include "support/bytes.h"
#include "timestamps/build.h"
#include "traces/coded.h"
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
    err = wpp_trace_builder_finish (b, t);
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
  unsigned wrong = 0, read = 0;
  enum { RUNS = 150 };
  for (unsigned run = 0; run < RUNS; run++)
    {
      struct wpp_traces t = { 0 }, back = { 0 };
      struct wpp_grammar *grammars[THREADS];
      struct wpp_buffer traces = { 0 }, calls[THREADS] = { 0 };
      uint32_t seen[THREAD_FUNCTIONS] = { 0 };
      int err = make_traces (&seed, &t, grammars);
      if (!err)
        err = wpp_traces_put (&traces, &t);
      for (unsigned i = 0; i < THREADS && !err; i++)
        err = wpp_calls_put (&calls[i], &t.threads[i], seen);
      wrong += err || read_back (&back, &traces, calls) || !same_p (&back, grammars);
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
  CHECK (read > RUNS * 10, "damaged ones are refused or used (%u)", read);
  return unit_done ();
}
