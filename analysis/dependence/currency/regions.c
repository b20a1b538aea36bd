/* Which assignment of a variable an optimised program shows (regions.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A forward data flow problem on the optimised graphs.  A state is where in the function control was last known to be,
   and what has happened since that node was entered; a block has at most one for each such place.  Events only rise
   from what happened to unknown, so a state changes twice.

   Promises are points, too: GCC drops all but the last of several binds of one variable with no code between, and so
   points, but binds of different variables stay.  It also repeats the last binds of a block in the next one, before
   that one's own: what is promised at a place that control has left behind is no way back.  */

#include <stdlib.h>
#include "dependence/currency/regions.h"
#include "base/array.h"
#include "base/search.h"

/* States of a block; nodes on the ways around lost ones.  More than real functions have.  */
#define MOST_STATES 256u
#define MOST_WAY 64u

/* How far a way through nodes goes that are not lost everywhere, from each of its ends.  */
#define MOST_STEPS 2u

struct state
{
  uint32_t node, statement;      /* ENTRY: the function has not been entered */
  uint32_t event;
  bool waits;                    /* it is on the list of work */
};

struct block
{
  size_t n, room;
  struct state *states;
};

struct work
{
  uint32_t block, state;
};

struct finder
{
  struct wpp_shown *out;
  const struct wpp_moves *m;
  const struct wpp_move_function *f;
  uint32_t function;
  const struct wpp_cfg *cfg;
  const struct wpp_shown_variable *v;
  uint32_t *first_out, *first_in, *in;   /* edges by source, [n_nodes + 1]; by destination, IN in that order */
  bool *seen;                    /* [n_nodes] some code has a point of the node */
  /* Of one graph.  */
  const struct wpp_move_graph *g;
  struct block *blocks;
  struct work *work;
  size_t n_work, work_room;
};

static uint32_t
join (uint32_t a, uint32_t b)
{
  return a == WPP_EVENT_UNSEEN || a == b ? b : b == WPP_EVENT_UNSEEN ? a : WPP_EVENT_UNKNOWN;
}

/* The node of STATEMENT of the function, which is marked: that of the last point that is not after it.  */
static uint32_t
node_of (const struct finder *f, uint32_t statement)
{
  const struct wpp_move_point *points = &f->m->points[f->f->first_point];
  uint32_t after = WPP_PARTITION_POINT (i, f->f->n_points, points[i].statement <= statement);
  return after ? points[after - 1].node : WPP_NODE_ENTRY;
}

/* ---- Edges.  */

static void
add_to_edge (struct finder *f, uint32_t edge, uint32_t event)
{
  f->out->edge[edge] = join (f->out->edge[edge], event);
}

/* Add EVENT to the edges from node A to node B; return whether there are any.  */
static bool
add_between (struct finder *f, uint32_t a, uint32_t b, uint32_t event)
{
  bool any = false;
  for (uint32_t e = f->first_out[a]; e < f->first_out[a + 1]; e++)
    if (f->cfg->edges[e].dst == b)
      {
        add_to_edge (f, e, event);
        any = true;
      }
  return any;
}

/* Some nodes, few.  */
struct few
{
  uint32_t n;
  bool more;                     /* than there is room for */
  uint32_t node[MOST_WAY], distance[MOST_WAY];   /* by rising distance from the first */
};

/* The place of NODE in FEW, or FEW->n.  */
static uint32_t
place_in (const struct few *few, uint32_t node)
{
  uint32_t i = 0;
  while (i < few->n && few->node[i] != node)
    i++;
  return i;
}

static void
include (struct few *few, uint32_t node, uint32_t distance)
{
  if (place_in (few, node) < few->n)
    return;
  if (few->n == MOST_WAY)
    few->more = true;
  else
    {
      few->distance[few->n] = distance;
      few->node[few->n++] = node;
    }
}

/* Set *FEW to START and what is reached from it, forward or backward; nodes that code has points of only if
   THROUGH_SEEN, and then the nearest, and never END.  */
static void
reach (const struct finder *f, uint32_t start, uint32_t end, bool forward, bool through_seen, struct few *few)
{
  const uint32_t *first = forward ? f->first_out : f->first_in;
  *few = (struct few){ 1, false, { start }, { 0 } };
  for (uint32_t i = 0; i < few->n && !few->more && !(through_seen && few->distance[i] == MOST_STEPS); i++)
    for (uint32_t k = first[few->node[i]]; k < first[few->node[i] + 1] && !few->more; k++)
      {
        const struct wpp_edge *e = &f->cfg->edges[forward ? k : f->in[k]];
        uint32_t to = forward ? e->dst : e->src;
        if (to != end && to > WPP_NODE_EXIT && (through_seen || !f->seen[to]))
          include (few, to, few->distance[i] + 1);
      }
}

/* The length of the shortest way from the first of FROM to the first of TO; UINT32_MAX: there is none.  */
static uint32_t
shortest (const struct finder *f, const struct few *from, const struct few *to)
{
  uint32_t best = UINT32_MAX;
  for (uint32_t i = 0; i < from->n; i++)
    for (uint32_t e = f->first_out[from->node[i]]; e < f->first_out[from->node[i] + 1]; e++)
      {
        uint32_t at = place_in (to, f->cfg->edges[e].dst);
        if (at < to->n && from->distance[i] + 1 + to->distance[at] < best)
          best = from->distance[i] + 1 + to->distance[at];
      }
  return best;
}

/* Code goes from node A to node B, between which there is no edge, or nodes without code: add EVENT to the last edges
   of the ways from A to B; THROUGH_SEEN: of the shortest ones, through any nodes.  Return whether there are any.  */
static bool
add_way (struct finder *f, uint32_t a, uint32_t b, uint32_t event, bool through_seen)
{
  struct few from, to;
  reach (f, a, b, true, through_seen, &from);
  reach (f, b, a, false, through_seen, &to);
  uint32_t best = from.more || to.more ? UINT32_MAX : shortest (f, &from, &to);
  if (best == UINT32_MAX)
    return false;
  for (uint32_t i = 0; i < from.n; i++)
    for (uint32_t e = f->first_out[from.node[i]]; e < f->first_out[from.node[i] + 1]; e++)
      {
        uint32_t dst = f->cfg->edges[e].dst, at = place_in (&to, dst);
        if (at < to.n && (!through_seen || from.distance[i] + 1 + to.distance[at] == best))
          add_to_edge (f, e, dst == b ? event : WPP_EVENT_NO);
      }
  return true;
}

/* What EVENT, in the region before the first point of an activation, is to it.  */
static uint32_t
entering (const struct finder *f, uint32_t event, bool outside)
{
  if (event == WPP_EVENT_ANEW)
    return f->v->parameter ? WPP_EVENT_ENTRY : WPP_EVENT_UNKNOWN;
  if (event == WPP_EVENT_NOTHING || event == WPP_EVENT_NO || event == WPP_EVENT_UNKNOWN)
    return event;
  /* That of the activation before.  */
  return outside || f->v->memory ? event : WPP_EVENT_UNKNOWN;
}

/* Control comes from node A, with EVENT since, to node B.  Ways through nodes that no code has any more are such ways,
   too: a branch was made a conditional move.  Where a node is gone from some copies only nobody knows which way that
   was: the shortest ones have an event, if there is one, that nobody knows.  */
static void
take (struct finder *f, uint32_t a, uint32_t b, uint32_t event)
{
  uint32_t plain = event == WPP_EVENT_ANEW ? WPP_EVENT_UNKNOWN : event;
  bool edge = a != WPP_NODE_ENTRY && add_between (f, a, b, plain);
  if (!edge && add_between (f, WPP_NODE_ENTRY, b, entering (f, event, a == WPP_NODE_ENTRY)))
    return;
  if (add_way (f, a, b, plain, false) || edge
      || add_way (f, a, b, plain == WPP_EVENT_NO ? plain : WPP_EVENT_UNKNOWN, true))
    return;
  for (uint32_t k = f->first_in[b]; k < f->first_in[b + 1]; k++)
    add_to_edge (f, f->in[k], WPP_EVENT_UNKNOWN);
}

/* ---- Items.  */

/* Is ITEM, which may be out of BLOCK, one of KIND of the variable?  */
static bool
neighbour_p (const struct finder *f, const struct wpp_move_block *block, uint32_t item, enum wpp_move_kind kind)
{
  return item >= block->first_item && item < block->first_item + block->n_items && f->g->items[item].kind == kind
         && f->g->items[item].variable == f->v->variable;
}

/* What WRITE makes of EVENT.  */
static uint32_t
write_event (const struct finder *f, const struct wpp_move_item *write, uint32_t event)
{
  const struct wpp_shown_variable *v = f->v;
  if (!v->memory)
    return event;
  if (write->function == f->function)
    return v->writes[write->number] != UINT32_MAX ? WPP_EVENT_FIRST + v->writes[write->number] : event;
  if (write->variable != UINT32_MAX ? write->variable == v->variable : v->shared)
    return WPP_EVENT_UNKNOWN;
  return event;
}

/* The event after item I of BLOCK, which is no point, if EVENT was before.  A bind stands after the promise that it
   fulfils.  */
static uint32_t
after_item (const struct finder *f, const struct wpp_move_block *block, uint32_t i, uint32_t event)
{
  const struct wpp_move_item *item = &f->g->items[i];
  if (item->kind == WPP_MOVE_WRITE)
    return write_event (f, item, event);
  if (item->variable != f->v->variable)
    return event;
  if (item->kind == WPP_MOVE_PROMISE)
    return neighbour_p (f, block, i + 1, WPP_MOVE_BIND) ? event : WPP_EVENT_UNKNOWN;
  if (!item->number)
    return WPP_EVENT_NOTHING;
  bool promised = i > 0 && neighbour_p (f, block, i - 1, WPP_MOVE_PROMISE)
                  && f->g->items[i - 1].function == f->function;
  return promised ? WPP_EVENT_FIRST + f->g->items[i - 1].number : WPP_EVENT_ANEW;
}

/* Control in STATE comes to STATEMENT of NODE.  */
static void
arrive (struct finder *f, struct state *state, uint32_t node, uint32_t statement)
{
  if (state->node != node || statement <= state->statement)
    {
      take (f, state->node, node, state->event);
      state->event = WPP_EVENT_NO;
    }
  state->node = node;
  state->statement = statement;
}

/* … which is point POINT.  */
static void
pass_point (struct finder *f, struct state *state, uint32_t point)
{
  const struct wpp_move_point *p = &f->m->points[point];
  uint32_t *at = &f->out->point[point - f->f->first_point];
  arrive (f, state, p->node, p->statement);
  *at = join (*at, state->event);
}

static bool
edge_p (const struct finder *f, uint32_t a, uint32_t b)
{
  for (uint32_t e = f->first_out[a]; e < f->first_out[a + 1]; e++)
    if (f->cfg->edges[e].dst == b)
      return true;
  return false;
}

/* … at which something is promised: a way forward, or a repetition.  */
static void
pass_promise (struct finder *f, struct state *state, uint32_t statement)
{
  uint32_t node = node_of (f, statement);
  if (state->node == node && statement >= state->statement)
    state->statement = statement;
  else if (edge_p (f, state->node, node))
    arrive (f, state, node, statement);
}

/* ---- Blocks.  */

static int
push (struct finder *f, uint32_t block, struct state from)
{
  struct block *b = &f->blocks[block];
  uint32_t i = 0;
  while (i < b->n && (b->states[i].node != from.node || b->states[i].statement != from.statement))
    i++;
  if (i == MOST_STATES)
    return WPP_E_TOOBIG;
  if (i == b->n)
    {
      if (WPP_RESERVE (b->states, b->room, b->n, 1))
        return WPP_E_NOMEM;
      b->states[b->n++] = (struct state){ from.node, from.statement, WPP_EVENT_UNSEEN, false };
    }
  uint32_t both = join (b->states[i].event, from.event);
  if (both == b->states[i].event || b->states[i].waits)
    {
      b->states[i].event = both;
      return WPP_OK;
    }
  if (WPP_RESERVE (f->work, f->work_room, f->n_work, 1))
    return WPP_E_NOMEM;
  b->states[i].event = both;
  b->states[i].waits = true;
  f->work[f->n_work++] = (struct work){ block, i };
  return WPP_OK;
}

/* Execute BLOCK in the state at hand, and go on.  */
static int
execute (struct finder *f, uint32_t number, struct state state)
{
  const struct wpp_move_block *block = &f->g->blocks[number];
  int err = WPP_OK;
  for (uint32_t i = block->first_item; i < block->first_item + block->n_items; i++)
    {
      const struct wpp_move_item *item = &f->g->items[i];
      if (item->kind == WPP_MOVE_POINT && f->m->points[item->number].function == f->function)
        pass_point (f, &state, item->number);
      else if (item->kind == WPP_MOVE_PROMISE && item->function == f->function)
        pass_promise (f, &state, item->number);
      if (item->kind != WPP_MOVE_POINT)
        state.event = after_item (f, block, i, state.event);
    }
  for (uint32_t i = 0; i < block->n_successors && !err; i++)
    err = push (f, f->g->successors[block->first_successor + i], state);
  return err;
}

/* Add what GRAPH says.  */
static int
add_graph (struct finder *f, const struct wpp_move_graph *graph)
{
  f->g = graph;
  f->n_work = 0;
  f->blocks = calloc (graph->n_blocks + (size_t)1, sizeof *f->blocks);
  int err = f->blocks ? WPP_OK : WPP_E_NOMEM;
  if (!err && graph->n_blocks)
    err = push (f, 0, (struct state){ WPP_NODE_ENTRY, 0, WPP_EVENT_NO, false });
  while (f->n_work && !err)
    {
      struct work w = f->work[--f->n_work];
      f->blocks[w.block].states[w.state].waits = false;
      err = execute (f, w.block, f->blocks[w.block].states[w.state]);
    }
  for (uint32_t i = 0; f->blocks && i < graph->n_blocks; i++)
    free (f->blocks[i].states);
  free (f->blocks);
  return err;
}

/* Note which nodes GRAPH has points of; return whether any.  */
static bool
find_seen (struct finder *f, const struct wpp_move_graph *graph)
{
  bool any = false;
  for (uint32_t i = 0; i < graph->n_items; i++)
    if (graph->items[i].kind == WPP_MOVE_POINT && f->m->points[graph->items[i].number].function == f->function)
      {
        f->seen[f->m->points[graph->items[i].number].node] = true;
        any = true;
      }
  return any;
}

/* Sort the edges.  */
static void
index_edges (struct finder *f)
{
  const struct wpp_cfg *cfg = f->cfg;
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    {
      f->first_out[cfg->edges[e].src + 1]++;
      f->first_in[cfg->edges[e].dst + 1]++;
    }
  for (uint32_t i = 0; i < cfg->n_nodes; i++)
    {
      f->first_out[i + 1] += f->first_out[i];
      f->first_in[i + 1] += f->first_in[i];
    }
  for (uint32_t e = cfg->n_edges; e-- > 0;)
    f->in[--f->first_in[cfg->edges[e].dst + 1]] = e;
  for (uint32_t i = 0; i < cfg->n_nodes; i++)
    f->first_in[i] = f->first_in[i + 1];
  f->first_in[cfg->n_nodes] = cfg->n_edges;
}

int
wpp_shown_find (struct wpp_shown *s, const struct wpp_moves *m, uint32_t function, const struct wpp_cfg *cfg,
                const struct wpp_shown_variable *v)
{
  size_t n = cfg->n_nodes + (size_t)2;
  struct finder f = { .out = s, .m = m, .f = &m->functions[function], .function = function, .cfg = cfg, .v = v,
                      .first_out = calloc (n, sizeof *f.first_out), .first_in = calloc (n, sizeof *f.first_in),
                      .in = calloc (cfg->n_edges + (size_t)1, sizeof *f.in), .seen = calloc (n, sizeof *f.seen) };
  *s = (struct wpp_shown){ calloc (cfg->n_edges + (size_t)1, sizeof *s->edge),
                           calloc (f.f->n_points + (size_t)1, sizeof *s->point) };
  int err = f.first_out && f.first_in && f.in && f.seen && s->edge && s->point ? WPP_OK : WPP_E_NOMEM;
  bool *has = calloc (m->n_graphs + (size_t)1, sizeof *has);
  if (!err)
    err = has ? WPP_OK : WPP_E_NOMEM;
  if (!err)
    index_edges (&f);
  for (uint32_t i = 0; i < m->n_graphs && !err; i++)
    has[i] = find_seen (&f, &m->graphs[i]);
  for (uint32_t i = 0; i < m->n_graphs && !err; i++)
    if (has[i])
      err = add_graph (&f, &m->graphs[i]);
  free (has);
  free (f.first_out);
  free (f.first_in);
  free (f.in);
  free (f.seen);
  free (f.work);
  return err;
}

void
wpp_shown_release (struct wpp_shown *s)
{
  free (s->edge);
  free (s->point);
}
