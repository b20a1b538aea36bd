/* Coding which of the symbols that begin with the same terminal one is.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "index-coder.h"

#include <pthread.h>
#include <stdlib.h>
#include "collect-rules.h"
#include "error.h"

#define KIND 0
#define BATCH 8192             /* indices handed over at once */
#define AHEAD 4                /* indices whose odds are being fetched */

struct wpp_index_queue
{
  struct wpp_index batches[2][BATCH];
  struct wpp_index *filling;   /* the caller's */
  size_t n_filling;
  pthread_t thread;
  bool threaded;               /* there is a thread; it is started by the first full batch */
  int error;
  pthread_mutex_t lock;        /* of what follows */
  pthread_cond_t changed;
  size_t n_coding;             /* in the other batch, which is the thread's until it is 0 */
  bool ended;                  /* no batch will follow */
};

int
wpp_index_coder_init (struct wpp_index_coder *c, uint64_t n_symbols)
{
  if (!c->coder.decoding)
    {
      wpp_coder_encode (&c->coder);
      c->queue = calloc (1, sizeof *c->queue);
      if (!c->queue)
        return WPP_E_NOMEM;
      c->queue->filling = c->queue->batches[0];
      pthread_mutex_init (&c->queue->lock, NULL);
      pthread_cond_init (&c->queue->changed, NULL);
    }
  c->mixer = wpp_mixer_new (&c->coder);
  return c->mixer ? wpp_groups_init (&c->groups, n_symbols) : WPP_E_NOMEM;
}

/* The tree for I, which reaches its n.  Null when out of memory.  */
static struct wpp_tree *
tree_of (struct wpp_index_coder *c, const struct wpp_index *i)
{
  while (i->first >= c->n_trees)
    {
      struct wpp_tree *trees = wpp_array_grow (c->trees, &c->capacity, c->n_trees, sizeof *trees);
      if (!trees)
        return NULL;
      c->trees = trees;
      trees[c->n_trees++] = (struct wpp_tree){ 0 };
    }
  struct wpp_tree *t = &c->trees[i->first];
  return wpp_tree_reach (t, i->n) < 0 ? NULL : t;
}

static int
code (struct wpp_index_coder *c, struct wpp_index *i)
{
  const struct wpp_tree *t = tree_of (c, i);
  if (!t)
    return WPP_E_NOMEM;
  i->index = wpp_tree_code (t, c->mixer, KIND, &c->groups, i->contexts, WPP_INDEX_CONTEXTS, i->index);
  return WPP_OK;
}

int
wpp_index_decode (struct wpp_index_coder *c, struct wpp_index *i)
{
  return code (c, i);
}

/* Fetch the odds of I.  */
static void
prefetch (const struct wpp_index_coder *c, const struct wpp_index *i)
{
  for (unsigned nibble = (wpp_bit_length (i->n - 1) + 3) / 4; nibble-- > 0;)
    {
      uint32_t prefix = wpp_group_prefix (i->index, nibble);
      for (unsigned k = 0; k < WPP_INDEX_CONTEXTS; k++)
        wpp_group_prefetch (&c->groups, wpp_hash2 (i->contexts[k], prefix));
      if (i->first < c->n_trees && c->trees[i->first].level[nibble])
        __builtin_prefetch (wpp_tree_odds (&c->trees[i->first], i->index, 4 * nibble));
    }
}

static int
code_batch (struct wpp_index_coder *c, struct wpp_index *batch, size_t n)
{
  int err = WPP_OK;
  for (size_t i = 0; i < n && !err; i++)
    {
      if (i + AHEAD < n)
        prefetch (c, &batch[i + AHEAD]);
      err = code (c, &batch[i]);
    }
  return err;
}

/* The batch that is not being filled.  */
static struct wpp_index *
other_batch (struct wpp_index_queue *q)
{
  return q->batches[q->filling == q->batches[0]];
}

static void *
work (void *data)
{
  struct wpp_index_coder *c = data;
  struct wpp_index_queue *q = c->queue;

  pthread_mutex_lock (&q->lock);
  for (;;)
    {
      while (q->n_coding == 0 && !q->ended)
        pthread_cond_wait (&q->changed, &q->lock);
      size_t n = q->n_coding;
      struct wpp_index *batch = other_batch (q);
      if (n == 0)
        break;
      pthread_mutex_unlock (&q->lock);
      int err = q->error ? q->error : code_batch (c, batch, n);
      pthread_mutex_lock (&q->lock);
      q->error = err;
      q->n_coding = 0;
      pthread_cond_signal (&q->changed);
    }
  pthread_mutex_unlock (&q->lock);
  return NULL;
}

/* Give the full batch to the thread, once that is done with the other one; without a thread, encode
   it.  */
static int
hand_over (struct wpp_index_coder *c)
{
  struct wpp_index_queue *q = c->queue;
  size_t n = q->n_filling;
  q->n_filling = 0;
  if (!q->threaded)
    q->threaded = pthread_create (&q->thread, NULL, work, c) == 0;
  if (!q->threaded)
    return code_batch (c, q->filling, n);
  pthread_mutex_lock (&q->lock);
  while (q->n_coding != 0)
    pthread_cond_wait (&q->changed, &q->lock);
  q->filling = other_batch (q);
  q->n_coding = n;
  int err = q->error;
  pthread_cond_signal (&q->changed);
  pthread_mutex_unlock (&q->lock);
  return err;
}

int
wpp_index_encode (struct wpp_index_coder *c, const struct wpp_index *i)
{
  struct wpp_index_queue *q = c->queue;
  q->filling[q->n_filling++] = *i;
  return q->n_filling == BATCH ? hand_over (c) : WPP_OK;
}

/* Let the thread finish, and end.  */
static int
join (struct wpp_index_queue *q)
{
  if (q->threaded)
    {
      pthread_mutex_lock (&q->lock);
      q->ended = true;
      pthread_cond_signal (&q->changed);
      pthread_mutex_unlock (&q->lock);
      pthread_join (q->thread, NULL);
      q->threaded = false;
    }
  return q->error;
}

int
wpp_index_encode_end (struct wpp_index_coder *c)
{
  int err = join (c->queue);
  if (!err)
    err = code_batch (c, c->queue->filling, c->queue->n_filling);
  wpp_coder_finish (&c->coder);
  return err ? err : c->coder.out.failed ? WPP_E_NOMEM : WPP_OK;
}

void
wpp_index_coder_release (struct wpp_index_coder *c)
{
  if (c->queue)
    {
      join (c->queue);
      pthread_mutex_destroy (&c->queue->lock);
      pthread_cond_destroy (&c->queue->changed);
      free (c->queue);
    }
  for (size_t i = 0; i < c->n_trees; i++)
    wpp_tree_release (&c->trees[i]);
  free (c->trees);
  wpp_groups_release (&c->groups);
  wpp_mixer_free (c->mixer);
  wpp_buffer_release (&c->coder.out);
}
