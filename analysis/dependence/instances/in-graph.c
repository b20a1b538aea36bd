/* Slices by instance from the graph of a recording (wet/wet.h): nothing is replayed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The walk goes backward through the thread's times.  Which activation each path is of follows from the distances to
   the path before.  A path is gone through only if facts of its activation, or of the one below, are wanted, or if it
   is marked: a label said that it wrote what is wanted.  What functions of the C library do is in no label; so paths
   that call them are gone through whenever memory is wanted.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "dependence/instances/walk-impl.h"
#include "wet/code.h"

/* An activation, seen from its end.  */
struct frame
{
  uint64_t id;
  uint64_t pending;              /* the event of its path that comes next, plus 1; 0: not known */
};

/* What is known of a node.  */
struct seen_node
{
  bool known;
  uint32_t path;                 /* number of the known path */
  bool library;                  /* it calls what is not recorded */
  unsigned char *marked;         /* bits by execution; or null */
};

struct graph_walk
{
  struct wpp_walk *w;
  struct wpp_log *log;
  struct wpp_wet_thread_graph *graph;
  struct seen_node *nodes;       /* [n_nodes] */
  size_t n_nodes, nodes_room;
  struct frame *frames;          /* [n] the outermost first */
  size_t n, room;
  uint64_t ids;
  /* The path at hand.  */
  struct wpp_wet_instance at;
  uint32_t function;
  uint64_t activation;
  const struct wpp_memory_access *accesses;
  uint32_t n_accesses;
};

/* ---- Nodes.  */

/* Does the path P call what is not recorded?  */
static bool
library_p (const struct wpp_slice_model *m, const struct wpp_known_path *p)
{
  const struct wpp_slice_function *f = p->function == WPP_NONE ? NULL : m->functions[p->function];
  for (uint32_t i = 0; f && i <= p->n_nodes; i++)
    {
      uint32_t node = i < p->n_nodes ? p->nodes[i] : p->n_nodes ? f->cfg->edges[p->edges[i - 1]].dst : WPP_NODE_EXIT;
      for (uint32_t c = f->first_code[node]; c < f->first_code[node + 1]; c++)
        if (f->code[c].flags & WPP_CODE_CALL && f->code[c].callee == WPP_NONE)
          return true;
    }
  return false;
}

/* What is known of NODE; null and *ERR.  */
static struct seen_node *
look_at_node (struct graph_walk *g, uint32_t node, int *err)
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
  struct seen_node *x = &g->nodes[node];
  if (!x->known && !(*err = wpp_known_path (g->w->paths, wpp_wet_event_of (g->graph, node), &x->path)))
    {
      x->known = true;
      x->library = library_p (g->w->model, &g->w->paths->items[x->path]);
    }
  return *err ? NULL : x;
}

static int
mark (void *data, const struct wpp_wet_source *s)
{
  struct graph_walk *g = data;
  int err = WPP_OK;
  if (s->from.node == WPP_NONE)
    return WPP_OK;
  struct seen_node *x = look_at_node (g, s->from.node, &err);
  if (x && !x->marked
      && !(x->marked = calloc (wpp_wet_executions_of (g->graph, s->from.node) / 8 + (size_t)1, 1)))
    err = WPP_E_NOMEM;
  if (!err)
    x->marked[s->from.k / 8] |= 1u << s->from.k % 8;
  return err;
}

/* ---- The path at hand.  */

static int
tell_memory (void *data, const struct wpp_memory_access *a, struct wpp_word address, struct wpp_word n, bool unused)
{
  struct graph_walk *g = data;
  return wpp_log_access (g->log, g->function, g->activation, a, address, n, false);
}

static int
tell_value (void *data, uint32_t statement, uint32_t use, struct wpp_word v)
{
  struct graph_walk *g = data;
  struct wpp_log *l = g->log;
  uint8_t kind = g->w->bindings->layouts[g->function]->body->statements[statement].kind;
  if (!l->values || (use && kind != WPP_STATEMENT_CONDITION && kind != WPP_STATEMENT_SWITCH))
    return WPP_OK;
  if (WPP_RESERVE (l->results, l->results_room, l->n_results, 1))
    return WPP_E_NOMEM;
  l->results[l->n_results++] = (struct wpp_logged_value){ statement, use, v };
  return WPP_OK;
}

/* Let the log have what the path at hand did.  Its accesses are those of its code, in their order.  */
static int
fill_log (struct graph_walk *g, bool surprised)
{
  const struct wpp_value_watch watch = { .data = g, .value = tell_value, .memory = tell_memory };
  bool regular;
  int err = wpp_wet_tell (g->graph, g->at, &watch, &regular);
  if (!err)
    g->accesses = wpp_wet_accesses (g->graph, g->at.node, &g->n_accesses, &err);
  for (size_t i = 0; i < g->log->n_accesses && surprised && !err; i++)
    err = wpp_wet_surprised (g->graph, g->at, i, &g->log->accesses[i].surprised);
  return err;
}

/* Mark who wrote what the path at hand read and is wanted; and, if it was MARKED itself, what it MAY have written was
   written by others, too.  */
static int
mark_sources (struct graph_walk *g, bool marked)
{
  int err = WPP_OK;
  bool unused;
  for (size_t i = 0; i < g->log->n_accesses && i < g->n_accesses && !err; i++)
    if (g->log->accesses[i].wanted
        || (marked && g->accesses[i].how & WPP_MEMORY_MAY && wpp_wet_labelled_p (&g->accesses[i])))
      err = wpp_wet_sources (g->graph, g->at, i, &unused, mark, g);
  return err;
}

/* Go through the path at TIME, of the activation at hand, above PARENT.  */
static int
walk_path (struct graph_walk *g, const struct seen_node *x, uint64_t time, uint64_t parent)
{
  struct wpp_wants *wants = &g->w->wants;
  bool marked = x->marked && x->marked[g->at.k / 8] >> g->at.k % 8 & 1, surprised = false;
  uint32_t node = g->at.node;
  int err = WPP_OK;
  if (wants->n)
    err = wpp_wet_surprised (g->graph, g->at, WPP_NONE, &surprised);
  bool visit = !g->w->begun || g->w->zone || marked || surprised || (x->library && wants->n)
               || wpp_wants_activation_p (wants, g->activation) || (parent && wpp_wants_activation_p (wants, parent));
  if (err || !visit)
    return err;
  wpp_log_empty (g->log);
  g->function = wpp_wet_function_of (g->graph, node);
  if (WPP_RESERVE (g->log->logged, g->log->room, 0, 1))
    return WPP_E_NOMEM;
  g->log->logged[g->log->n++] = (struct wpp_logged_path){ .event = time, .activation = g->activation,
                                                          .parent = parent, .path = x->path };
  err = fill_log (g, surprised);
  if (!err)
    err = wpp_walk_log (g->w, g->log);
  return err ? err : mark_sources (g, marked);
}

/* ---- Activations.  */

/* Push a frame whose next path is not known.  */
static int
push (struct graph_walk *g)
{
  if (WPP_RESERVE (g->frames, g->room, g->n, 1))
    return WPP_E_NOMEM;
  g->frames[g->n++] = (struct frame){ ++g->ids, 0 };
  return WPP_OK;
}

/* Let the last frame be that of the path at TIME, and the one before it that of the activation below.  */
static int
find_frame (struct graph_walk *g, uint64_t time)
{
  int err = WPP_OK;
  while (g->n > 1 && g->frames[g->n - 1].pending > time + 1)
    g->n--;
  if (!g->n || g->frames[g->n - 1].pending != time + 1)
    err = push (g);
  if (!err && g->n == 1)
    {
      err = push (g);
      struct frame own = g->frames[0];
      g->frames[0] = g->frames[1];
      g->frames[1] = own;
    }
  return err;
}

/* The path at TIME, of the last frame, begins its activation, and the one below had its last path before DISTANCE events
   ago.  If another frame is below, that activation has never returned: let it be there.  */
static int
find_caller (struct graph_walk *g, uint64_t time, uint64_t distance)
{
  struct frame *below = &g->frames[g->n - 2];
  if (!distance || distance > time || below->pending == time - distance + 1)
    return WPP_OK;
  if (below->pending)
    {
      int err = push (g);
      if (err)
        return err;
      below = &g->frames[g->n - 2];
      struct frame own = *below;
      *below = below[1];
      below[1] = own;
    }
  below->pending = time - distance + 1;
  return WPP_OK;
}

/* The path at TIME has been gone through: it ENTERS, and the one before it was DISTANCE events ago.  */
static void
leave_frame (struct graph_walk *g, uint64_t time, bool enters, uint64_t distance)
{
  if (enters || !distance || distance > time)
    g->n--;
  else
    g->frames[g->n - 1].pending = time - distance + 1;
}

/* ---- The whole.  */

static int
step_back (struct graph_walk *g, uint64_t time)
{
  uint64_t distance;
  int err = wpp_wet_at (g->graph, time, &g->at);
  if (err || g->at.node == WPP_NONE)
    return err;
  const struct seen_node *x = look_at_node (g, g->at.node, &err);
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
find_end (struct graph_walk *g)
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
      const struct seen_node *x = err || i.node == WPP_NONE ? NULL : look_at_node (g, i.node, &err);
      if (!err && x)
        err = wpp_wet_before (g->graph, i, &distance);
      if (err || !x)
        continue;
      const struct wpp_known_path *p = &g->w->paths->items[x->path];
      if (time > last)
        ends = time - distance < last || (time - distance == last && !p->enters && !at_end && !wpp_log_continues_p (l, p));
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
wpp_walk_graph (struct wpp_walk *w, struct wpp_log *l)
{
  struct graph_walk g = { .w = w, .log = l, .graph = w->asked->graph };
  uint64_t n = wpp_wet_events (g.graph);
  int err = w->asked->event < n ? WPP_OK : WPP_E_RANGE;
  if (!err && l->criterion)
    err = find_end (&g);
  l->criterion = NULL;
  for (uint64_t time = w->block_event + 1; time-- > 0 && !err;)
    {
      err = step_back (&g, time);
      if (w->begun && !wpp_wants_any_p (&w->wants) && !w->zone)
        break;
    }
  for (size_t i = 0; i < g.n_nodes; i++)
    free (g.nodes[i].marked);
  free (g.nodes);
  free (g.frames);
  return err;
}
