/* Who wrote a variable last, or reads it next, from the graph that is beside a recording.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Nothing is replayed.  What is in an activation is looked for along its paths, each of which knows the one before;
   what is in memory along the times of those nodes that have an access which may be the one.  An activation is named by
   the time of one of its paths, plus 1; their numbers are found at the end.  */

#include <stdlib.h>
#include <string.h>
#include "answers/accessor-impl.h"
#include "answers/graph-tell.h"
#include "answers/numbered.h"
#include "base/search.h"

/* ---- Paths of an activation.  */

struct place                     /* a path */
{
  uint64_t time;
  struct wpp_wet_instance i;
  struct wpp_wet_ends ends;
};

/* Let P be the path at TIME.  */
static int
go_to (const struct wpp_accessor *a, uint64_t time, struct place *p)
{
  p->time = time;
  int err = wpp_wet_at (a->graph, time, &p->i);
  if (!err && p->i.node == WPP_NONE)
    err = WPP_E_CORRUPT;
  return err ? err : wpp_wet_ends_of (a->graph, p->i.node, &p->ends);
}

/* Go back from P by as many events as its label says.  1: there is no such path.  */
static int
go_before (const struct wpp_accessor *a, struct place *p)
{
  uint64_t distance;
  int err = wpp_wet_before (a->graph, p->i, &distance);
  if (err || !distance)
    return err ? err : 1;
  return distance > p->time ? WPP_E_CORRUPT : go_to (a, p->time - distance, p);
}

/* Go to the path before P in its activation.  1: P is the first one.  */
static int
go_back (const struct wpp_accessor *a, struct place *p)
{
  return p->ends.enters ? 1 : go_before (a, p);
}

/* Is the moment before the whole path at hand there, not before one of its statements?  */
static bool
before_path_p (const struct wpp_accessor *a)
{
  return !a->asked->moment.at.text;
}

/* Let P be the last path of the activation that has the path at TIME which counts as before the moment.  1: none.  */
static int
go_to_last (const struct wpp_accessor *a, uint64_t time, struct place *p)
{
  int err = go_to (a, time, p);
  return err || time != a->now.event || !before_path_p (a) ? err : go_back (a, p);
}

struct wpp_word
wpp_accessor_look (struct wpp_accessor *a, const struct wpp_target_frame *f, uint32_t slot)
{
  struct place p;
  struct wpp_word v = { 0, 0 };
  bool found = false;
  int err = go_to_last (a, f->time, &p);
  while (!err && !found)
    {
      err = wpp_wet_slot (a->graph, p.i, slot, &v, &found);
      if (!err && !found)
        err = go_back (a, &p);
    }
  a->err = err == 1 ? a->err : err;
  return v;
}

/* ---- The variable.  */

struct frames
{
  struct wpp_accessor *a;
  struct place p;                /* of the frame at hand */
  bool begun;
};

/* Frames come from the innermost one on.  */
static int
get_frame (void *data, size_t i, struct wpp_target_frame *f)
{
  struct frames *x = data;
  struct place last;
  int err = WPP_OK;
  if (!x->begun)
    err = go_to (x->a, x->a->now.event, &x->p);
  else
    {
      while (!(err = go_back (x->a, &x->p)))
        ;
      err = err == 1 && x->p.ends.enters ? go_before (x->a, &x->p) : err;
    }
  x->begun = true;
  if (err)
    return err;
  *f = (struct wpp_target_frame){ .function = wpp_wet_function_of (x->a->graph, x->p.i.node),
                                  .activation = x->p.time + 1, .time = x->p.time };
  err = go_to_last (x->a, x->p.time, &last);
  f->place = err ? WPP_NO_NODE : last.ends.end;
  return err == 1 ? WPP_OK : err;
}

static uint8_t *
watch_moment (void *data, uint32_t function, int *err)
{
  return wpp_moment_watched (&((struct wpp_accessor *)data)->moment, function, err);
}

/* Find the statement before which the moment is, of the path at hand.  */
static int
find_statement (struct wpp_accessor *a, uint32_t node)
{
  const struct wpp_replay_user user = { .data = a, .watched = watch_moment };
  uint64_t seen = 0;
  int err;
  uint8_t **watched = wpp_watched_of (&a->of, &user, &err);
  struct wpp_wet_watching *w = watched ? wpp_wet_watching_new (a->graph, watched, &err) : NULL;
  const struct wpp_micro_code *code = w ? wpp_wet_watching_code (w, node) : NULL;
  for (uint32_t i = 0; code && i < code->n && seen < a->moment.time; i++)
    if (code->micros[i].operation == WPP_MICRO_WATCH_STATEMENT)
      {
        a->now.statement = code->micros[i].imm;
        seen++;
      }
  wpp_wet_watching_free (w);
  wpp_watched_free (watched, a->of.code->n_functions);
  return err ? err : seen && seen == a->moment.time ? WPP_OK : WPP_E_RANGE;
}

int
wpp_accessor_target_in_graph (struct wpp_accessor *a)
{
  struct wpp_wet_instance i = { WPP_NONE, 0 };
  struct frames x = { .a = a };
  int err = WPP_OK;
  uint64_t time = a->moment.event, events = wpp_wet_events (a->graph);
  for (; time < events && !err && i.node == WPP_NONE; time += i.node == WPP_NONE)
    err = wpp_wet_at (a->graph, time, &i);
  if (err || i.node == WPP_NONE)
    return err ? err : WPP_E_RANGE;
  a->now = (struct wpp_replay_now){ .event = time, .function = wpp_wet_function_of (a->graph, i.node) };
  a->err = WPP_OK;
  if (!before_path_p (a))
    err = find_statement (a, i.node);
  if (!err)
    err = *a->asked->text == '*' ? wpp_accessor_read_address (a)
                                 : wpp_accessor_find_variable (a, SIZE_MAX, get_frame, &x);
  return a->err ? a->err : err;
}

/* ---- Telling.  */

struct graph_seeker
{
  struct wpp_seeker *s;
  struct wpp_wet_thread_graph *graph;
  struct wpp_wet_watching *watching;
  struct wpp_replay_now now;
  uint64_t last;                 /* the time of the last path of the activation */
  bool *meeting;                 /* [nodes] which may access what is in memory */
  uint64_t begun;                /* when the activation that it is of began; 0: it is of none, or the first one */
};

static int
value (void *data, uint32_t statement, uint32_t use, struct wpp_word v)
{
  struct graph_seeker *g = data;
  g->now.statement = statement;
  g->now.use = use;
  return wpp_seeker_value (g->s, &g->now, v);
}

static int
reached (void *data, uint32_t statement)
{
  struct graph_seeker *g = data;
  g->now.statement = statement;
  return wpp_seeker_statement (g->s, &g->now);
}

static int
memory (void *data, const struct wpp_memory_access *m, struct wpp_word address, struct wpp_word n, bool surprised)
{
  struct graph_seeker *g = data;
  g->now.statement = m->statement;
  return wpp_seeker_memory (g->s, &g->now, m, address, n, surprised);
}

/* Tell of I, at TIME; the moment may be before one of its statements.  */
static int
tell (struct graph_seeker *g, uint64_t time, struct wpp_wet_instance i)
{
  const struct wpp_value_watch watch = { .data = g, .value = value, .statement = reached, .memory = memory };
  const struct wpp_accessor *a = g->s->a;
  g->now.event = time;
  g->now.path = wpp_wet_event_of (g->graph, i.node);
  g->now.function = wpp_wet_function_of (g->graph, i.node);
  g->now.activation = a->target.activation ? a->target.activation : 1;
  g->s->after = time == a->now.event ? before_path_p (a) : time > a->now.event;
  g->s->moment.there = time == a->now.event;
  if (wpp_wet_carried (g->watching, g->now.function))
    return WPP_E_RANGE;
  int err = wpp_wet_watching_code (g->watching, i.node) ? wpp_wet_watching_tell (g->watching, i, NULL, &watch) : WPP_OK;
  return err == 1 ? WPP_OK : err;
}

/* The path at hand has been told: keep what it wrote.  1: nothing more is needed.  */
static int
keep (struct graph_seeker *g)
{
  struct wpp_seeker *s = g->s;
  if (!s->n)
    return WPP_OK;
  int err = wpp_seeker_keep (s);
  wpp_seeker_begin (s);
  return err ? err : !wpp_seeker_missing_p (s);
}

/* ---- In an activation.  */

/* Go back along the activation's paths.  */
static int
writes_in_activation (struct graph_seeker *g)
{
  struct wpp_seeker *s = g->s;
  struct place p;
  int err = go_to_last (s->a, s->a->target.activation - 1, &p);
  while (!err)
    {
      g->now.function = s->a->target.function;
      g->now.event = p.time;
      g->now.activation = s->a->target.activation;
      if (p.ends.enters && s->a->target.kind == WPP_TARGET_REGISTER)
        err = wpp_seeker_enters (s, &g->now);
      if (!err)
        err = tell (g, p.time, p.i);
      if (!err)
        err = keep (g);
      if (!err)
        err = go_back (s->a, &p);
    }
  return err;
}

/* I, of the function, comes: it is of the activation if the path before it there is the last one.  */
static int
read_there (void *data, uint64_t time, struct wpp_wet_instance i)
{
  struct graph_seeker *g = data;
  struct wpp_wet_ends ends;
  uint64_t distance;
  int err = wpp_wet_before (g->graph, i, &distance);
  if (err || time != g->last + distance || !distance)
    return err;
  err = wpp_wet_ends_of (g->graph, i.node, &ends);
  if (err || ends.enters)
    return err;
  g->last = time;
  err = tell (g, time, i);
  return err ? err : g->s->n || ends.leaves;
}

static int
read_in_activation (struct graph_seeker *g)
{
  const struct wpp_accessor *a = g->s->a;
  uint32_t n = wpp_wet_nodes (g->graph);
  struct place p;
  bool *marks = calloc (n + (size_t)1, sizeof *marks);
  g->last = a->target.activation - 1;
  int err = marks ? go_to (a, g->last, &p) : WPP_E_NOMEM;
  for (uint32_t i = 0; i < n && marks; i++)
    marks[i] = wpp_wet_function_of (g->graph, i) == a->target.function;
  if (!err && g->last == a->now.event)
    err = tell (g, p.time, p.i);
  if (!err && !g->s->n && !p.ends.leaves)
    err = wpp_wet_visit (g->graph, marks, a->now.event + 1, read_there, g);
  free (marks);
  return err;
}

/* ---- In memory.  */

/* May an access of FUNCTION, which is M, be to the variable?  */
static bool
may_meet_p (const struct wpp_accessor *a, uint32_t function, const struct wpp_memory_access *m)
{
  const struct wpp_target *t = &a->target;
  if (!(m->how & WPP_MEMORY_WRITES) && !a->asked->next)
    return false;
  return t->kind == WPP_TARGET_MEMORY ? m->space == WPP_SPACE_MEMORY
         : t->kind == WPP_TARGET_STATIC && m->space == WPP_SPACE_STATIC && m->object == t->object
             && wpp_target_unit (a->of.bindings->layouts[function]) == t->base;
}

/* Set which nodes may access it.  */
static int
find_meeting (struct graph_seeker *g)
{
  uint32_t n = wpp_wet_nodes (g->graph);
  g->meeting = calloc (n + (size_t)1, sizeof *g->meeting);
  for (uint32_t i = 0; i < n && g->meeting; i++)
    {
      const struct wpp_micro_code *code = wpp_wet_watching_code (g->watching, i);
      for (uint32_t k = 0; code && k < code->n_accesses && !g->meeting[i]; k++)
        g->meeting[i] = may_meet_p (g->s->a, wpp_wet_function_of (g->graph, i), &code->accesses[k]);
    }
  return g->meeting ? WPP_OK : WPP_E_NOMEM;
}

static int
write_there (void *data, uint64_t time, struct wpp_wet_instance i)
{
  int err = tell (data, time, i);
  return err ? err : keep (data);
}

static int
access_there (void *data, uint64_t time, struct wpp_wet_instance i)
{
  struct graph_seeker *g = data;
  int err = tell (g, time, i);
  return err ? err : g->s->n > 0;
}

/* The same while the activation lasts: it is over when a path comes that an older one goes on with, or calls.  */
static int
access_in_time (void *data, uint64_t time, struct wpp_wet_instance i)
{
  struct graph_seeker *g = data;
  uint64_t distance;
  int err = time > g->s->a->now.event ? wpp_wet_before (g->graph, i, &distance) : WPP_OK;
  if (err)
    return err;
  if (time > g->s->a->now.event && (!distance || time - distance < g->begun))
    return 1;
  return g->meeting[i.node] ? access_there (g, time, i) : WPP_OK;
}

/* Find the next read of what is in the frame of an activation.  */
static int
read_in_frame (struct graph_seeker *g)
{
  const struct wpp_accessor *a = g->s->a;
  uint32_t n = wpp_wet_nodes (g->graph);
  bool *all = malloc (n + (size_t)1);
  struct place p = { 0 };
  int err = all ? go_to (a, a->target.activation - 1, &p) : WPP_E_NOMEM;
  while (!err)
    err = go_back (a, &p);
  g->begun = p.time;
  if (all)
    memset (all, true, n);
  if (err == 1)
    err = wpp_wet_visit (g->graph, all, a->now.event, access_in_time, g);
  free (all);
  return err;
}

static int
seek_in_memory (struct graph_seeker *g)
{
  const struct wpp_accessor *a = g->s->a;
  int err = find_meeting (g);
  if (!err && a->asked->next && a->target.activation)
    err = read_in_frame (g);
  else if (!err && a->asked->next)
    err = wpp_wet_visit (g->graph, g->meeting, a->now.event, access_there, g);
  else if (!err)
    err = wpp_wet_visit_back (g->graph, g->meeting, a->now.event + !before_path_p (a), write_there, g);
  free (g->meeting);
  return err;
}

/* ---- All.  */

/* Number the activations of ITEMS [N].  */
static int
number (const struct wpp_accessor *a, struct wpp_found_access *items, size_t n)
{
  struct wpp_numbered_event *events = calloc (n + 1, sizeof *events);
  if (!events)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < n; i++)
    events[i].event = items[i].event;
  int err = wpp_number_activations (a->of.code, a->moment.thread, events, n);
  for (size_t i = 0; i < n && !err; i++)
    items[i].activation = events[WPP_PARTITION_POINT (k, n, events[k].event < items[i].event)].activation;
  free (events);
  return err;
}

static int
seek (struct graph_seeker *g)
{
  const struct wpp_accessor *a = g->s->a;
  bool within = a->target.activation && (a->target.kind == WPP_TARGET_REGISTER || a->target.kind == WPP_TARGET_LOCAL);
  int err = !within ? seek_in_memory (g) : a->asked->next ? read_in_activation (g) : writes_in_activation (g);
  if (err < 0)
    return err;
  return a->asked->next ? number (a, g->s->items, g->s->n) : number (a, g->s->kept, g->s->n_kept);
}

int
wpp_seek_in_graph (struct wpp_seeker *s)
{
  const struct wpp_replay_user user = { .data = s, .watched = wpp_seeker_watched };
  struct wpp_accessor *a = s->a;
  struct graph_seeker g = { .s = s, .graph = a->graph, .now = { .thread = a->moment.thread->index } };
  int err;
  uint8_t **watched = wpp_watched_of (&a->of, &user, &err);
  if (watched && (g.watching = wpp_wet_watching_new (a->graph, watched, &err)))
    err = seek (&g);
  wpp_wet_watching_free (g.watching);
  wpp_watched_free (watched, a->of.code->n_functions);
  return err;
}
