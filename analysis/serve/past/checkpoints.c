/* Checkpoints of the past.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   They are made on the way forward, at first every million statements.  When they take too much memory, each second one
   goes, and those to come are further apart.  */

#include <stdlib.h>
#include "base/array.h"
#include "base/bytes.h"
#include "base/search.h"
#include "serve/past/past-impl.h"

#define MOST_CHECKPOINTS 256u
#define MOST_BYTES (UINT64_C (1) << 29) /* of all threads */

static void
release (struct wpp_past_checkpoint *c)
{
  wpp_past_state_release (&c->state);
  free (c->bytes);
}

/* The memory of all; pages that several have count for each.  */
static uint64_t
bytes_of (const struct wpp_past *p)
{
  uint64_t sum = 0;
  for (size_t i = 0; i < p->n_checkpoints; i++)
    sum += p->checkpoints[i].size;
  return sum;
}

static void
thin (struct wpp_past *p)
{
  size_t n = 1;
  for (size_t i = 1; i < p->n_checkpoints; i++)
    if (i % 2)
      release (&p->checkpoints[i]);
    else
      p->checkpoints[n++] = p->checkpoints[i];
  p->n_checkpoints = n;
  p->interval *= 2;
}

int
wpp_past_checkpoint (struct wpp_past *p)
{
  size_t n = p->n_checkpoints;
  if (n && wpp_past_compare (p->checkpoints[n - 1].state.place, p->now.place) >= 0)
    return WPP_OK;
  size_t n_threads = wpp_recording_threads (p->run->of.recording);
  if (n >= MOST_CHECKPOINTS || (n > 2 && bytes_of (p) > MOST_BYTES / n_threads))
    thin (p);
  struct wpp_past_checkpoint c = { .size = 0 };
  struct wpp_buffer b = { 0 };
  int err = WPP_RESERVE (p->checkpoints, p->checkpoints_room, p->n_checkpoints, 1);
  if (!err)
    err = wpp_past_state_copy (&c.state, &p->now, p);
  if (!err)
    err = wpp_thread_replay_save (p->thread_replay, &b);
  /* It was packed where there was room for all that it says.  */
  unsigned char *less = err || !b.size ? NULL : realloc (b.data, b.size);
  c.bytes = less ? less : b.data;
  c.size = b.size;
  if (err)
    release (&c);
  else
    p->checkpoints[p->n_checkpoints++] = c;
  return err;
}

size_t
wpp_past_last_checkpoint (const struct wpp_past *p, struct wpp_past_place place)
{
  size_t n = WPP_PARTITION_POINT (i, p->n_checkpoints, wpp_past_compare (p->checkpoints[i].state.place, place) < 0);
  return n ? n - 1 : 0;
}

int
wpp_past_restore (struct wpp_past *p, size_t i)
{
  wpp_past_state_release (&p->now);
  int err = wpp_past_state_copy (&p->now, &p->checkpoints[i].state, p);
  return err ? err : wpp_thread_replay_restore (p->thread_replay, p->checkpoints[i].bytes, p->checkpoints[i].size);
}

void
wpp_past_free_checkpoints (struct wpp_past *p)
{
  for (size_t i = 0; i < p->n_checkpoints; i++)
    release (&p->checkpoints[i]);
  free (p->checkpoints);
}
