/* Spans of a thread, replayed on all processors and told in order.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Each worker takes the next span, replays it, and puts what it tells into blocks.  Whoever asked takes the blocks of
   one span after the other, and tells the user.  A worker waits where its span has MOST_BLOCKS, unless that is the one
   that is told; and it does not begin a span that is AHEAD of that.  So memory is bounded, and since spans are begun in
   order, the one that is told always goes on.  */

#include <pthread.h>
#include <stdlib.h>
#include "base/process.h"
#include "values/indexed/spans.h"

#define MOST_WORKERS 8u
#define BLOCK 8192u
#define MOST_BLOCKS 16u
#define AHEAD 16u
/* Statements after which a worker looks whether it is to stop.  */
#define STEP UINT64_C (4000000)

enum told_kind
{
  TOLD_PATH,                     /* STATEMENT: function, USE: path, A: event, B: activation … */
  TOLD_DEPTH,                    /* … A: depth */
  TOLD_STATEMENT,
  TOLD_VALUE,                    /* A: word, B: known */
  TOLD_READ, TOLD_WRITE          /* A: address, B: bytes */
};

struct told
{
  uint32_t kind, statement, use;
  uint64_t a, b;
};

struct block
{
  struct block *next;
  size_t n;
  struct told items[BLOCK];
};

struct part                      /* a span while it is replayed */
{
  struct block *first, *last;    /* that were not told yet */
  size_t n;
  bool done;
  int err;
};

struct crew
{
  const struct wpp_spans *s;
  const struct wpp_span *spans;  /* [n] */
  size_t n;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct part *parts;            /* [n] */
  size_t next, told;             /* the next span to be replayed; the one that is told */
  bool stopped;
};

struct worker
{
  struct crew *crew;
  pthread_t thread;
  struct wpp_values_replay *replay;
  size_t part;
  struct block *block;           /* being filled; null: none */
  struct wpp_replay_now now;     /* of the path at hand */
  bool any;                      /* there is one */
};

/* ---- Workers.  */

/* Give W's block to the part.  1: the crew is to stop.  */
static int
give (struct worker *w)
{
  struct crew *c = w->crew;
  struct part *p = &c->parts[w->part];
  if (!w->block)
    return WPP_OK;
  pthread_mutex_lock (&c->lock);
  while (p->n >= MOST_BLOCKS && c->told != w->part && !c->stopped)
    pthread_cond_wait (&c->changed, &c->lock);
  *(p->last ? &p->last->next : &p->first) = w->block;
  p->last = w->block;
  p->n++;
  w->block = NULL;
  int stopped = c->stopped;
  pthread_cond_broadcast (&c->changed);
  pthread_mutex_unlock (&c->lock);
  return stopped;
}

static int
put (struct worker *w, struct told t)
{
  if (w->block && w->block->n == BLOCK && give (w))
    return 1;
  if (!w->block)
    {
      w->block = malloc (sizeof *w->block);
      if (!w->block)
        return WPP_E_NOMEM;
      w->block->next = NULL;
      w->block->n = 0;
    }
  w->block->items[w->block->n++] = t;
  return WPP_OK;
}

/* What is told next is of NOW.  */
static int
look_at (struct worker *w, const struct wpp_replay_now *now)
{
  if (w->any && w->now.event == now->event && w->now.activation == now->activation)
    return WPP_OK;
  w->now = *now;
  w->any = true;
  int err = put (w, (struct told){ TOLD_PATH, now->function, now->path, now->event, now->activation });
  return err ? err : put (w, (struct told){ .kind = TOLD_DEPTH, .a = now->depth });
}

/* T, of NOW, is told, unless that is before W's span.  */
static int
put_of (struct worker *w, const struct wpp_replay_now *now, struct told t)
{
  if (now->event < w->crew->spans[w->part].begin)
    return WPP_OK;
  int err = look_at (w, now);
  return err ? err : put (w, t);
}

static int
statement (void *data, const struct wpp_replay_now *now)
{
  return put_of (data, now, (struct told){ TOLD_STATEMENT, now->statement, 0, 0, 0 });
}

static int
value (void *data, const struct wpp_replay_now *now, struct wpp_word v)
{
  return put_of (data, now, (struct told){ TOLD_VALUE, now->statement, now->use, v.word, v.known });
}

static int
access_told (void *data, const struct wpp_replay_now *now, uint64_t address, uint64_t n, bool writes)
{
  return put_of (data, now, (struct told){ writes ? TOLD_WRITE : TOLD_READ, now->statement, 0, address, n });
}

static uint8_t *
watched (void *data, uint32_t function, int *err)
{
  const struct wpp_replay_user *user = &((struct worker *)data)->crew->s->user;
  return user->watched (user->data, function, err);
}

static bool
stopped_p (struct crew *c)
{
  pthread_mutex_lock (&c->lock);
  bool stopped = c->stopped;
  pthread_mutex_unlock (&c->lock);
  return stopped;
}

/* Let X be where SPAN begins.  */
static int
go_to (struct wpp_thread_replay *x, const struct wpp_span *span)
{
  uint64_t begin = span->from ? span->from->time : 0;
  if (wpp_thread_replay_time (x) == begin)
    return WPP_OK;
  return span->from ? wpp_thread_replay_restore (x, span->from->bytes, span->from->size) : wpp_thread_replay_rewind (x);
}

static int
replay_part (struct worker *w, struct wpp_thread_replay *x)
{
  const struct wpp_span *span = &w->crew->spans[w->part];
  int err = go_to (x, span);
  w->any = false;
  while (!err && wpp_thread_replay_time (x) < span->end && !wpp_thread_replay_ended_p (x) && !stopped_p (w->crew))
    err = wpp_thread_replay_to (x, span->end, STEP);
  if (!err)
    err = give (w);
  return err;
}

/* Take the next span for W; return whether there is one.  */
static bool
take (struct worker *w)
{
  struct crew *c = w->crew;
  pthread_mutex_lock (&c->lock);
  while (!c->stopped && c->next < c->n && c->next > c->told + AHEAD)
    pthread_cond_wait (&c->changed, &c->lock);
  bool any = !c->stopped && c->next < c->n;
  if (any)
    w->part = c->next++;
  pthread_mutex_unlock (&c->lock);
  return any;
}

static void
finish (struct worker *w, int err)
{
  struct crew *c = w->crew;
  pthread_mutex_lock (&c->lock);
  c->parts[w->part].err = err;
  c->parts[w->part].done = true;
  pthread_cond_broadcast (&c->changed);
  pthread_mutex_unlock (&c->lock);
}

static void *
work (void *data)
{
  struct worker *w = data;
  int err;
  struct wpp_thread_replay *x = wpp_thread_replay_new (w->replay, w->crew->s->thread, &err);
  while (take (w))
    {
      if (x && !err)
        err = replay_part (w, x);
      finish (w, err);
    }
  if (x)
    wpp_thread_replay_free (x);
  free (w->block);
  return NULL;
}

/* ---- Who asked.  */

/* The next block of the part that is told; null: it is done.  */
static struct block *
next_block (struct crew *c)
{
  struct part *p = &c->parts[c->told];
  pthread_mutex_lock (&c->lock);
  while (!p->first && !p->done)
    pthread_cond_wait (&c->changed, &c->lock);
  struct block *b = p->first;
  if (b)
    {
      p->first = b->next;
      p->last = p->first ? p->last : NULL;
      p->n--;
    }
  pthread_mutex_unlock (&c->lock);
  return b;
}

static int
tell (const struct wpp_replay_user *user, struct wpp_replay_now *now, const struct told *t)
{
  now->statement = t->statement;
  now->use = t->use;
  switch (t->kind)
    {
    case TOLD_PATH:
      *now = (struct wpp_replay_now){ .thread = now->thread, .function = t->statement, .path = t->use, .event = t->a,
                                      .activation = t->b };
      return WPP_OK;
    case TOLD_DEPTH:
      now->depth = t->a;
      return WPP_OK;
    case TOLD_STATEMENT: return user->statement ? user->statement (user->data, now) : WPP_OK;
    case TOLD_VALUE: return user->value ? user->value (user->data, now, (struct wpp_word){ t->a, t->b }) : WPP_OK;
    default: return user->access ? user->access (user->data, now, t->a, t->b, t->kind == TOLD_WRITE) : WPP_OK;
    }
}

/* Tell all of part C->told.  */
static int
tell_part (struct crew *c)
{
  struct wpp_replay_now now = { .thread = c->s->thread->index };
  struct block *b;
  int err = WPP_OK;
  while (!err && (b = next_block (c)))
    {
      for (size_t i = 0; i < b->n && !err; i++)
        err = tell (&c->s->user, &now, &b->items[i]);
      free (b);
    }
  return err ? err : c->parts[c->told].err;
}

static void
move_on (struct crew *c, bool stop)
{
  pthread_mutex_lock (&c->lock);
  c->told++;
  c->stopped |= stop;
  pthread_cond_broadcast (&c->changed);
  pthread_mutex_unlock (&c->lock);
}

static size_t
count_workers (size_t n)
{
  size_t most = wpp_process_processors (MOST_WORKERS);
  return n < most ? n : most;
}

/* Start up to N workers; return how many there are.  */
static size_t
start (struct crew *c, struct worker *workers, size_t n, int *err)
{
  size_t k = 0;
  for (*err = WPP_OK; k < n && !*err; k++)
    {
      const struct wpp_replay_user user = { .data = &workers[k], .watched = watched, .statement = statement,
                                            .value = value, .access = access_told };
      workers[k].crew = c;
      workers[k].replay = wpp_values_replay_new (c->s->bindings, &user, err);
    }
  for (n = *err ? 0 : k, k = 0; k < n; k++)
    if (pthread_create (&workers[k].thread, NULL, work, &workers[k]))
      break;
  if (!k && !*err)
    *err = WPP_E_NOMEM;
  return k;
}

int
wpp_spans_replay (const struct wpp_spans *s, const struct wpp_span *spans, size_t n, uint64_t *statements)
{
  struct worker workers[MOST_WORKERS] = { { NULL } };
  struct crew c = { .s = s, .spans = spans, .n = n, .lock = PTHREAD_MUTEX_INITIALIZER,
                    .changed = PTHREAD_COND_INITIALIZER, .parts = calloc (n + 1, sizeof *c.parts) };
  int err = c.parts ? WPP_OK : WPP_E_NOMEM;
  size_t n_workers = err || !n ? 0 : start (&c, workers, count_workers (n), &err);
  while (c.told < n && !err)
    {
      err = tell_part (&c);
      move_on (&c, err);
    }
  for (size_t i = 0; i < n_workers; i++)
    pthread_join (workers[i].thread, NULL);
  for (size_t i = 0; i < MOST_WORKERS; i++)
    {
      if (workers[i].replay && statements)
        *statements += wpp_values_replay_done (workers[i].replay)->statements;
      wpp_values_replay_free (workers[i].replay);
    }
  for (size_t i = 0; i < n && c.parts; i++)
    for (struct block *b = c.parts[i].first, *next; b; b = next)
      {
        next = b->next;
        free (b);
      }
  free (c.parts);
  return err;
}
