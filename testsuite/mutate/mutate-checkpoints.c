/* mutate-checkpoints RECORDING N [SEED]: N checkpoints of RECORDING's replay that have other bytes than it has made, before
   they are packed, so that checksums are right; replay goes on from each that is taken.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include "../fuzz/frame.h"
#include "../fuzz/use-graph.h"
#include "mutate.h"
#include "values/replay/threads.h"

/* Checkpoints of a thread that mutants are made of, evenly.  */
#define CHECKPOINTS 8
/* Events that are replayed after one.  */
#define EVENTS 1000

static void
die (const char *what)
{
  fprintf (stderr, "mutate-checkpoints: %s\n", what);
  exit (2);
}

/* Leave in B [CHECKPOINTS] those that X makes of its thread, which has N events.  */
static void
save (struct wpp_thread_replay *x, uint64_t n, struct wpp_buffer *b)
{
  for (unsigned i = 0; i < CHECKPOINTS; i++)
    if (wpp_thread_replay_to (x, n * i / CHECKPOINTS, 0) || wpp_thread_replay_save (x, &b[i]))
      die ("a checkpoint cannot be made");
}

/* A copy of the checkpoint B with other bytes.  */
static struct wpp_buffer
mutant (const struct wpp_buffer *b)
{
  struct wpp_buffer m = { 0 }, plain = { 0 };
  struct wpp_reader r = wpp_reader_of (b->data, b->size);
  size_t size = wpp_read_leb (&r), left = wpp_reader_left (&r);
  if (!frame_unpack (&plain, b->data + b->size - left, left, size))
    die ("a checkpoint does not unpack");
  mutate_bytes (&plain);
  wpp_put_leb (&m, plain.size);
  frame_put (&m, &plain);
  wpp_buffer_release (&plain);
  return m;
}

/* Go on from mutants FIRST to before FIRST + N of the checkpoints of X's thread; add to FOUND those that are taken and
   those that are not.  */
static void
try_mutants (struct wpp_thread_replay *x, uint64_t events, uint64_t first, uint64_t n, uint64_t found[2])
{
  struct wpp_buffer saved[CHECKPOINTS] = { 0 };
  save (x, events, saved);
  for (uint64_t seed = first; seed < first + n; seed++)
    {
      mutate_begin (seed);
      struct wpp_buffer m = mutant (&saved[mutate_below (CHECKPOINTS)]);
      bool taken = !wpp_thread_replay_restore (x, m.data, m.size);
      if (taken)
        (void) !wpp_thread_replay_to (x, wpp_thread_replay_time (x) + EVENTS, 0);
      found[taken]++;
      wpp_buffer_release (&m);
    }
  for (unsigned i = 0; i < CHECKPOINTS; i++)
    wpp_buffer_release (&saved[i]);
}

static void
try_thread (struct wpp_bindings *b, const struct wpp_thread *t, uint64_t first, uint64_t n, uint64_t found[2])
{
  static const struct wpp_replay_user nobody;
  int err;
  struct wpp_values_replay *r = wpp_values_replay_new (b, &nobody, &err);
  struct wpp_thread_replay *x = r ? wpp_thread_replay_new (r, t, &err) : NULL;
  if (!x)
    die ("a thread cannot be replayed");
  try_mutants (x, t->n_events, first, n, found);
  wpp_thread_replay_free (x);
  wpp_values_replay_free (r);
}

int
main (int argc, char **argv)
{
  struct graph_user u;
  uint64_t found[2] = { 0 };
  if (argc < 3 || argc > 4)
    die ("RECORDING N [SEED]");
  if (!graph_user_open (&u, argv[1]))
    die ("no recording with values");
  const struct wpp_profile *p = wpp_recording_profile (u.recording);
  uint64_t n = strtoull (argv[2], NULL, 0), first = argc > 3 ? strtoull (argv[3], NULL, 0) : 1;
  for (size_t i = 0; i < p->n_threads; i++)
    try_thread (u.bindings, &p->threads[i], first, n, found);
  printf ("%llu mutants are taken, %llu are not\n", (unsigned long long)found[1], (unsigned long long)found[0]);
  graph_user_release (&u);
  return 0;
}
