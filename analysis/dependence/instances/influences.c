/* What depends on an instance: a thread in segments, from the criterion to the end.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Replay goes to the criterion's path without a log, from the checkpoint before it; from there on each segment is
   replayed with one, which is gone through forward, until nothing is tainted any more.  */

#include <stdlib.h>
#include "dependence/instances/instances-impl.h"
#include "values/indexed/spans.h"

/* Statements of a segment with a log.  */
#define LOGGED UINT64_C (1000000)

struct follower
{
  const struct wpp_instances_asked *asked;
  struct wpp_bindings *bindings;
  struct wpp_log log;
  struct wpp_known_paths paths;
  struct wpp_walk walk;
};

/* Set B to the checkpoint where the criterion's path begins.  */
static int
go_there (const struct follower *f, struct wpp_buffer *b)
{
  int err;
  const struct wpp_replay_user nobody = { 0 };
  const struct wpp_wet_checkpoint *from = wpp_wet_checkpoint_before (f->asked->index, f->asked->event);
  struct wpp_values_replay *replay = wpp_values_replay_new (f->bindings, &nobody, &err);
  struct wpp_thread_replay *x = replay ? wpp_thread_replay_new (replay, f->asked->thread, &err) : NULL;
  if (x && from)
    err = wpp_thread_replay_restore (x, from->bytes, from->size);
  if (x && !err)
    err = wpp_thread_replay_to (x, f->asked->event, 0);
  if (x && !err)
    err = wpp_thread_replay_save (x, b);
  if (x)
    wpp_thread_replay_free (x);
  wpp_values_replay_free (replay);
  return err;
}

static bool
done_p (const struct follower *f)
{
  return f->walk.begun && !f->walk.zone && !f->walk.anything && !wpp_wants_any_p (&f->walk.wants);
}

static int
follow (struct follower *f, struct wpp_thread_replay *x)
{
  int err = WPP_OK;
  f->log.on = true;
  while (!err && !wpp_thread_replay_ended_p (x) && !done_p (f))
    {
      wpp_log_empty (&f->log);
      err = wpp_thread_replay_to (x, UINT64_MAX, f->asked->segment ? f->asked->segment : LOGGED);
      if (!err)
        err = wpp_influence_log (&f->walk, &f->log);
    }
  return err;
}

int
wpp_influences_find (struct wpp_bindings *b, const struct wpp_slice_model *m,
                     const struct wpp_instances_asked *asked, struct wpp_instances_done *done)
{
  struct follower f = { .asked = asked, .bindings = b, .paths = { .code = b->code, .model = m } };
  struct wpp_buffer start = { 0 };
  *done = (struct wpp_instances_done){ 0 };
  f.log = (struct wpp_log){ .bindings = b, .paths = &f.paths, .values = asked->values };
  f.walk = (struct wpp_walk){ .asked = asked, .bindings = b, .model = m, .paths = &f.paths, .done = done };
  const struct wpp_replay_user user = wpp_log_user (&f.log);
  int err = wpp_wants_init (&f.walk.wants);
  f.walk.effects = calloc (m->n_functions + (size_t)1, sizeof *f.walk.effects);
  if (!err && !f.walk.effects)
    err = WPP_E_NOMEM;
  if (!err)
    err = go_there (&f, &start);
  struct wpp_values_replay *replay = err ? NULL : wpp_values_replay_new (b, &user, &err);
  struct wpp_thread_replay *x = replay ? wpp_thread_replay_new (replay, asked->thread, &err) : NULL;
  if (x)
    err = wpp_thread_replay_restore (x, start.data, start.size);
  if (x && !err)
    err = follow (&f, x);
  if (!err && !f.walk.begun)
    err = WPP_E_RANGE;
  if (replay)
    done->statements = wpp_values_replay_done (replay)->statements;
  if (x)
    wpp_thread_replay_free (x);
  wpp_values_replay_free (replay);
  wpp_buffer_release (&start);
  wpp_walk_release (&f.walk);
  wpp_log_release (&f.log);
  wpp_known_paths_release (&f.paths);
  return err;
}
