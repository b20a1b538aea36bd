/* What statements computed, from the graph that is beside a recording.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Only executions of paths that have a watched statement are looked at: those of a line that is executed now and then
   are a few rows of a few nodes, where replay runs the thread.  */

#include <stdlib.h>
#include "answers/graph-beside.h"
#include "answers/graph-values.h"

struct teller
{
  struct wpp_replayed_recording *of;
  const struct wpp_replay_user *user;
  uint8_t **watched;             /* [functions] null: no statement of it is, … */
  bool *asked;                   /* … or the user has not been asked */
  struct wpp_wet_thread_graph *graph;
  struct wpp_replay_now now;
};

static int
value (void *data, uint32_t statement, uint32_t use, struct wpp_word v)
{
  struct teller *t = data;
  uint8_t flags = t->watched[t->now.function][statement];
  if (!(flags & (use ? WPP_WATCH_USES : WPP_WATCH_VALUE)))
    return WPP_OK;
  t->now.statement = statement;
  t->now.use = use;
  return t->user->value (t->user->data, &t->now, v);
}

static int
memory (void *data, const struct wpp_memory_access *a, struct wpp_word address, struct wpp_word n, bool surprised)
{
  return WPP_OK;
}

static int
visit (void *data, uint64_t time, struct wpp_wet_instance i)
{
  struct teller *t = data;
  const struct wpp_value_watch watch = { .data = t, .value = value, .memory = memory };
  bool regular;
  t->now.event = time;
  t->now.path = wpp_wet_event_of (t->graph, i.node);
  t->now.function = wpp_wet_function_of (t->graph, i.node);
  return wpp_wet_tell (t->graph, i, &watch, &regular);
}

/* Set *TELLS to whether NODE has a watched statement.  */
static int
watches (struct teller *t, uint32_t node, bool *tells)
{
  uint32_t function = wpp_wet_function_of (t->graph, node);
  int err = WPP_OK;
  *tells = false;
  if (!t->of->bindings->layouts[function])
    return WPP_OK;
  if (!t->asked[function])
    t->watched[function] = t->user->watched (t->user->data, function, &err);
  t->asked[function] = true;
  return err || !t->watched[function] ? err : wpp_wet_tells_p (t->graph, node, t->watched[function], tells);
}

static int
tell_thread (struct teller *t, uint32_t index)
{
  uint32_t n = wpp_wet_nodes (t->graph);
  bool *marks = calloc (n + (size_t)1, sizeof *marks);
  int err = marks ? WPP_OK : WPP_E_NOMEM;
  t->now = (struct wpp_replay_now){ .thread = index };
  for (uint32_t i = 0; i < n && !err; i++)
    err = watches (t, i, &marks[i]);
  if (!err)
    err = wpp_wet_visit (t->graph, marks, 0, visit, t);
  free (marks);
  return err;
}

/* Has the graph all that there is of thread number I?  */
static bool
whole_p (const struct wpp_graph_beside *g, const struct wpp_replayed_recording *a, size_t i)
{
  return wpp_graph_beside_thread (g, wpp_recording_thread (a->recording, i)->index);
}

static int
tell (struct teller *t, const struct wpp_graph_beside *g, uint32_t thread)
{
  size_t n = t->of->code->n_functions;
  int err = WPP_OK;
  t->watched = calloc (n + 1, sizeof *t->watched);
  t->asked = calloc (n + 1, sizeof *t->asked);
  if (!t->watched || !t->asked)
    err = WPP_E_NOMEM;
  for (size_t i = 0; i < wpp_recording_threads (t->of->recording) && !err; i++)
    {
      uint32_t index = wpp_recording_thread (t->of->recording, i)->index;
      t->graph = wpp_graph_beside_thread (g, index);
      if (thread == WPP_ALL_THREADS || thread == index)
        err = tell_thread (t, index);
    }
  for (size_t i = 0; i < n && t->watched; i++)
    free (t->watched[i]);
  free (t->watched);
  free (t->asked);
  return err;
}

int
wpp_graph_tell_values (struct wpp_replayed_recording *a, uint32_t thread, const struct wpp_replay_user *user,
                       struct wpp_place *place)
{
  struct wpp_graph_beside g;
  struct teller t = { .of = a, .user = user };
  if (thread != WPP_ALL_THREADS && !wpp_recording_thread_numbered (a->recording, thread, place))
    return WPP_E_TOLD;
  wpp_graph_beside_find (&g, a->bindings, wpp_recording_profile (a->recording));
  bool whole = g.wet && wpp_wet_regular_p (g.wet);
  for (size_t i = 0; i < wpp_recording_threads (a->recording) && whole; i++)
    whole = whole_p (&g, a, i);
  int err = whole ? tell (&t, &g, thread) : wpp_replayed_tell (a, thread, user, place);
  if (whole && err && err != WPP_E_NOMEM)
    err = wpp_complain (place, wpp_recording_file (a->recording), 0, err, "its graph (FILE.graph) cannot be read");
  wpp_graph_beside_release (&g);
  return err;
}
