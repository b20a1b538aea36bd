/* Minimum cuts, and where expressions are computed: all possibilities of small graphs, and graphs with an obvious answer.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "unit.h"
#include "support/error.h"
#include "decide/cut.h"
#include "decide/placement.h"

#define MOST_NODES 6u
#define MOST_EDGES 10u

static uint64_t state = 20032;

static uint32_t
below (uint32_t n)
{
  return unit_random (&state) % n;
}

/* ---- Cuts: which sides the nodes can be on.  */

static uint64_t
weight_of (const struct wpp_cut_arc *arcs, uint32_t n_arcs, uint32_t sink_side)
{
  uint64_t sum = 0;
  for (uint32_t i = 0; i < n_arcs; i++)
    if (!(sink_side >> arcs[i].from & 1) && sink_side >> arcs[i].to & 1)
      {
        if (arcs[i].capacity == WPP_CUT_NEVER)
          return UINT64_MAX;
        sum += arcs[i].capacity;
      }
  return sum;
}

static void
check_cut (void)
{
  struct wpp_cut_arc arcs[12];
  uint32_t n_nodes = 2 + below (6), n_arcs = below (13), least_side = 0;
  uint64_t least = UINT64_MAX, weight, work = 100000;
  for (uint32_t i = 0; i < n_arcs; i++)
    arcs[i] = (struct wpp_cut_arc) { below (n_nodes), below (n_nodes), below (5) ? below (4) : WPP_CUT_NEVER, false };
  int err = wpp_minimum_cut (n_nodes, arcs, n_arcs, 0, 1, &work, &weight);
  for (uint32_t side = 0; side < 1u << n_nodes; side++)
    if (!(side & 1) && side & 2)
      {
        uint64_t w = weight_of (arcs, n_arcs, side);
        /* What is nearest to the sink is the intersection of all that are cheapest.  */
        if (w < least)
          least_side = side;
        else if (w == least)
          least_side &= side;
        least = w < least ? w : least;
      }
  CHECK_QUIET (least == UINT64_MAX ? err == WPP_E_RANGE : !err && weight == least, "cut: %d, weight %llu of %llu", err,
               (unsigned long long) weight, (unsigned long long) least);
  for (uint32_t i = 0; i < n_arcs && !err; i++)
    CHECK_QUIET (arcs[i].cut == (!(least_side >> arcs[i].from & 1) && least_side >> arcs[i].to & 1),
                 "cut: arc %u is cut when it is in the cheapest cut nearest to the sink", i);
}

static void
check_bad_networks (void)
{
  struct wpp_cut_arc arc = { 0, 1, 3, false };
  uint64_t work = 100, weight;
  CHECK (!wpp_minimum_cut (2, &arc, 1, 0, 1, &work, &weight) && weight == 3 && arc.cut, "cut: one arc");
  CHECK (wpp_minimum_cut (2, &arc, 1, 0, 0, &work, &weight) == WPP_E_RANGE, "cut: source and sink are one");
  CHECK (wpp_minimum_cut (2, &arc, 1, 0, 2, &work, &weight) == WPP_E_RANGE, "cut: no such sink");
  arc.capacity = WPP_CUT_MOST + 1;
  CHECK (wpp_minimum_cut (2, &arc, 1, 0, 1, &work, &weight) == WPP_E_RANGE, "cut: a capacity too great");
  arc.capacity = 1;
  work = 0;
  CHECK (wpp_minimum_cut (2, &arc, 1, 0, 1, &work, &weight) == WPP_E_TOOBIG, "cut: no work left");
}

/* ---- Placements: the values that are known when the edges of a set are inserted.  */

struct small
{
  struct wpp_placement p;
  struct wpp_placement_node nodes[MOST_NODES];
  struct wpp_placement_edge edges[MOST_EDGES];
};

static void
make_small (struct small *s)
{
  memset (s, 0, sizeof *s);
  s->p = (struct wpp_placement) { .n_nodes = 2 + below (MOST_NODES - 1), .n_edges = 1 + below (MOST_EDGES), .nodes = s->nodes, .edges = s->edges };
  for (uint32_t v = 0; v < s->p.n_nodes; v++)
    {
      struct wpp_placement_node *n = &s->nodes[v];
      *n = (struct wpp_placement_node) { .count = below (5), .used = v && below (2), .changed = !v || !below (4), .leaves = !below (4),
                                          .stops = !below (9) };
      n->known = n->changed ? below (2) : n->used;
    }
  for (uint32_t i = 0; i < s->p.n_edges; i++)
    s->edges[i] = (struct wpp_placement_edge) { .from = below (s->p.n_nodes), .to = 1 + below (s->p.n_nodes - 1), .count = below (5),
                                                 .possible = below (6) != 0, .traps = !below (4), .free = !below (9) };
}

/* Set of nodes at whose begin the value is known, when the edges of INSERTED compute it.  */
static uint32_t
known_with (const struct wpp_placement *p, uint32_t inserted)
{
  uint32_t known = (1u << p->n_nodes) - 1, before;
  do
    {
      before = known;
      for (uint32_t i = 0; i < p->n_edges; i++)
        {
          const struct wpp_placement_node *from = &p->nodes[p->edges[i].from];
          bool behind = from->known || (!from->changed && known >> p->edges[i].from & 1);
          if (!behind && !(inserted >> i & 1))
            known &= ~(1u << p->edges[i].to);
        }
    }
  while (known != before);
  return known;
}

static uint64_t
cost_of (const struct wpp_placement *p, uint32_t inserted, uint32_t known)
{
  uint64_t cost = 0;
  for (uint32_t i = 0; i < p->n_edges; i++)
    if (inserted >> i & 1 && !p->edges[i].free)
      cost += p->edges[i].count;
  for (uint32_t v = 0; v < p->n_nodes; v++)
    if (p->nodes[v].used && !(known >> v & 1))
      cost += p->nodes[v].count;
  return cost;
}

/* Is there a way from the begin of V on which it is not computed?  */
static bool
missed_p (const struct wpp_placement *p, uint32_t v, uint32_t *seen)
{
  const struct wpp_placement_node *n = &p->nodes[v];
  bool any = false, missed = false;
  if (n->stops)
    return true;
  if (n->used || *seen >> v & 1)
    return false;
  *seen |= 1u << v;
  if (n->changed || n->leaves)
    return true;
  for (uint32_t i = 0; i < p->n_edges; i++)
    if (p->edges[i].from == v)
      {
        any = true;
        missed |= missed_p (p, p->edges[i].to, seen);
      }
  return missed || !any;
}

/* The edges that may be inserted; SAFE: only before what is computed on every way.  */
static uint32_t
insertable (const struct wpp_placement *p, bool safe)
{
  uint32_t set = 0, seen;
  for (uint32_t i = 0; i < p->n_edges; i++)
    {
      seen = 0;
      bool sure = p->edges[i].free || (!safe && !p->edges[i].traps) || !missed_p (p, p->edges[i].to, &seen);
      if (p->edges[i].possible && sure)
        set |= 1u << i;
    }
  return set;
}

/* The nodes at whose begin the value is held for a use that is among REDUNDANT.  */
static uint32_t
live_with (const struct wpp_placement *p, uint32_t inserted, uint32_t redundant)
{
  uint32_t live = redundant, before;
  do
    {
      before = live;
      for (uint32_t i = 0; i < p->n_edges; i++)
        {
          const struct wpp_placement_node *n = &p->nodes[p->edges[i].from];
          if (!n->used && !n->changed && live >> p->edges[i].to & 1 && !(inserted >> i & 1))
            live |= 1u << p->edges[i].from;
        }
    }
  while (live != before);
  return live;
}

static uint32_t
uses_of (const struct wpp_placement *p)
{
  uint32_t uses = 0;
  for (uint32_t v = 0; v < p->n_nodes; v++)
    uses |= (uint32_t) (p->nodes[v].used && p->nodes[v].count) << v;
  return uses;
}

static uint64_t
least_cost (const struct wpp_placement *p, uint32_t may)
{
  uint64_t least = UINT64_MAX;
  for (uint32_t set = may;; set = (set - 1) & may)
    {
      uint64_t cost = cost_of (p, set, known_with (p, set));
      least = cost < least ? cost : least;
      if (!set)
        return least;
    }
}

/* No cheapest set holds the value at fewer nodes than LIVE.  */
static bool
shortest_p (const struct wpp_placement *p, uint32_t may, uint64_t least, uint32_t live)
{
  for (uint32_t set = may;; set = (set - 1) & may)
    {
      uint32_t known = known_with (p, set);
      if (cost_of (p, set, known) == least && live & ~live_with (p, set, known & uses_of (p)))
        return false;
      if (!set)
        return true;
    }
}

static void
check_small (void)
{
  struct small s;
  uint64_t work = 100000;
  uint32_t inserted = 0, redundant = 0, live = 0;
  make_small (&s);
  struct wpp_placement *p = &s.p;
  int err = wpp_place (p, &work);
  CHECK_QUIET (!err, "placement: %s", wpp_strerror (err));
  for (uint32_t i = 0; i < p->n_edges; i++)
    inserted |= (uint32_t) p->edges[i].insert << i;
  for (uint32_t v = 0; v < p->n_nodes; v++)
    {
      redundant |= (uint32_t) p->nodes[v].redundant << v;
      live |= (uint32_t) p->nodes[v].live << v;
    }
  uint32_t may = insertable (p, false), known = known_with (p, inserted);
  uint64_t least = least_cost (p, may);
  CHECK_QUIET (!(inserted & ~may), "placement: what is inserted is possible there");
  CHECK_QUIET (!(redundant & ~known), "placement: the value is known where a use is redundant");
  CHECK_QUIET (p->after == least && cost_of (p, inserted, known) <= least, "placement: %llu executions, least are %llu",
               (unsigned long long) p->after, (unsigned long long) least);
  CHECK_QUIET (p->safe == least_cost (p, insertable (p, true)), "placement: the safe one");
  CHECK_QUIET (p->after <= p->safe && p->safe <= p->before, "placement: speculation only gains");
  CHECK_QUIET (live == live_with (p, inserted, redundant), "placement: where the value is held");
  CHECK_QUIET (shortest_p (p, may, least, live), "placement: no other is as cheap and held for a shorter time");
}

/* ---- What is obvious.  */

/* A loop that executes a load in most iterations, and seldom changes what is loaded: 0 enters 1, the header; 2 loads; 3 stores; 4 goes
   round.  */
static void
check_loop (void)
{
  struct wpp_placement_node nodes[] = {
    { .count = 1, .changed = true, .leaves = false },
    { .count = 1000, .leaves = true },
    { .count = 900, .used = true, .known = true },
    { .count = 100, .changed = true },
    { .count = 1000 },
  };
  struct wpp_placement_edge edges[] = { { 0, 1, 1, true, false, false, false },   { 1, 2, 900, true, false, false, false }, { 1, 3, 100, true, false, false, false },
                                        { 2, 4, 900, true, false, false, false }, { 3, 4, 100, true, false, false, false }, { 4, 1, 1000, true, false, false, false } };
  struct wpp_placement p = { .n_nodes = 5, .n_edges = 6, .nodes = nodes, .edges = edges };
  uint64_t work = 10000;
  CHECK (!wpp_place (&p, &work) && p.before == 900 && p.safe == 900 && p.after == 101, "loop: %llu, %llu, %llu executions",
         (unsigned long long) p.before, (unsigned long long) p.safe, (unsigned long long) p.after);
  CHECK (edges[0].insert && edges[4].insert && p.n_inserted == 2 && nodes[2].redundant && nodes[1].live && nodes[4].live && !nodes[3].live,
         "loop: inserted before the loop and behind the store");
  CHECK (wpp_decide_placement (&p, WPP_OPERATION_LOAD, 0).chosen, "loop: chosen");
  CHECK (wpp_decide_placement (&p, WPP_OPERATION_LOAD, 0).gain == 799, "loop: the gain is 799 loads");
  edges[4].possible = false;
  CHECK (!wpp_place (&p, &work) && p.after == 900 && !p.n_inserted, "loop: where it must not be loaded it is not");
  edges[4].possible = true;
  edges[4].traps = true;
  CHECK (!wpp_place (&p, &work) && p.after == 900, "loop: nor where the load might trap");
  work = 3;
  CHECK (wpp_place (&p, &work) == WPP_E_TOOBIG, "loop: no work left");
}

int
main (void)
{
  check_bad_networks ();
  check_loop ();
  for (unsigned i = 0; i < 20000; i++)
    check_cut ();
  CHECK (!unit_failures, "cuts of 20000 networks are the cheapest, and of these the nearest to the sink");
  for (unsigned i = 0; i < 5000; i++)
    check_small ();
  CHECK (!unit_failures, "placements of 5000 graphs are the cheapest, and of these those that hold values for the shortest time");
  return unit_done ();
}
