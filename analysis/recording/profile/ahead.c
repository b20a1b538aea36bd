/* Segments of scanned profiles, read ahead by threads (ahead.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "base/process.h"
#include "recording/profile/ahead.h"
#include "recording/profile/read.h"

#include <pthread.h>
#include <stdlib.h>

#define MOST_THREADS 2
/* Reading fewer bytes than this takes less time than starting a thread.  */
#define WORTH_THREADS ((size_t)1 << 16)

struct segment
{
  const struct wpp_profile *profile;
  const struct wpp_thread *thread;
  size_t number;               /* in THREAD */
  struct wpp_grammar *grammar;
  int err;
  struct wpp_place place;
  bool ready;
};

struct wpp_ahead
{
  struct segment *segments;    /* [n] */
  size_t n;
  size_t begun, wanted;        /* segments before BEGUN are being read or have been; those before WANTED may be */
  size_t taken;                /* segments before this one have been requested */
  bool stop;
  pthread_mutex_t lock;
  pthread_cond_t more, done;   /* `wanted' has grown; a result is ready */
  pthread_t threads[MOST_THREADS];
  size_t n_threads;
};

static void
decode (struct segment *s)
{
  s->grammar = wpp_profile_segment (s->profile, s->thread, s->number, &s->err, &s->place);
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
      decode (&a->segments[i]);
      pthread_mutex_lock (&a->lock);
      a->segments[i].ready = true;
      pthread_cond_broadcast (&a->done);
    }
  pthread_mutex_unlock (&a->lock);
  return NULL;
}

/* Let the threads go on up to segment TAKEN plus the number of threads.  */
static void
want_more (struct wpp_ahead *a)
{
  size_t wanted = a->taken + a->n_threads;
  wanted = wanted < a->n ? wanted : a->n;
  if (wanted > a->wanted)
    a->wanted = wanted;
  pthread_cond_broadcast (&a->more);
}

/* Count the coded segments of PROFILES [N] and their bytes, and put them into LIST unless that is null.  */
static size_t
list_segments (const struct wpp_profile *const *profiles, size_t n, struct segment *list,
               size_t *bytes)
{
  size_t k = 0;
  *bytes = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t t = 0; t < profiles[i]->n_threads; t++)
      {
        const struct wpp_thread *thread = &profiles[i]->threads[t];
        for (size_t s = 0; thread->coded && s < thread->n_segments; s++, k++)
          {
            *bytes += thread->coded[s].size;
            if (list)
              list[k] = (struct segment){ .profile = profiles[i], .thread = thread, .number = s };
          }
      }
  return k;
}

/* Start the threads, if that is worthwhile.  */
static void
start_threads (struct wpp_ahead *a, size_t bytes)
{
  size_t most = wpp_process_processors (MOST_THREADS);
  if (a->n < 2 || bytes < WORTH_THREADS)
    return;
  while (a->n_threads < most && !pthread_create (&a->threads[a->n_threads], NULL, work, a))
    a->n_threads++;
  pthread_mutex_lock (&a->lock);
  want_more (a);
  pthread_mutex_unlock (&a->lock);
}

struct wpp_ahead *
wpp_ahead_new (const struct wpp_profile *const *profiles, size_t n)
{
  size_t bytes;
  struct wpp_ahead *a = calloc (1, sizeof *a);
  if (!a)
    return NULL;
  a->n = list_segments (profiles, n, NULL, &bytes);
  a->segments = malloc ((a->n + 1) * sizeof *a->segments);
  if (!a->segments)
    {
      free (a);
      return NULL;
    }
  list_segments (profiles, n, a->segments, &bytes);
  pthread_mutex_init (&a->lock, NULL);
  pthread_cond_init (&a->more, NULL);
  pthread_cond_init (&a->done, NULL);
  start_threads (a, bytes);
  return a;
}

void
wpp_ahead_free (struct wpp_ahead *a)
{
  if (!a)
    return;
  pthread_mutex_lock (&a->lock);
  a->stop = true;
  pthread_cond_broadcast (&a->more);
  pthread_mutex_unlock (&a->lock);
  for (size_t i = 0; i < a->n_threads; i++)
    pthread_join (a->threads[i], NULL);
  for (size_t i = 0; i < a->n; i++)
    wpp_grammar_free (a->segments[i].grammar);
  pthread_cond_destroy (&a->done);
  pthread_cond_destroy (&a->more);
  pthread_mutex_destroy (&a->lock);
  free (a->segments);
  free (a);
}

/* Wait until segment I, which is requested for the first time, has been read.  */
static void
await (struct wpp_ahead *a, size_t i)
{
  pthread_mutex_lock (&a->lock);
  a->taken = i + 1;
  want_more (a);
  while (!a->segments[i].ready)
    pthread_cond_wait (&a->done, &a->lock);
  pthread_mutex_unlock (&a->lock);
}

struct wpp_grammar *
wpp_ahead_get (struct wpp_ahead *a, size_t i, int *err, struct wpp_place *place)
{
  struct segment *s = &a->segments[i];
  if (i < a->taken || !a->n_threads)
    decode (s);
  else
    await (a, i);
  struct wpp_grammar *g = s->grammar;
  s->grammar = NULL;
  *err = s->err;
  if (!g && place)
    *place = s->place;
  return g;
}
