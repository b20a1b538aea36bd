/* Counts of blocks and edges inferred from those that are believed (infer.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The network has two nodes for each block, where it is entered and where it is left, an arc between them with the
   block's count, an arc for each edge, one to the exit for each block that may leave, and one from the exit to the
   entry.  */

#include <stdlib.h>
#include "decide/models/circulation.h"
#include "decide/models/infer.h"
#include "base/error.h"

/* Steps of the solver for each node and arc; what real functions need is 2 to 20.  */
#define WORK 100

/* Prices of a unit.  All blocks are believed more than edges, whose probabilities passes spoil first; and what was
   measured as never executed was not.  How often a function is entered, callers know as well.  Where a call did not
   come back, what was counted after it tells; else that it does not come back is the last explanation.  */
static const uint32_t price_of_block[] = { 0, 10, 50, 100 };
static const uint32_t price_of_zero[] = { 0, 0, 0, 200 };
static const uint32_t price_of_edge[] = { 0, 1, 2, 2 };
enum { PRICE_OF_ENTRY = 4 /* times */, PRICE_OF_LEAVING = 400, PRICE_OF_KNOWN_LEAVING = 50 };

static uint32_t
enter_node (uint32_t block)
{
  return 2 * block;
}

static uint32_t
leave_node (uint32_t block)
{
  return 2 * block + 1;
}

struct network
{
  struct wpp_infer_graph *g;
  uint64_t *counts;             /* of blocks, as this round has them */
  bool *refuted;                /* blocks whose counts cannot have been right; second round only */
  bool second;
  uint64_t *sums;               /* of the probabilities of each block's edges */
  uint32_t *degree;             /* how many edges leave it */
  uint32_t *start, *neighbour;  /* of a search: the edges of each block, forward or backward */
  uint32_t *queue;
  bool *seen;
  struct wpp_arc *arcs;         /* blocks, edges, then others */
  uint32_t n_arcs;
};

/* ---- What differs.  */

bool
wpp_counts_alike_p (uint64_t a, uint64_t b, uint64_t times)
{
  uint64_t more = a > b ? a : b, difference = a > b ? a - b : b - a;
  if (!a != !b)
    return more <= times / (WPP_CERTAIN / 2);
  return difference <= more / 512 + 2 + times / (WPP_CERTAIN / 2);
}

static bool
graph_ok_p (const struct wpp_infer_graph *g)
{
  if (g->n_blocks < 2 || g->n_blocks > UINT32_MAX / 8 || g->n_edges > UINT32_MAX / 8)
    return false;
  for (uint32_t v = 0; v < g->n_blocks; v++)
    if (g->blocks[v].count > WPP_MOST_MEASURED || g->blocks[v].trust > WPP_MEASURED
        || g->blocks[v].leaves > g->blocks[v].count)
      return false;
  for (uint32_t e = 0; e < g->n_edges; e++)
    {
      const struct wpp_infer_edge *edge = &g->edges[e];
      if (edge->from >= g->n_blocks || edge->to >= g->n_blocks || edge->from == WPP_INFER_EXIT
          || edge->to == WPP_INFER_ENTRY || edge->probability > WPP_CERTAIN || edge->trust > WPP_MEASURED)
        return false;
    }
  return true;
}

/* PART / WHOLE of COUNT.  */
static uint64_t
part_of (uint64_t count, uint64_t part, uint64_t whole)
{
  return ((unsigned __int128) count * part + whole / 2) / whole;
}

/* Do the sums of what enters and what leaves V, IN and OUT over edges, explain its count?  */
static bool
explained_p (const struct wpp_infer_graph *g, uint32_t v, uint64_t in, uint64_t out, uint64_t times)
{
  const struct wpp_infer_block *b = &g->blocks[v];
  return b->trust != WPP_UNKNOWN && (v == WPP_INFER_ENTRY || wpp_counts_alike_p (in, b->count, times))
         && (v == WPP_INFER_EXIT || wpp_counts_alike_p (out + b->leaves, b->count, b->count));
}

int
wpp_infer_consistent_p (const struct wpp_infer_graph *g)
{
  if (!graph_ok_p (g))
    return WPP_E_RANGE;
  uint64_t *in = calloc (3 * (size_t) g->n_blocks, sizeof *in);
  if (!in)
    return WPP_E_NOMEM;
  uint64_t *out = in + g->n_blocks, *times = out + g->n_blocks;
  bool known = true;
  for (uint32_t e = 0; e < g->n_edges; e++)
    {
      const struct wpp_infer_edge *edge = &g->edges[e];
      uint64_t from = g->blocks[edge->from].count, count = part_of (from, edge->probability, WPP_CERTAIN);
      known &= edge->trust != WPP_UNKNOWN;
      in[edge->to] += count;
      out[edge->from] += count;
      times[edge->to] = from > times[edge->to] ? from : times[edge->to];
    }
  for (uint32_t v = 0; v < g->n_blocks && known; v++)
    known = explained_p (g, v, in[v], out[v], times[v]);
  free (in);
  return known;
}

/* ---- The network.  */

static void
release (struct network *n)
{
  free (n->counts);
  free (n->refuted);
  free (n->sums);
  free (n->degree);
  free (n->start);
  free (n->neighbour);
  free (n->queue);
  free (n->seen);
  free (n->arcs);
}

static int
prepare (struct network *n, struct wpp_infer_graph *g)
{
  size_t blocks = g->n_blocks, edges = g->n_edges;
  *n = (struct network) { .g = g };
  n->counts = malloc (blocks * sizeof *n->counts);
  n->refuted = calloc (blocks, sizeof *n->refuted);
  n->sums = calloc (blocks, sizeof *n->sums);
  n->degree = calloc (blocks, sizeof *n->degree);
  n->start = malloc ((blocks + 1) * sizeof *n->start);
  n->neighbour = malloc ((edges + 1) * sizeof *n->neighbour);
  n->queue = malloc (blocks * sizeof *n->queue);
  n->seen = malloc (blocks * sizeof *n->seen);
  n->arcs = malloc ((4 * blocks + edges + 1) * sizeof *n->arcs);
  if (!n->counts || !n->refuted || !n->sums || !n->degree || !n->start || !n->neighbour || !n->queue || !n->seen
      || !n->arcs)
    return WPP_E_NOMEM;
  for (uint32_t v = 0; v < g->n_blocks; v++)
    n->counts[v] = g->blocks[v].count;
  for (uint32_t e = 0; e < g->n_edges; e++)
    {
      n->sums[g->edges[e].from] += g->edges[e].probability;
      n->degree[g->edges[e].from]++;
    }
  return WPP_OK;
}

static void
add_arc (struct network *n, uint32_t from, uint32_t to, uint64_t measured, uint32_t price)
{
  if (measured > WPP_MOST_MEASURED)
    measured = WPP_MOST_MEASURED;
  n->arcs[n->n_arcs++] = (struct wpp_arc) { from, to, measured, price, 0 };
}

static void
add_block (struct network *n, uint32_t v)
{
  const struct wpp_infer_block *b = &n->g->blocks[v];
  uint32_t price = n->refuted[v] ? 0 : b->count ? price_of_block[b->trust] : price_of_zero[b->trust];
  if (v == WPP_INFER_ENTRY)
    price *= PRICE_OF_ENTRY;
  if (v == WPP_INFER_EXIT)
    price = 0;
  add_arc (n, enter_node (v), leave_node (v), n->counts[v], price);
}

/* Is nothing known of B?  What became 0 by scaling may have been anything.  */
static bool
unknown_p (const struct wpp_infer_block *b)
{
  return b->trust == WPP_UNKNOWN || (!b->count && b->trust < WPP_MEASURED);
}

/* An edge takes its part of what goes on after its block.  Where the parts are none, or not of a whole, they are
   guesses; an only edge takes all.  */
static void
add_edge (struct network *n, const struct wpp_infer_edge *e)
{
  const struct wpp_infer_block *b = &n->g->blocks[e->from];
  uint64_t leaves = b->leaves < n->counts[e->from] ? b->leaves : 0, goes_on = n->counts[e->from] - leaves;
  uint64_t sum = n->sums[e->from], rest = sum > WPP_CERTAIN ? sum - WPP_CERTAIN : WPP_CERTAIN - sum;
  bool any = n->degree[e->from] == 1 || (!n->second && unknown_p (b));
  enum wpp_trust trust = any ? WPP_UNKNOWN : e->trust;
  if (trust > WPP_GUESSED && !b->leaves && rest > WPP_CERTAIN / 128)
    trust = WPP_GUESSED;
  uint64_t count = sum ? part_of (goes_on, e->probability, sum) : goes_on / n->degree[e->from];
  add_arc (n, leave_node (e->from), enter_node (e->to), count, price_of_edge[trust]);
}

/* V may be left without an edge.  A block without any edge is.  */
static void
add_leaving (struct network *n, uint32_t v)
{
  const struct wpp_infer_block *b = &n->g->blocks[v];
  if (v == WPP_INFER_EXIT)
    return;
  if (!n->degree[v])
    add_arc (n, leave_node (v), enter_node (WPP_INFER_EXIT), n->counts[v], 0);
  else if (b->may_leave || b->leaves)
    add_arc (n, leave_node (v), enter_node (WPP_INFER_EXIT), b->leaves,
             b->leaves ? PRICE_OF_KNOWN_LEAVING : PRICE_OF_LEAVING);
}

/* List each block's edges, those that leave it, or, BACKWARD, those that enter it.  */
static void
list_neighbours (struct network *n, bool backward)
{
  const struct wpp_infer_graph *g = n->g;
  for (uint32_t v = 0; v <= g->n_blocks; v++)
    n->start[v] = 0;
  for (uint32_t e = 0; e < g->n_edges; e++)
    n->start[backward ? g->edges[e].to : g->edges[e].from]++;
  for (uint32_t v = 0; v < g->n_blocks; v++)
    n->start[v + 1] += n->start[v];
  for (uint32_t e = g->n_edges; e-- > 0;)
    n->neighbour[--n->start[backward ? g->edges[e].to : g->edges[e].from]]
      = backward ? g->edges[e].from : g->edges[e].to;
}

/* See all that ROOT reaches.  */
static void
search (struct network *n, uint32_t root)
{
  uint32_t n_queue = 0;
  if (n->seen[root])
    return;
  n->seen[root] = true;
  n->queue[n_queue++] = root;
  for (uint32_t i = 0; i < n_queue; i++)
    for (uint32_t j = n->start[n->queue[i]]; j < n->start[n->queue[i] + 1]; j++)
      if (!n->seen[n->neighbour[j]])
        {
          n->seen[n->neighbour[j]] = true;
          n->queue[n_queue++] = n->neighbour[j];
        }
}

/* Blocks that the entry does not reach, or, BACKWARD, that do not reach the exit, get arcs by which they do.  */
static void
connect (struct network *n, bool backward)
{
  const struct wpp_infer_graph *g = n->g;
  list_neighbours (n, backward);
  for (uint32_t v = 0; v < g->n_blocks; v++)
    n->seen[v] = false;
  search (n, backward ? WPP_INFER_EXIT : WPP_INFER_ENTRY);
  for (uint32_t v = 0; backward && v < g->n_blocks; v++)
    if (!n->degree[v] || g->blocks[v].may_leave || g->blocks[v].leaves)
      search (n, v);
  n->seen[WPP_INFER_ENTRY] |= !backward;
  for (uint32_t v = 0; v < g->n_blocks; v++)
    if (!n->seen[v])
      {
        if (backward)
          add_arc (n, leave_node (v), enter_node (WPP_INFER_EXIT), 0, PRICE_OF_LEAVING);
        else
          add_arc (n, leave_node (WPP_INFER_ENTRY), enter_node (v), 0, PRICE_OF_LEAVING);
        search (n, v);
      }
}

static void
build (struct network *n)
{
  const struct wpp_infer_graph *g = n->g;
  n->n_arcs = 0;
  for (uint32_t v = 0; v < g->n_blocks; v++)
    add_block (n, v);
  for (uint32_t e = 0; e < g->n_edges; e++)
    add_edge (n, &g->edges[e]);
  for (uint32_t v = 0; v < g->n_blocks; v++)
    add_leaving (n, v);
  connect (n, false);
  connect (n, true);
  add_arc (n, leave_node (WPP_INFER_EXIT), enter_node (WPP_INFER_ENTRY), n->counts[WPP_INFER_ENTRY], 0);
}

/* ---- Two rounds.  */

static int
solve (struct network *n)
{
  struct wpp_infer_graph *g = n->g;
  int exact;
  build (n);
  int err = wpp_circulation (2 * g->n_blocks, n->arcs, n->n_arcs,
                             WORK * ((uint64_t) n->n_arcs + 2 * g->n_blocks), &exact);
  if (err)
    return err;
  g->exact = exact;
  for (uint32_t v = 0; v < g->n_blocks; v++)
    g->blocks[v].inferred = n->arcs[v].flow;
  for (uint32_t e = 0; e < g->n_edges; e++)
    g->edges[e].inferred = n->arcs[g->n_blocks + e].flow;
  return WPP_OK;
}

/* Counts that were doubled or halved, or more, cannot have been right.  Return whether there are any.  */
static bool
refute (struct network *n)
{
  const struct wpp_infer_graph *g = n->g;
  bool any = false;
  n->second = true;
  for (uint32_t v = 0; v < g->n_blocks; v++)
    {
      uint64_t count = g->blocks[v].count, inferred = g->blocks[v].inferred;
      n->refuted[v] = unknown_p (&g->blocks[v])
                      || (!wpp_counts_alike_p (count, inferred, 0) && (count / 2 >= inferred || inferred / 2 >= count));
      any |= n->refuted[v];
      if (n->refuted[v])
        n->counts[v] = inferred;
    }
  return any;
}

int
wpp_infer_counts (struct wpp_infer_graph *g)
{
  struct network n;
  if (!graph_ok_p (g))
    return WPP_E_RANGE;
  int err = prepare (&n, g);
  if (!err)
    err = solve (&n);
  if (!err && refute (&n))
    err = solve (&n);
  release (&n);
  return err;
}
