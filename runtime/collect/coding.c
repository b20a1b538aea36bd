/* Coding finished grammars beside the collecting, in another thread.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Grammars are coded in the order in which they come.  Few may wait: they are as big as the one that
   is being made.  */

#include <pthread.h>
#include <stdlib.h>
#include "codec.h"
#include "collect.h"

#define WAITING_MOST 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct coding *first, **last = &first;  /* not coded yet; the first is at work */
static unsigned n_waiting;
static bool threaded;                          /* there is a thread */

int
code_grammar (struct wpp_sequitur *sequitur, unsigned char **bytes, size_t *size)
{
  int err = 0;
  struct wpp_grammar *grammar = wpp_sequitur_grammar (sequitur, &err);
  if (grammar)
    err = wpp_grammar_encode (grammar, bytes, size);
  wpp_grammar_free (grammar);
  return err;
}

static void
code (struct coding *c)
{
  c->error = code_grammar (c->grammar, &c->bytes, &c->size);
  wpp_sequitur_free (c->grammar);
  c->grammar = NULL;
}

static void *
work (void *unused)
{
  pthread_mutex_lock (&lock);
  for (;;)
    {
      while (!first)
        pthread_cond_wait (&changed, &lock);
      struct coding *c = first;
      pthread_mutex_unlock (&lock);
      code (c);
      pthread_mutex_lock (&lock);
      first = c->next;
      if (!first)
        last = &first;
      n_waiting--;
      c->done = true;
      pthread_cond_broadcast (&changed);
    }
  return NULL;
}

/* Is there a thread that codes?  The first to ask starts it.  */
static bool
start_thread (void)
{
  pthread_t thread;
  if (!threaded)
    threaded = pthread_create (&thread, NULL, work, NULL) == 0;
  return threaded;
}

struct coding *
coding_start (struct wpp_sequitur *grammar)
{
  struct coding *c = calloc (1, sizeof *c);
  if (!c)
    return NULL;
  c->grammar = grammar;
  c->memory = wpp_sequitur_memory (grammar);
  if (!start_thread ())
    {
      code (c);
      c->done = true;
      return c;
    }
  pthread_mutex_lock (&lock);
  while (n_waiting >= WAITING_MOST)
    pthread_cond_wait (&changed, &lock);
  *last = c;
  last = &c->next;
  n_waiting++;
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&lock);
  return c;
}

bool
coding_done_p (struct coding *c)
{
  pthread_mutex_lock (&lock);
  bool done = c->done;
  pthread_mutex_unlock (&lock);
  return done;
}

int
coding_end (struct coding *c, unsigned char **bytes, size_t *size)
{
  pthread_mutex_lock (&lock);
  while (!c->done)
    pthread_cond_wait (&changed, &lock);
  pthread_mutex_unlock (&lock);
  int error = c->error;
  *bytes = c->bytes;
  *size = c->size;
  free (c);
  return error;
}
