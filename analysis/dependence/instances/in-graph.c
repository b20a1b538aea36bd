/* Slices by instance from the graph of a recording (wet/wet.h): nothing is replayed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The walk goes backward through the thread's times.  Which activation each path is of follows from the distances to
   the path before.  A path is gone through only if facts of its activation, or of the one below, are wanted, or if it
   is marked: a label said that it wrote what is wanted (labelled.c).  What functions of the C library do to streams and
   files is in no label; so paths that call them are gone through whenever memory is wanted.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "dependence/instances/in-graph-impl.h"

/* ---- Nodes.  */

/* What the accesses of X are, whose node NODE is: which of them write for sure what is no copy?  */
static int
look_at_accesses (struct wpp_graph_walk *g, uint32_t node, struct wpp_seen_node *x)
{
  int err;
  uint32_t copier = WPP_NONE;    /* the statement that copies, until it writes */
  const struct wpp_memory_access *a = wpp_wet_accesses (g->graph, node, &x->n_accesses, &err);
  x->plain = true;
  x->first = g->keys + 1;
  if (!a || !x->n_accesses)
    return err;
  g->keys += x->n_accesses / 256 + 1;
  if (g->keys >> 24)
    return WPP_E_TOOBIG;
  x->plain = wpp_wet_placed_p (g->graph, node, &err);
  x->accesses = err ? NULL : calloc (x->n_accesses, sizeof *x->accesses);
  x->simple = err ? NULL : calloc (x->n_accesses, sizeof *x->simple);
  for (uint32_t i = 0; i < x->n_accesses && x->accesses && x->simple; i++)
    {
      bool writes = a[i].how & WPP_MEMORY_WRITES, begins = writes && a[i].how & WPP_MEMORY_BEGINS;
      x->simple[i] = writes && !begins && !wpp_wet_labelled_p (&a[i]) && a[i].statement != copier;
      if (writes || a[i].how & WPP_MEMORY_COPY)
        copier = writes ? WPP_NONE : a[i].statement;
      x->plain &= !writes || (x->simple[i] && a[i].bytes != UINT64_MAX);
      x->begins |= begins;
      x->accesses[i] = (struct wpp_logged_access){ .bytes = a[i].bytes, .statement = a[i].statement,
                                                   .operand = a[i].operand, .how = a[i].how, .known = true };
    }
  return err ? err : x->accesses && x->simple ? WPP_OK : WPP_E_NOMEM;
}

struct wpp_seen_node *
wpp_look_at_node (struct wpp_graph_walk *g, uint32_t node, int *err)
{
  size_t n = g->n_nodes;
  *err = node < n ? WPP_OK : WPP_RESERVE (g->nodes, g->nodes_room, n, node + 1 - n);
  if (*err)
    return NULL;
  if (node >= n)
    {
      memset (g->nodes + n, 0, (node + 1 - n) * sizeof *g->nodes);
      g->n_nodes = node + 1;
    }
  struct wpp_seen_node *x = &g->nodes[node];
  if (!x->known && !(*err = wpp_known_path (g->w->paths, wpp_wet_event_of (g->graph, node), &x->path)))
    {
      x->known = true;
      x->changes = wpp_walk_unseen (g->w, x->path) & WPP_CALLS_CHANGE;
      *err = look_at_accesses (g, node, x);
    }
  return *err ? NULL : x;
}

static void
release_nodes (struct wpp_graph_walk *g)
{
  for (size_t i = 0; i < g->n_nodes; i++)
    {
      free (g->nodes[i].marked);
      free (g->nodes[i].accesses);
      free (g->nodes[i].simple);
    }
  free (g->nodes);
}

/* ---- The path at hand.  */

static int
tell_memory (void *data, const struct wpp_memory_access *a, struct wpp_word address, struct wpp_word n, bool unused)
{
  struct wpp_graph_walk *g = data;
  return wpp_log_access (g->log, g->function, g->activation, a, address, n, false);
}

static int
tell_value (void *data, uint32_t statement, uint32_t use, struct wpp_word v)
{
  struct wpp_graph_walk *g = data;
  struct wpp_log *l = g->log;
  uint8_t kind = g->w->bindings->layouts[g->function]->body->statements[statement].kind;
  if (!l->values || (use && kind != WPP_STATEMENT_CONDITION && kind != WPP_STATEMENT_SWITCH))
    return WPP_OK;
  if (WPP_RESERVE (l->results, l->results_room, l->n_results, 1))
    return WPP_E_NOMEM;
  l->results[l->n_results++] = (struct wpp_logged_value){ statement, use, v };
  return WPP_OK;
}

int
wpp_graph_tell (struct wpp_graph_walk *g)
{
  const struct wpp_value_watch watch = { .data = g, .value = tell_value, .memory = tell_memory };
  bool regular;
  return wpp_wet_tell (g->graph, g->at, &watch, &regular);
}

/* Which loads of the path at hand found what recorded code had not left there?  */
static int
find_surprises (struct wpp_graph_walk *g)
{
  int err = WPP_OK;
  for (size_t i = 0; i < g->log->n_accesses && g->surprised && !err; i++)
    {
      struct wpp_wet_runs r;
      err = wpp_wet_runs_of (g->graph, g->at, i, &r);
      g->log->accesses[i].surprised = r.surprised;
    }
  return err;
}

/* Let the log have what the path at hand, of X, did.  Its accesses are those of its code, in their order.  */
static int
fill_log (struct wpp_graph_walk *g, const struct wpp_seen_node *x)
{
  struct wpp_log *l = g->log;
  g->told = !g->w->begun || g->w->zone || x->begins
            || (!x->plain && wpp_graph_marked_p (x, g->at.k));
  if (g->told)
    {
      int err = wpp_graph_tell (g);
      return err ? err : find_surprises (g);
    }
  if (WPP_RESERVE (l->accesses, l->accesses_room, 0, x->n_accesses + (size_t)1))
    return WPP_E_NOMEM;
  if (x->n_accesses)
    memcpy (l->accesses, x->accesses, x->n_accesses * sizeof *x->accesses);
  l->n_accesses = x->n_accesses;
  return find_surprises (g);
}

/* Go through the path at TIME, of the activation at hand, above PARENT.  */
static int
walk_path (struct wpp_graph_walk *g, const struct wpp_seen_node *x, uint64_t time, uint64_t parent)
{
  struct wpp_wants *wants = &g->w->wants;
  int err = WPP_OK;
  bool visit = !g->w->begun || g->w->zone || wpp_graph_marked_p (x, g->at.k)
               || ((x->changes || x->begins) && wants->n)
               || wpp_wants_activation_p (wants, g->activation) || (parent && wpp_wants_activation_p (wants, parent));
  g->surprised = false;
  if (visit || wants->n)
    err = wpp_wet_surprised (g->graph, g->at, &g->surprised);
  if (err || !(visit || g->surprised))
    return err;
  wpp_log_empty (g->log);
  g->function = wpp_wet_function_of (g->graph, g->at.node);
  if (WPP_RESERVE (g->log->logged, g->log->room, 0, 1))
    return WPP_E_NOMEM;
  g->log->logged[g->log->n++] = (struct wpp_logged_path){ .event = time, .activation = g->activation,
                                                          .parent = parent, .path = x->path };
  err = fill_log (g, x);
  return err ? err : wpp_walk_log (g->w, g->log);
}

/* ---- Activations.  */

/* Push a frame whose next path is not known.  */
static int
push (struct wpp_graph_walk *g)
{
  if (WPP_RESERVE (g->frames, g->room, g->n, 1))
    return WPP_E_NOMEM;
  g->frames[g->n++] = (struct wpp_graph_frame){ ++g->ids, 0 };
  return WPP_OK;
}

/* Let the last frame be that of the path at TIME, and the one before it that of the activation below.  */
static int
find_frame (struct wpp_graph_walk *g, uint64_t time)
{
  int err = WPP_OK;
  while (g->n > 1 && g->frames[g->n - 1].pending > time + 1)
    g->n--;
  if (!g->n || g->frames[g->n - 1].pending != time + 1)
    err = push (g);
  if (!err && g->n == 1)
    {
      err = push (g);
      struct wpp_graph_frame own = g->frames[0];
      g->frames[0] = g->frames[1];
      g->frames[1] = own;
    }
  return err;
}

/* The path at TIME, of the last frame, begins its activation, and the one below had its last path before DISTANCE
   events ago.  If another frame is below, that activation has never returned: let it be there.  */
static int
find_caller (struct wpp_graph_walk *g, uint64_t time, uint64_t distance)
{
  struct wpp_graph_frame *below = &g->frames[g->n - 2];
  if (!distance || distance > time || below->pending == time - distance + 1)
    return WPP_OK;
  if (below->pending)
    {
      int err = push (g);
      if (err)
        return err;
      below = &g->frames[g->n - 2];
      struct wpp_graph_frame own = *below;
      *below = below[1];
      below[1] = own;
    }
  below->pending = time - distance + 1;
  return WPP_OK;
}

/* The path at TIME has been gone through: it ENTERS, and the one before it was DISTANCE events ago.  */
static void
leave_frame (struct wpp_graph_walk *g, uint64_t time, bool enters, uint64_t distance)
{
  if (enters || !distance || distance > time)
    g->n--;
  else
    g->frames[g->n - 1].pending = time - distance + 1;
}

/* ---- The whole.  */

static int
step_back (struct wpp_graph_walk *g, uint64_t time)
{
  uint64_t distance;
  int err = wpp_wet_at (g->graph, time, &g->at);
  if (err || g->at.node == WPP_NONE)
    return err;
  const struct wpp_seen_node *x = wpp_look_at_node (g, g->at.node, &err);
  if (!err)
    err = wpp_wet_before (g->graph, g->at, &distance);
  if (!err)
    err = find_frame (g, time);
  if (err)
    return err;
  bool enters = g->w->paths->items[x->path].enters;
  if (enters && (err = find_caller (g, time, distance)))
    return err;
  g->activation = g->frames[g->n - 1].id;
  if (!g->w->begun)
    g->w->activation = g->activation;
  err = walk_path (g, x, time, enters && !distance ? 0 : g->frames[g->n - 2].id);
  leave_frame (g, time, enters, distance);
  return err;
}

/* Set where the criterion's block is left: in the last path of its activation that goes on with it.  */
static int
find_end (struct wpp_graph_walk *g)
{
  struct wpp_log *l = g->log;
  uint64_t n = wpp_wet_events (g->graph), last = l->criterion_event;
  bool ends = false, at_end = l->at_end;
  int err = WPP_OK;
  for (uint64_t time = last; time < n && !ends && !err; time++)
    {
      struct wpp_wet_instance i;
      uint64_t distance;
      err = wpp_wet_at (g->graph, time, &i);
      const struct wpp_seen_node *x = err || i.node == WPP_NONE ? NULL : wpp_look_at_node (g, i.node, &err);
      if (!err && x)
        err = wpp_wet_before (g->graph, i, &distance);
      if (err || !x)
        continue;
      const struct wpp_known_path *p = &g->w->paths->items[x->path];
      if (time > last)
        ends = time - distance < last
               || (time - distance == last && !p->enters && !at_end && !wpp_log_continues_p (l, p));
      if (!ends && time > last && (p->enters || time - distance != last))
        continue;
      if (!ends && time > last)
        {
          at_end = false;
          last = time;
        }
      ends |= p->leaves;
    }
  g->w->block_event = last;
  return err;
}

int
wpp_walk_graph (struct wpp_walk *w, struct wpp_log *l, bool *by_replay)
{
  struct wpp_graph_walk g = { .w = w, .log = l, .graph = w->asked->graph };
  uint64_t n = wpp_wet_events (g.graph);
  const struct wpp_slice_criterion *q = w->asked->criterion;
  int err = w->asked->event < n ? WPP_OK : WPP_E_RANGE;
  *by_replay = wpp_wet_switched_p (g.graph) || (l->criterion && !q->whole && q->variable == WPP_NONE);
  if (*by_replay)
    return WPP_OK;
  w->graph = &g;
  /* Labels lead to paths that are not known yet, while others are gone through: these must stay where they are.  */
  if (!err && WPP_RESERVE (w->paths->items, w->paths->room, w->paths->n, wpp_wet_nodes (g.graph)))
    err = WPP_E_NOMEM;
  if (!err && l->criterion)
    err = find_end (&g);
  for (uint64_t time = w->block_event + 1; time-- > 0 && !err;)
    {
      err = step_back (&g, time);
      if (w->begun && !wpp_wants_any_p (&w->wants) && !w->zone)
        break;
    }
  w->graph = NULL;
  *by_replay = g.by_replay;
  release_nodes (&g);
  free (g.frames);
  return g.by_replay ? WPP_OK : err;
}
