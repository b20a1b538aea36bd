/* What replay would tell, from the graph that is beside a recording, with the activations.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "answers/graph-tell.h"
#include "answers/numbered.h"
#include "base/array.h"

struct frame                     /* of an activation that is open, or was the last one of its depth */
{
  uint64_t activation;
  struct wpp_word *carried;      /* [room] */
  size_t room;
};

struct told_path
{
  uint32_t node;                 /* of the graph */
  uint32_t k;                    /* executions of it that are over */
};

struct teller
{
  const struct wpp_replay_user *user;
  struct wpp_wet_thread_graph *graph;
  struct wpp_wet_watching *watching;
  struct wpp_replay_now now;
  struct told_path *paths;       /* [n_paths] by the numbers of walked paths */
  size_t n_paths, paths_room;
  struct frame *frames;          /* [n_frames] by depth */
  size_t n_frames, frames_room;
};

/* ---- A path.  */

static int
value (void *data, uint32_t statement, uint32_t use, struct wpp_word v)
{
  struct teller *t = data;
  t->now.statement = statement;
  t->now.use = use;
  return t->user->value (t->user->data, &t->now, v);
}

static int
reached (void *data, uint32_t statement)
{
  struct teller *t = data;
  t->now.statement = statement;
  return t->user->statement (t->user->data, &t->now);
}

/* What is carried in the activation at hand; null: memory is out.  */
static struct wpp_word *
carried (struct teller *t)
{
  size_t depth = t->now.depth, n = wpp_wet_carried (t->watching, t->now.function);
  static struct wpp_word none;
  if (!n)
    return &none;
  if (depth >= t->n_frames)
    {
      if (WPP_RESERVE (t->frames, t->frames_room, t->n_frames, depth + 1 - t->n_frames))
        return NULL;
      memset (t->frames + t->n_frames, 0, (depth + 1 - t->n_frames) * sizeof *t->frames);
      t->n_frames = depth + 1;
    }
  struct frame *f = &t->frames[depth];
  if (f->activation == t->now.activation)
    return f->carried;
  if (WPP_RESERVE (f->carried, f->room, 0, n))
    return NULL;
  memset (f->carried, 0, n * sizeof *f->carried);
  f->activation = t->now.activation;
  return f->carried;
}

static int
tell_path (struct teller *t, struct wpp_wet_instance i)
{
  const struct wpp_value_watch watch = { .data = t, .value = value, .statement = reached };
  struct wpp_word *words = carried (t);
  return words ? wpp_wet_watching_tell (t->watching, i, words, &watch) : WPP_E_NOMEM;
}

/* ---- A thread.  */

/* The node of EVENT, which is probably LIKELY: nodes are numbered as paths are.  WPP_NONE: there is none.  */
static uint32_t
node_of (const struct teller *t, uint32_t event, uint32_t likely)
{
  uint32_t n = wpp_wet_nodes (t->graph), i = 0;
  if (likely < n && wpp_wet_event_of (t->graph, likely) == event)
    return likely;
  while (i < n && wpp_wet_event_of (t->graph, i) != event)
    i++;
  return i < n ? i : WPP_NONE;
}

static int
path (void *data, const struct wpp_walked *p, uint64_t count)
{
  struct teller *t = data;
  if (WPP_RESERVE (t->paths, t->paths_room, t->n_paths, p->number < t->n_paths ? 0 : p->number + 1 - t->n_paths))
    return WPP_E_NOMEM;
  for (; t->n_paths <= p->number; t->n_paths++)
    t->paths[t->n_paths] = (struct told_path){ WPP_NONE, 0 };
  struct told_path *x = &t->paths[p->number];
  if (x->node == WPP_NONE && (x->node = node_of (t, p->event, p->number)) == WPP_NONE)
    return WPP_E_CORRUPT;
  bool tells = wpp_wet_watching_p (t->watching, x->node);
  t->now.function = p->function;
  t->now.path = p->event;
  t->now.depth = p->depth;
  int err = WPP_OK;
  for (uint64_t i = 0; i < count && tells && !err; i++)
    {
      t->now.event = p->time + i;
      t->now.activation = p->activation + (p->each ? i : 0);
      err = tell_path (t, (struct wpp_wet_instance){ x->node, x->k + i });
    }
  x->k += count;
  return err;
}

static void
release (struct teller *t)
{
  for (size_t i = 0; i < t->n_frames; i++)
    free (t->frames[i].carried);
  free (t->frames);
  free (t->paths);
  wpp_wet_watching_free (t->watching);
}

/* Tell USER of thread T by its graph G.  WPP_E_RANGE: nothing is told, as G cannot.  */
static int
tell_thread (struct wpp_replayed_recording *a, struct wpp_wet_thread_graph *g, const struct wpp_thread *thread,
             uint8_t *const *watched, const struct wpp_replay_user *user)
{
  int err;
  struct teller t = { .user = user, .graph = g, .now = { .thread = thread->index } };
  t.watching = wpp_wet_watching_new (g, watched, &err);
  if (!err)
    {
      err = wpp_walk_activations (a->code, thread, path, &t);
      err = err == WPP_E_RANGE ? WPP_E_CORRUPT : err;
    }
  release (&t);
  return err;
}

/* ---- All.  */

uint8_t **
wpp_watched_of (const struct wpp_replayed_recording *a, const struct wpp_replay_user *user, int *err)
{
  size_t n = a->code->n_functions;
  uint8_t **watched = calloc (n + 1, sizeof *watched);
  *err = watched ? WPP_OK : WPP_E_NOMEM;
  for (size_t i = 0; i < n && !*err; i++)
    if (a->bindings->layouts[i])
      watched[i] = user->watched (user->data, i, err);
  if (!*err)
    return watched;
  wpp_watched_free (watched, n);
  return NULL;
}

void
wpp_watched_free (uint8_t **watched, size_t n)
{
  for (size_t i = 0; watched && i < n; i++)
    free (watched[i]);
  free (watched);
}

struct wpp_wet_thread_graph *
wpp_graph_whole (const struct wpp_graph_beside *g, uint32_t index)
{
  struct wpp_wet_thread_graph *t = g->wet && wpp_wet_regular_p (g->wet) ? wpp_graph_beside_thread (g, index) : NULL;
  return t && !wpp_wet_switched_p (t) ? t : NULL;
}

int
wpp_graph_complain (const struct wpp_replayed_recording *a, int err, struct wpp_place *place)
{
  if (err == WPP_E_CORRUPT || err == WPP_E_IO || err == WPP_E_TRUNCATED)
    return wpp_complain (place, wpp_recording_file (a->recording), 0, err, "its graph (FILE.graph) cannot be read");
  return err;
}

/* The same as wpp_graph_tell_all, of one thread.  */
static int
tell_one (struct wpp_replayed_recording *a, const struct wpp_graph_beside *g, const struct wpp_thread *thread,
          uint8_t *const *watched, const struct wpp_replay_user *user, struct wpp_place *place)
{
  struct wpp_wet_thread_graph *t = wpp_graph_whole (g, thread->index);
  int err = t ? tell_thread (a, t, thread, watched, user) : WPP_E_RANGE;
  return err == WPP_E_RANGE ? wpp_replayed_tell (a, thread->index, user, place) : wpp_graph_complain (a, err, place);
}

int
wpp_graph_tell_all (struct wpp_replayed_recording *a, uint32_t thread, const struct wpp_replay_user *user,
                    struct wpp_place *place)
{
  int err = WPP_OK;
  struct wpp_graph_beside g;
  if (thread != WPP_ALL_THREADS && !wpp_recording_thread_numbered (a->recording, thread, place))
    return WPP_E_TOLD;
  wpp_graph_beside_find (&g, a->bindings, wpp_recording_profile (a->recording));
  uint8_t **watched = g.wet ? wpp_watched_of (a, user, &err) : NULL;
  for (size_t i = 0; watched && i < wpp_recording_threads (a->recording) && !err; i++)
    {
      const struct wpp_thread *t = wpp_recording_thread (a->recording, i);
      if (thread == WPP_ALL_THREADS || thread == t->index)
        err = tell_one (a, &g, t, watched, user, place);
    }
  if (!g.wet)
    err = wpp_replayed_tell (a, thread, user, place);
  wpp_watched_free (watched, a->code->n_functions);
  wpp_graph_beside_release (&g);
  return err;
}
