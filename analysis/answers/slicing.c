/* Threads cut into slices of as many events each (slicing.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/slicing.h"
#include "base/saturate.h"

static uint64_t
events_of (const struct wpp_thread *t)
{
  uint64_t n = 0;
  for (size_t i = 0; i < t->n_segments; i++)
    n = wpp_saturating_add (n, t->segments[i]->length[0]);
  return n;
}

uint64_t
wpp_slice_begin (const struct wpp_sliced_thread *t, uint32_t i)
{
  return (unsigned __int128)t->events * i / t->n;
}

/* Cut segment number SEGMENT of T, which begins with event BEFORE of the thread.  *NEXT is the slice that begins
   next.  */
static int
cut_segment (struct wpp_sliced_thread *t, size_t segment, uint64_t before, uint32_t *next)
{
  const struct wpp_grammar *g = t->thread->segments[segment];
  uint64_t *positions = malloc ((t->n + (size_t)1) * sizeof *positions);
  size_t n = 0;
  if (!positions)
    return WPP_E_NOMEM;
  for (; *next < t->n && wpp_slice_begin (t, *next) - before < g->length[0]; ++*next)
    positions[n++] = wpp_slice_begin (t, *next) - before;
  int err = wpp_grammar_cut (g, positions, n, &t->segments[segment]);
  free (positions);
  return err;
}

static int
cut_thread (struct wpp_sliced_thread *t)
{
  uint32_t next = 1;
  uint64_t before = 0;
  int err = 0;
  t->segments = calloc (t->thread->n_segments + 1, sizeof *t->segments);
  if (!t->segments)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < t->thread->n_segments && !err; i++)
    {
      err = cut_segment (t, i, before, &next);
      before = wpp_saturating_add (before, t->thread->segments[i]->length[0]);
    }
  return err;
}

static int
compare_events (const void *a, const void *b)
{
  const struct wpp_sliced_thread *x = a, *y = b;
  return x->events > y->events ? -1 : x->events < y->events;
}

static int
compare_threads (const void *a, const void *b)
{
  const struct wpp_sliced_thread *x = a, *y = b;
  return x->thread < y->thread ? -1 : x->thread > y->thread;
}

/* Choose the threads of R, and give each its slices.  */
static int
choose_threads (struct wpp_slicing *s, const struct wpp_recording *r, uint32_t slices)
{
  size_t n = wpp_recording_threads (r);
  double all = 0;
  s->threads = calloc (n + 1, sizeof *s->threads);
  if (!s->threads)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < n; i++)
    {
      s->threads[i].thread = wpp_recording_thread (r, i);
      s->threads[i].events = events_of (s->threads[i].thread);
      all += (double)s->threads[i].events;
    }
  qsort (s->threads, n, sizeof *s->threads, compare_events);
  s->n_threads = n < slices ? n : slices;
  qsort (s->threads, s->n_threads, sizeof *s->threads, compare_threads);
  for (size_t i = 0; i < s->n_threads; i++)
    {
      struct wpp_sliced_thread *t = &s->threads[i];
      double share = all > 0 ? (double)t->events / all * slices : 1;
      /* What is not counted exactly cannot be cut.  */
      t->n = wpp_saturated_p (t->events) || share < 1 ? 1 : (uint32_t)share;
      t->n = t->n > t->events && t->events ? (uint32_t)t->events : t->n;
      t->first = s->n;
      s->n += t->n;
    }
  return 0;
}

int
wpp_slicing_new (struct wpp_slicing *s, const struct wpp_recording *r, uint32_t slices)
{
  *s = (struct wpp_slicing){ 0 };
  int err = choose_threads (s, r, slices);
  for (size_t i = 0; i < s->n_threads && !err; i++)
    err = cut_thread (&s->threads[i]);
  if (err)
    wpp_slicing_release (s);
  return err;
}

void
wpp_slicing_release (struct wpp_slicing *s)
{
  for (size_t i = 0; i < s->n_threads; i++)
    {
      for (size_t k = 0; s->threads[i].segments && k < s->threads[i].thread->n_segments; k++)
        wpp_cut_grammar_release (&s->threads[i].segments[k]);
      free (s->threads[i].segments);
    }
  free (s->threads);
  *s = (struct wpp_slicing){ 0 };
}
