/* Segments read before they are needed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Decoding a grammar takes longer than working on it, so threads decode the next segments while one is
   worked on.  Each thread holds one segment at most that nobody has asked for: memory is bounded.  */

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include "tool.h"

#define MOST_THREADS 2

struct result
{
  struct wpp_grammar *grammar;
  int err;
  struct wpp_place place;
  bool ready;
};

struct wpp_ahead
{
  const struct wpp_ahead_segment *segments;
  size_t n;
  struct result *results;      /* [n] */
  size_t begun, wanted;        /* segments before these are, may be, read */
  size_t taken;                /* segments before this one have been asked for */
  bool stop;
  pthread_mutex_t lock;
  pthread_cond_t more, done;   /* `wanted' has grown; a result is ready */
  pthread_t threads[MOST_THREADS];
  size_t n_threads;
};

static void
decode (const struct wpp_ahead_segment *s, struct result *r)
{
  r->grammar = wpp_profile_segment (s->profile, s->thread, s->segment, &r->err, &r->place);
}

static void *
work (void *data)
{
  struct wpp_ahead *a = data;
  pthread_mutex_lock (&a->lock);
  for (;;)
    {
      while (a->begun == a->wanted && !a->stop)
        pthread_cond_wait (&a->more, &a->lock);
      if (a->stop)
        break;
      size_t i = a->begun++;
      pthread_mutex_unlock (&a->lock);
      decode (&a->segments[i], &a->results[i]);
      pthread_mutex_lock (&a->lock);
      a->results[i].ready = true;
      pthread_cond_broadcast (&a->done);
    }
  pthread_mutex_unlock (&a->lock);
  return NULL;
}

/* Let the threads go on to segment TAKEN + their number.  */
static void
want_more (struct wpp_ahead *a)
{
  size_t wanted = a->taken + a->n_threads;
  wanted = wanted < a->n ? wanted : a->n;
  if (wanted > a->wanted)
    a->wanted = wanted;
  pthread_cond_broadcast (&a->more);
}

struct wpp_ahead *
wpp_ahead_new (const struct wpp_ahead_segment *segments, size_t n)
{
  struct wpp_ahead *a = wpp_new (1, sizeof *a);
  long processors = sysconf (_SC_NPROCESSORS_ONLN);
  a->segments = segments;
  a->n = n;
  a->results = wpp_new (n, sizeof *a->results);
  pthread_mutex_init (&a->lock, NULL);
  pthread_cond_init (&a->more, NULL);
  pthread_cond_init (&a->done, NULL);
  while (a->n_threads < MOST_THREADS && (long) a->n_threads < processors
         && !pthread_create (&a->threads[a->n_threads], NULL, work, a))
    a->n_threads++;
  want_more (a);
  return a;
}

void
wpp_ahead_free (struct wpp_ahead *a)
{
  pthread_mutex_lock (&a->lock);
  a->stop = true;
  pthread_cond_broadcast (&a->more);
  pthread_mutex_unlock (&a->lock);
  for (size_t i = 0; i < a->n_threads; i++)
    pthread_join (a->threads[i], NULL);
  for (size_t i = 0; i < a->n; i++)
    wpp_grammar_free (a->results[i].grammar);
  pthread_cond_destroy (&a->done);
  pthread_cond_destroy (&a->more);
  pthread_mutex_destroy (&a->lock);
  free (a->results);
  free (a);
}

struct wpp_grammar *
wpp_ahead_get (struct wpp_ahead *a, size_t i)
{
  struct result again = { 0 }, *r = &a->results[i];
  if (i < a->taken || !a->n_threads)
    {
      r = &again;
      decode (&a->segments[i], r);
    }
  else
    {
      pthread_mutex_lock (&a->lock);
      a->taken = i + 1;
      want_more (a);
      while (!r->ready)
        pthread_cond_wait (&a->done, &a->lock);
      pthread_mutex_unlock (&a->lock);
    }
  struct wpp_grammar *g = r->grammar;
  if (!g)
    wpp_die_at (a->segments[i].profile->file, r->err, &r->place);
  r->grammar = NULL;
  return g;
}
