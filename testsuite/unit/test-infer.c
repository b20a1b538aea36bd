/* Counts inferred from those that are believed: of random functions, some of whose counts are spoilt.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Functions are random graphs, their true counts those of random walks.  Whatever is spoilt the result must be a flow;
   where what is left decides it must be the truth.  The solver is compared with the cheapest of all circulations of
   small networks, found by trying them all.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "decide/models/circulation.h"
#include "decide/models/infer.h"
#include "base/error.h"
#include "unit.h"

static uint64_t state = 20261124;

static uint32_t
below (uint32_t n)
{
  return unit_random (&state) % n;
}

/* ---- The solver.  */

/* What the flow of ARC costs, unit by unit as circulation.h says.  */
static int64_t
cost_of (const struct wpp_arc *arc)
{
  int64_t cost = 0, measured = arc->measured;
  for (int64_t f = measured; f < (int64_t) arc->flow; f++)
    cost += arc->price * (f < 2 * (measured ? measured : 1) ? 1 : 2);
  for (int64_t f = measured - 1; f >= (int64_t) arc->flow; f--)
    {
      cost += arc->price;
      for (int64_t twice = 2 * (f ? f : 1), n = 0; twice < measured && n < 3; twice *= 2, n++)
        cost += arc->price;
    }
  return cost;
}

static int64_t
total (const struct wpp_arc *arcs, uint32_t n)
{
  int64_t cost = 0;
  for (uint32_t i = 0; i < n; i++)
    cost += cost_of (&arcs[i]);
  return cost;
}

static bool
circulation_p (uint32_t n_nodes, const struct wpp_arc *arcs, uint32_t n)
{
  int64_t balance[64] = { 0 };
  bool ok = n_nodes <= 64;
  for (uint32_t i = 0; i < n; i++)
    {
      balance[arcs[i].from] -= arcs[i].flow;
      balance[arcs[i].to] += arcs[i].flow;
    }
  for (uint32_t v = 0; v < n_nodes; v++)
    ok &= balance[v] == 0;
  return ok;
}

#define TRIED 5 /* flows of an arc: 0 … TRIED - 1 */

/* The least that a circulation costs, each arc's flow less than TRIED.  */
static int64_t
cheapest (uint32_t n_nodes, const struct wpp_arc *given, uint32_t n)
{
  struct wpp_arc arcs[8];
  int64_t least = INT64_MAX;
  uint32_t all = 1;
  memcpy (arcs, given, n * sizeof *arcs);
  for (uint32_t i = 0; i < n; i++)
    all *= TRIED;
  for (uint32_t trial = 0; trial < all; trial++)
    {
      uint32_t rest = trial;
      for (uint32_t i = 0; i < n; i++, rest /= TRIED)
        arcs[i].flow = rest % TRIED;
      if (circulation_p (n_nodes, arcs, n))
        {
          int64_t cost = total (arcs, n);
          least = cost < least ? cost : least;
        }
    }
  return least;
}

/* A cycle of N_NODES nodes with chords.  */
static uint32_t
random_arcs (uint32_t n_nodes, uint32_t more, uint32_t most, struct wpp_arc *arcs)
{
  uint32_t n = 0;
  for (uint32_t v = 0; v < n_nodes; v++)
    arcs[n++] = (struct wpp_arc) { v, (v + 1) % n_nodes, below (most), below (4), 0 };
  while (n < n_nodes + more)
    arcs[n++] = (struct wpp_arc) { below (n_nodes), below (n_nodes), below (most), below (4), 0 };
  return n;
}

static void
check_solver (void)
{
  bool cheap = true, flow = true, by_tree = true;
  for (int trial = 0; trial < 300; trial++)
    {
      struct wpp_arc arcs[8];
      uint32_t n_nodes = 2 + below (3), n = random_arcs (n_nodes, 2 + below (2), 4, arcs);
      int exact;
      flow &= wpp_circulation (n_nodes, arcs, n, UINT64_MAX, &exact) == WPP_OK && exact
              && circulation_p (n_nodes, arcs, n);
      cheap &= total (arcs, n) <= cheapest (n_nodes, arcs, n);
      by_tree &= wpp_circulation (n_nodes, arcs, n, 0, &exact) == WPP_OK && circulation_p (n_nodes, arcs, n);
    }
  CHECK (flow, "solver: small networks get circulations");
  CHECK (cheap, "solver: … the cheapest ones");
  CHECK (by_tree, "solver: … without time for it, still circulations");
}

static void
check_bad_arcs (void)
{
  struct wpp_arc apart[] = { { 0, 0, 3, 1, 0 }, { 0, 1, 1, 1, 0 } };
  struct wpp_arc outside[] = { { 0, 2, 3, 1, 0 } };
  struct wpp_arc great[] = { { 0, 1, WPP_MOST_MEASURED + 1, 1, 0 }, { 1, 0, 0, 1, 0 } };
  CHECK (wpp_circulation (2, apart, 2, 0, NULL) == WPP_E_RANGE, "solver: a node from which none is reached");
  CHECK (wpp_circulation (2, outside, 1, 1000, NULL) == WPP_E_RANGE, "solver: an arc to a node that is not there");
  CHECK (wpp_circulation (2, great, 2, 1000, NULL) == WPP_E_RANGE, "solver: too great a measurement");
}

/* ---- Functions.  */

#define MOST 200

struct function
{
  struct wpp_infer_block blocks[MOST];
  struct wpp_infer_edge edges[2 * MOST];
  uint64_t true_blocks[MOST], true_edges[2 * MOST];
  uint32_t first[MOST + 1];     /* edges, by source */
  struct wpp_infer_graph g;
};

/* A function of N blocks: each goes on to the next one or somewhere else, more often forward.  */
static void
make_graph (struct function *f, uint32_t n)
{
  uint32_t n_edges = 0;
  memset (f, 0, sizeof *f);
  for (uint32_t v = 0; v < n; v++)
    {
      uint32_t next = v == 0 ? 2 : v + 1 == n ? WPP_INFER_EXIT : v + 1;
      f->first[v] = n_edges;
      if (v == WPP_INFER_EXIT)
        continue;
      f->edges[n_edges++] = (struct wpp_infer_edge) { v, next, 0, WPP_MEASURED, 0 };
      if (v && below (3))
        {
          uint32_t back = v > 6 ? v - below (5) : v, forward = v + 2 + below (6);
          uint32_t to = below (4) == 0 ? back : forward >= n ? WPP_INFER_EXIT : forward;
          f->edges[n_edges++] = (struct wpp_infer_edge) { v, to, 0, WPP_MEASURED, 0 };
        }
    }
  f->first[n] = n_edges;
  f->g = (struct wpp_infer_graph) { n, n_edges, f->blocks, f->edges, false };
}

/* Walk through F as often, and let the walks' counts be true and measured.  */
static void
execute (struct function *f, uint32_t times)
{
  uint32_t bias[MOST];
  for (uint32_t v = 0; v < f->g.n_blocks; v++)
    bias[v] = below (5) ? 1 + below (9) : 10;
  for (uint32_t i = 0; i < times; i++)
    for (uint32_t v = 0;;)
      {
        f->true_blocks[v]++;
        if (v == WPP_INFER_EXIT)
          break;
        uint32_t e = f->first[v] + (f->first[v + 1] - f->first[v] == 2 && below (10) >= bias[v]);
        f->true_edges[e]++;
        v = f->edges[e].to;
      }
  for (uint32_t v = 0; v < f->g.n_blocks; v++)
    f->blocks[v] = (struct wpp_infer_block) { .count = f->true_blocks[v], .trust = WPP_MEASURED };
  for (uint32_t e = 0; e < f->g.n_edges; e++)
    {
      uint64_t count = f->true_blocks[f->edges[e].from];
      f->edges[e].probability = count ? (f->true_edges[e] * WPP_CERTAIN + count / 2) / count : 0;
    }
}

static void
random_function (struct function *f)
{
  make_graph (f, 4 + below (MOST - 4));
  execute (f, 1 + below (300));
}

static bool
flow_p (const struct wpp_infer_graph *g)
{
  uint64_t in[MOST] = { 0 }, out[MOST] = { 0 };
  bool ok = true;
  for (uint32_t e = 0; e < g->n_edges; e++)
    {
      out[g->edges[e].from] += g->edges[e].inferred;
      in[g->edges[e].to] += g->edges[e].inferred;
    }
  for (uint32_t v = 0; v < g->n_blocks; v++)
    {
      ok &= v == WPP_INFER_ENTRY || in[v] == g->blocks[v].inferred;
      ok &= v == WPP_INFER_EXIT || out[v] == g->blocks[v].inferred;
    }
  return ok;
}

static bool
true_p (const struct function *f)
{
  bool ok = true;
  for (uint32_t v = 0; v < f->g.n_blocks; v++)
    ok &= f->blocks[v].inferred == f->true_blocks[v];
  for (uint32_t e = 0; e < f->g.n_edges; e++)
    ok &= f->edges[e].inferred == f->true_edges[e];
  return ok;
}

static void
check_whole (void)
{
  static struct function f;
  bool consistent = true, same = true;
  for (int trial = 0; trial < 300; trial++)
    {
      random_function (&f);
      consistent &= wpp_infer_consistent_p (&f.g) == 1;
      same &= wpp_infer_counts (&f.g) == WPP_OK && true_p (&f);
    }
  CHECK (consistent, "what was measured is consistent");
  CHECK (same, "what was measured is inferred");
}

/* Edges' probabilities are all wrong: blocks' counts tell where one of two edges leads to a block that nothing else
   leads to, or is the only one.  */
static void
check_edges (void)
{
  static struct function f;
  bool blocks = true, edges = true, flow = true;
  for (int trial = 0; trial < 300; trial++)
    {
      uint32_t entered[MOST] = { 0 };
      random_function (&f);
      for (uint32_t e = 0; e < f.g.n_edges; e++)
        {
          entered[f.edges[e].to]++;
          f.edges[e].probability = below (WPP_CERTAIN + 1);
          f.edges[e].trust = WPP_GUESSED;
        }
      flow &= wpp_infer_counts (&f.g) == WPP_OK && flow_p (&f.g);
      for (uint32_t v = 0; v < f.g.n_blocks; v++)
        blocks &= f.blocks[v].inferred == f.true_blocks[v];
      for (uint32_t e = 0; e < f.g.n_edges; e++)
        if (entered[f.edges[e].to] == 1 || f.first[f.edges[e].from + 1] - f.first[f.edges[e].from] == 1)
          edges &= f.edges[e].inferred == f.true_edges[e];
    }
  CHECK (flow, "wrong probabilities: a flow");
  CHECK (blocks, "wrong probabilities: blocks keep their counts");
  CHECK (edges, "wrong probabilities: edges that blocks decide are right");
}

/* Has V an edge to itself?  How often such a block was executed no other block tells.  */
static bool
own_loop_p (const struct function *f, uint32_t v)
{
  for (uint32_t e = f->first[v]; e < f->first[v + 1]; e++)
    if (f->edges[e].to == v)
      return true;
  return false;
}

/* Some blocks have no counts any more, and no two of them are neighbours: what leads to them and from them tells.  */
static void
check_lost (enum wpp_trust trust, const char *what)
{
  static struct function f;
  bool same = true, noticed = true;
  int lost = 0;
  for (int trial = 0; trial < 300; trial++)
    {
      bool near[MOST] = { 0 }, any = false;
      random_function (&f);
      for (uint32_t e = 0; e < f.g.n_edges; e++)
        {
          uint32_t v = f.edges[e].from, w = f.edges[e].to;
          if (v < 2 || near[v] || near[w] || own_loop_p (&f, v) || !f.true_blocks[v] || below (4))
            continue;
          for (uint32_t i = 0; i < f.g.n_edges; i++)
            if (f.edges[i].from == v || f.edges[i].to == v)
              near[f.edges[i].from] = near[f.edges[i].to] = true;
          f.blocks[v].count = 0;
          f.blocks[v].trust = trust;
          any = true;
          lost++;
        }
      noticed &= wpp_infer_consistent_p (&f.g) == !any;
      same &= wpp_infer_counts (&f.g) == WPP_OK && flow_p (&f.g);
      for (uint32_t v = 0; v < f.g.n_blocks; v++)
        same &= f.blocks[v].inferred == f.true_blocks[v];
    }
  CHECK (lost > 300 && noticed, "%s: noticed", what);
  CHECK (same, "%s: found again", what);
}

/* A loop became a call, and the edge after it has the probability with which the loop ended, as after GCC's loop
   distribution; with blocks after it that got their counts from there.  */
static void
check_behind_loop (void)
{
  struct wpp_infer_block blocks[] = {
    { .count = 70, .trust = WPP_MEASURED }, { .count = 70, .trust = WPP_MEASURED },
    { .count = 70, .trust = WPP_MEASURED }, { .count = 7000000, .trust = WPP_MEASURED },
    { .count = 0, .trust = WPP_SCALED },    { .count = 0, .trust = WPP_SCALED },
    { .count = 0, .trust = WPP_SCALED },    { .count = 0, .trust = WPP_SCALED }
  };
  struct wpp_infer_edge edges[] = {
    { 0, 2, WPP_CERTAIN, WPP_MEASURED, 0 }, { 2, 3, WPP_CERTAIN, WPP_MEASURED, 0 },
    { 3, 3, WPP_CERTAIN - WPP_CERTAIN / 100000, WPP_MEASURED, 0 }, { 3, 4, WPP_CERTAIN / 100000, WPP_MEASURED, 0 },
    { 4, 5, WPP_CERTAIN / 5000, WPP_SCALED, 0 }, { 5, 6, WPP_CERTAIN / 5 * 4, WPP_MEASURED, 0 },
    { 5, 7, WPP_CERTAIN / 5, WPP_MEASURED, 0 }, { 6, 7, WPP_CERTAIN, WPP_MEASURED, 0 },
    { 7, 1, WPP_CERTAIN, WPP_MEASURED, 0 } };
  struct wpp_infer_graph g = { 8, 9, blocks, edges, false };
  CHECK (wpp_infer_consistent_p (&g) == 0, "behind a loop that was: not consistent");
  CHECK (wpp_infer_counts (&g) == WPP_OK && flow_p (&g) && g.exact, "behind a loop that was: a flow");
  CHECK (blocks[3].inferred == 7000000 && blocks[4].inferred == 70 && blocks[5].inferred == 70
             && blocks[6].inferred == 56 && blocks[7].inferred == 70,
         "behind a loop that was: as often as before it, in proportion");
}

/* What was measured as never executed stays so when a count beside it is spoilt.  */
static void
check_never (void)
{
  static struct function f;
  bool never = true;
  int n = 0;
  for (int trial = 0; trial < 300; trial++)
    {
      uint32_t v = 0;
      random_function (&f);
      for (int i = 0; i < 1000 && (v < 2 || !f.true_blocks[v]); i++)
        v = below (f.g.n_blocks);
      if (v < 2)
        continue;
      f.blocks[v].count *= 3;
      f.blocks[v].trust = WPP_SCALED;
      wpp_infer_counts (&f.g);
      for (uint32_t w = 0; w < f.g.n_blocks; w++)
        if (!f.true_blocks[w])
          n++, never &= f.blocks[w].inferred == 0;
    }
  CHECK (n > 100 && never, "what was never executed stays so");
}

/* A call of exit: 40 of 100 do not come back, as the counts after it tell.  A block without a successor, and an
   endless loop.  */
static void
check_leaving (void)
{
  struct wpp_infer_block blocks[] = {
    { .count = 100, .trust = WPP_MEASURED }, { .count = 60, .trust = WPP_MEASURED },
    { .count = 100, .trust = WPP_MEASURED, .may_leave = true, .leaves = 40 }, { .count = 60, .trust = WPP_MEASURED } };
  struct wpp_infer_edge edges[] = { { 0, 2, WPP_CERTAIN, WPP_MEASURED, 0 },
                                    { 2, 3, WPP_CERTAIN / 5 * 3, WPP_MEASURED, 0 },
                                    { 3, 1, WPP_CERTAIN, WPP_MEASURED, 0 } };
  struct wpp_infer_graph g = { 4, 3, blocks, edges, false };
  CHECK (wpp_infer_consistent_p (&g) == 1, "a call that does not always come back is consistent");
  CHECK (wpp_infer_counts (&g) == WPP_OK && blocks[2].inferred == 100 && blocks[3].inferred == 60
             && edges[1].inferred == 60,
         "a call that does not always come back");

  struct wpp_infer_block stuck[] = { { .count = 9, .trust = WPP_MEASURED }, { .count = 0, .trust = WPP_UNKNOWN },
                                     { .count = 9, .trust = WPP_MEASURED }, { .count = 0, .trust = WPP_SCALED },
                                     { .count = 500, .trust = WPP_MEASURED } };
  struct wpp_infer_edge to_stuck[] = { { 0, 2, WPP_CERTAIN, WPP_MEASURED, 0 },
                                       { 2, 3, WPP_CERTAIN / 3, WPP_MEASURED, 0 },
                                       { 2, 4, WPP_CERTAIN / 3 * 2, WPP_MEASURED, 0 },
                                       { 4, 4, WPP_CERTAIN, WPP_MEASURED, 0 } };
  struct wpp_infer_graph h = { 5, 4, stuck, to_stuck, false };
  CHECK (wpp_infer_counts (&h) == WPP_OK && stuck[2].inferred == 9 && stuck[4].inferred == 500
         && to_stuck[1].inferred == stuck[3].inferred && to_stuck[1].inferred + to_stuck[2].inferred == 9,
         "blocks from which the exit is not reached");
}

static void
check_bad_graphs (void)
{
  struct wpp_infer_block blocks[2] = { { .count = 1 } };
  struct wpp_infer_edge edge = { 0, 1, WPP_CERTAIN, WPP_MEASURED, 0 };
  struct wpp_infer_graph g = { 2, 1, blocks, &edge, false };
  edge.to = 2;
  CHECK (wpp_infer_counts (&g) == WPP_E_RANGE && wpp_infer_consistent_p (&g) == WPP_E_RANGE, "an edge to nowhere");
  edge = (struct wpp_infer_edge) { 1, 1, WPP_CERTAIN, WPP_MEASURED, 0 };
  CHECK (wpp_infer_counts (&g) == WPP_E_RANGE, "an edge from the exit");
  edge = (struct wpp_infer_edge) { 0, 1, WPP_CERTAIN + 1, WPP_MEASURED, 0 };
  CHECK (wpp_infer_counts (&g) == WPP_E_RANGE, "more than certain");
  blocks[0].leaves = 2;
  edge.probability = 0;
  CHECK (wpp_infer_counts (&g) == WPP_E_RANGE, "left more often than entered");
  blocks[0].leaves = 0;
  blocks[0].count = WPP_MOST_MEASURED + 1;
  CHECK (wpp_infer_counts (&g) == WPP_E_RANGE, "too great a count");
}

/* ---- Time.  */

/* CPU seconds for a function of N blocks, of which one in SPOILT has a random count.  */
static double
seconds (uint32_t n, uint32_t spoilt, bool *flow)
{
  struct wpp_infer_graph g = { n, 2 * n - 4, calloc (n, sizeof *g.blocks), calloc (2 * n, sizeof *g.edges), false };
  uint32_t e = 0;
  for (uint32_t v = 0; v < n; v++)
    {
      uint32_t next = v == 0 ? 2 : v + 1 == n ? 1 : v + 1, other = v + 2 + below (40);
      g.blocks[v] = (struct wpp_infer_block) { .count = 1000000, .trust = WPP_MEASURED };
      if (v > 1 && below (spoilt) == 0)
        g.blocks[v] = (struct wpp_infer_block) { .count = unit_random (&state) >> 24, .trust = WPP_SCALED };
      if (v == 1)
        continue;
      g.edges[e++] = (struct wpp_infer_edge) { v, next, WPP_CERTAIN / 3, WPP_MEASURED, 0 };
      g.edges[e++] = (struct wpp_infer_edge) { v, other >= n ? 1 : other, WPP_CERTAIN / 3 * 2, WPP_MEASURED, 0 };
    }
  g.n_edges = e;
  clock_t begin = clock ();
  *flow &= wpp_infer_counts (&g) == WPP_OK;
  double time = (double) (clock () - begin) / CLOCKS_PER_SEC;
  uint64_t *in = calloc (n, sizeof *in);
  for (uint32_t i = 0; i < g.n_edges; i++)
    in[g.edges[i].to] += g.edges[i].inferred;
  for (uint32_t v = 1; v < n; v++)
    *flow &= in[v] == g.blocks[v].inferred;
  free (in);
  free (g.blocks);
  free (g.edges);
  return time;
}

static void
check_time (void)
{
  bool flow = true;
  double few = seconds (3000, 2, &flow), many = seconds (48000, 2, &flow);
  CHECK (flow, "large functions: flows");
  /* 16 times the blocks, and no more than 256 steps for each; quadratic time would be 256 times as much.  */
  CHECK (many < 60 * (few + 0.02), "large functions: %.2f s of 3000 blocks, %.2f s of 48000", few, many);
}

int
main (void)
{
  check_solver ();
  check_bad_arcs ();
  check_whole ();
  check_edges ();
  check_lost (WPP_UNKNOWN, "counts that are gone");
  check_lost (WPP_SCALED, "counts that were scaled to 0");
  check_behind_loop ();
  check_never ();
  check_leaving ();
  check_bad_graphs ();
  check_time ();
  return unit_done ();
}
