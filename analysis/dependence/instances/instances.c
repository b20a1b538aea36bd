/* Slices by instance: a thread in segments, from the last one to the first.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A range of a thread is replayed once, and checkpoints are kept on the way: at most MOST, for which every other one is
   dropped whenever there are more.  Then its segments are gone through, from the last one to the first: short ones with
   a log, others as ranges of their own.  */

#include <stdlib.h>
#include "base/array.h"
#include "dependence/instances/instances-impl.h"

#define MOST 64
/* Statements of a segment with a log; of one whose results are logged, too.  */
#define LOGGED UINT64_C (4000000)
#define LOGGED_WITH_VALUES UINT64_C (1000000)

struct checkpoint
{
  uint64_t time;                 /* events before it */
  uint64_t statements;           /* of the segment that begins there */
  struct wpp_buffer bytes;       /* none: the beginning of the thread */
};

struct checkpoints
{
  struct checkpoint items[MOST + 1];
  size_t n;
  uint64_t step;                 /* statements between them */
};

struct finder
{
  const struct wpp_instances_asked *asked;
  struct wpp_values_replay *replay, *logging; /* without, and with a log */
  struct wpp_thread_replay *thread, *logged_thread;
  struct wpp_log log;
  struct wpp_known_paths paths;
  struct wpp_walk walk;
  struct wpp_instances_done *done;
  uint64_t logged;               /* statements of a segment with a log */
};

static uint64_t
statements_of (const struct finder *f)
{
  return wpp_values_replay_done (f->replay)->statements;
}

static int
restore (struct wpp_thread_replay *x, const struct checkpoint *c)
{
  return c->bytes.size ? wpp_thread_replay_restore (x, c->bytes.data, c->bytes.size) : wpp_thread_replay_rewind (x);
}

static void
release (struct checkpoints *c)
{
  for (size_t i = 0; i < c->n; i++)
    wpp_buffer_release (&c->items[i].bytes);
  c->n = 0;
}

/* Drop every other checkpoint.  */
static void
thin (struct checkpoints *c)
{
  size_t n = 0;
  for (size_t i = 0; i < c->n; i++)
    if (i % 2)
      {
        c->items[n - 1].statements += c->items[i].statements;
        wpp_buffer_release (&c->items[i].bytes);
      }
    else
      c->items[n++] = c->items[i];
  c->n = n;
  c->step *= 2;
}

/* Replay the range from FROM up to TIME, or to where the criterion's block is left, and let C be its checkpoints.  */
static int
check (struct finder *f, const struct checkpoint *from, uint64_t time, struct checkpoints *c)
{
  int err = restore (f->thread, from);
  bool stopped = false;
  *c = (struct checkpoints){ .n = 1, .step = f->logged };
  c->items[0] = (struct checkpoint){ .time = from->time };
  wpp_put_bytes (&c->items[0].bytes, from->bytes.data, from->bytes.size);
  f->log.on = false;
  while (!err && !stopped)
    {
      uint64_t before = statements_of (f);
      err = wpp_thread_replay_to (f->thread, time, c->step);
      stopped = err || wpp_thread_replay_ended_p (f->thread) || wpp_thread_replay_time (f->thread) >= time;
      c->items[c->n - 1].statements = statements_of (f) - before;
      if (stopped)
        break;
      if (c->n == MOST)
        thin (c);
      struct checkpoint *next = &c->items[c->n++];
      *next = (struct checkpoint){ .time = wpp_thread_replay_time (f->thread) };
      err = wpp_thread_replay_save (f->thread, &next->bytes);
    }
  return err == 1 ? WPP_OK : err;
}

/* Replay the segment from FROM up to TIME with a log, and go through that.  */
static int
walk_segment (struct finder *f, const struct checkpoint *from, uint64_t time)
{
  int err = restore (f->logged_thread, from);
  wpp_log_empty (&f->log);
  f->log.on = true;
  if (!err)
    err = wpp_thread_replay_to (f->logged_thread, time, 0);
  f->log.on = false;
  return err && err != 1 ? err : wpp_walk_log (&f->walk, &f->log);
}

static bool
done_p (const struct finder *f)
{
  return f->walk.begun && !wpp_wants_any_p (&f->walk.wants) && !f->walk.zone;
}


/* Go through the range from FROM up to END.  Ranges within each other are at most ten: each is a 64th.  */
static int
walk_range (struct finder *f, const struct checkpoint *from, uint64_t end)
{
  struct checkpoints *c = calloc (1, sizeof *c);
  int err = c ? check (f, from, end, c) : WPP_E_NOMEM;
  if (f->log.criterion)
    {
      f->log.criterion = NULL;   /* its block's end is known now */
      f->walk.block_event = f->log.block_event;
      f->walk.activation = f->log.criterion_activation;
      end = f->log.block_event + 1;
    }
  for (size_t i = c ? c->n : 0; i-- > 0 && !err && !done_p (f);)
    {
      uint64_t to = i + 1 < c->n && c->items[i + 1].time < end ? c->items[i + 1].time : end;
      if (c->items[i].time >= end)
        continue;
      bool large = c->items[i].statements > 2 * f->logged && c->n > 1;
      err = large ? walk_range (f, &c->items[i], to) : walk_segment (f, &c->items[i], to);
    }
  if (c)
    release (c);
  free (c);
  return err;
}

/* Go through the thread up to before END, or up to where the criterion's block is left, by ranges that begin at its
   index's checkpoints.  */
static int
walk_thread (struct finder *f, uint64_t end)
{
  const struct wpp_wet_thread *x = f->asked->index;
  size_t k = x ? x->n : 0;
  int err = WPP_OK;
  while (k && x->checkpoints[k - 1].time > f->asked->event)
    k--;
  for (;; k--)
    {
      struct checkpoint from = { .time = 0 };
      if (k)
        {
          const struct wpp_wet_checkpoint *c = &x->checkpoints[k - 1];
          from.time = c->time;
          from.bytes = (struct wpp_buffer){ .data = (unsigned char *)c->bytes, .size = c->size };
        }
      err = walk_range (f, &from, end);
      if (err || !k || done_p (f))
        return err;
      end = from.time;
    }
}

static void
release_all (struct finder *f)
{
  if (f->logged_thread)
    wpp_thread_replay_free (f->logged_thread);
  if (f->thread)
    wpp_thread_replay_free (f->thread);
  wpp_values_replay_free (f->logging);
  wpp_values_replay_free (f->replay);
  wpp_walk_release (&f->walk);
  wpp_log_release (&f->log);
  wpp_known_paths_release (&f->paths);
}

/* Go through the thread by replay of B.  */
static int
replay (struct finder *f, struct wpp_bindings *b)
{
  const struct wpp_instances_asked *asked = f->asked;
  const struct wpp_replay_user user = wpp_log_user (&f->log), follower = wpp_log_follower (&f->log);
  int err = WPP_OK;
  if ((f->replay = wpp_values_replay_new (b, &follower, &err)))
    f->thread = wpp_thread_replay_new (f->replay, asked->thread, &err);
  if (!err && (f->logging = wpp_values_replay_new (b, &user, &err)))
    f->logged_thread = wpp_thread_replay_new (f->logging, asked->thread, &err);
  return err ? err : walk_thread (f, asked->statement != WPP_NONE ? asked->event + 1 : UINT64_MAX);
}

/* Begin a walk.  */
static int
begin_walk (struct finder *f, struct wpp_bindings *b, const struct wpp_slice_model *m)
{
  const struct wpp_instances_asked *asked = f->asked;
  *f->done = (struct wpp_instances_done){ 0 };
  f->log.criterion = asked->statement == WPP_NONE ? asked->criterion : NULL;
  f->walk = (struct wpp_walk){ .asked = asked, .bindings = b, .model = m, .paths = &f->paths, .done = f->done,
                               .zone = asked->statement == WPP_NONE };
  if (asked->statement != WPP_NONE)
    f->walk.block_event = asked->event;
  f->walk.effects = calloc (m->n_functions + (size_t)1, sizeof *f->walk.effects);
  return f->walk.effects ? wpp_wants_init (&f->walk.wants) : WPP_E_NOMEM;
}

int
wpp_instances_find (struct wpp_bindings *b, const struct wpp_slice_model *m,
                    const struct wpp_instances_asked *asked, struct wpp_instances_done *done)
{
  bool by_replay = !asked->graph;
  struct finder f = { .asked = asked, .paths = { .code = b->code, .model = m }, .done = done,
                      .logged = asked->segment ? asked->segment : asked->values ? LOGGED_WITH_VALUES : LOGGED };
  f.log = (struct wpp_log){ .bindings = b, .paths = &f.paths, .values = asked->values,
                            .criterion_event = asked->event, .at_end = asked->at_end, .node = asked->node,
            .variable = WPP_NONE };
  if (!asked->criterion->whole && asked->criterion->variable == WPP_NONE)
    f.log.variable = asked->variable;
  int err = begin_walk (&f, b, m);
  if (!err && asked->graph)
    err = wpp_walk_graph (&f.walk, &f.log, &by_replay);
  if (!err && asked->graph && by_replay)
    {
      wpp_walk_release (&f.walk);
      err = begin_walk (&f, b, m);
      if (!err)
        err = asked->again (asked->data);
    }
  if (!err && by_replay)
    err = replay (&f, b);
  if (!err && !f.walk.begun)
    err = WPP_E_RANGE;
  if (f.replay)
    done->statements = statements_of (&f);
  release_all (&f);
  return err;
}
