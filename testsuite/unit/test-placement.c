/* Minimum cuts, and where expressions are computed: all possibilities of small graphs, and graphs with an obvious
   answer. Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "unit.h"

/* A sixteenth of a cycle.  */
#define PART (WPP_PRICE_CYCLE / 16)
#include "base/error.h"
#include "decide/models/cut.h"
#include "decide/models/placement.h"

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
  s->p = (struct wpp_placement){
    .n_nodes = 2 + below (MOST_NODES - 1), .n_edges = 1 + below (MOST_EDGES), .nodes = s->nodes, .edges = s->edges
  };
  for (uint32_t v = 0; v < s->p.n_nodes; v++)
    {
      struct wpp_placement_node *n = &s->nodes[v];
      *n = (struct wpp_placement_node){ .count = below (5),
                                        .used = v && below (2),
                                        .changed = !v || !below (4),
                                        .leaves = !below (8),
                                        .stops = !below (20),
                                        .saves = !below (3),
                                        .price = 1 + below (3),
                                        .hold = below (2) ? 0 : below (3),
                                        .keep = below (2) ? 0 : below (3) };
      n->known = n->changed ? below (2) : n->used;
    }
  s->p.saving = below (2) ? 0 : below (9);
  for (uint32_t i = 0; i < s->p.n_edges; i++)
    s->edges[i] = (struct wpp_placement_edge){ .from = below (s->p.n_nodes),
                                               .to = 1 + below (s->p.n_nodes - 1),
                                               .count = below (5),
                                               .price = 1 + below (3),
                                               .possible = below (6) != 0,
                                               .traps = below (2),
                                               .free = !below (9),
                                               .after = below (2) ? WPP_NO_NODE : below (s->p.n_nodes) };
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

/* Is edge E to be inserted when the value is held at the nodes of HELD?  */
static bool
needed_p (const struct wpp_placement *p, const struct wpp_placement_edge *e, uint32_t held)
{
  const struct wpp_placement_node *from = &p->nodes[e->from];
  bool behind = from->known || (!from->used && !from->changed && held >> e->from & 1);
  return held >> e->to & 1 && !behind;
}

/* Is what is known at the end of V held there for HELD, but not because it came from the entry?  */
static bool
kept_p (const struct wpp_placement *p, uint32_t v, uint32_t held)
{
  bool on = false;
  for (uint32_t i = 0; i < p->n_edges; i++)
    on |= p->edges[i].from == v && held >> p->edges[i].to & 1;
  return p->nodes[v].known && on && !(p->nodes[v].used && held >> v & 1);
}

/* What it costs to hold the value at the entries of HELD; insertions are possible in MAY.  */
static uint64_t
cost_of (const struct wpp_placement *p, uint32_t held, uint32_t may)
{
  uint64_t cost = 0;
  bool saves = false;
  for (uint32_t i = 0; i < p->n_edges; i++)
    if (needed_p (p, &p->edges[i], held))
      {
        if (!(may >> i & 1))
          return UINT64_MAX;
        cost += p->edges[i].free ? 0 : p->edges[i].count * p->edges[i].price;
      }
  for (uint32_t v = 0; v < p->n_nodes; v++)
    {
      const struct wpp_placement_node *n = &p->nodes[v];
      bool here = held >> v & 1;
      if (here && !n->used && (n->changed || n->known))
        return UINT64_MAX;
      saves |= here && n->saves;
      cost += n->count * ((here ? n->hold : n->used ? n->price : 0) + (kept_p (p, v, held) ? n->keep : 0));
    }
  return cost + (saves ? p->saving : 0);
}

/* The executions that it leaves.  */
static uint64_t
executions_with (const struct wpp_placement *p, uint32_t redundant, uint32_t inserted)
{
  uint64_t sum = 0;
  for (uint32_t i = 0; i < p->n_edges; i++)
    sum += inserted >> i & 1 && !p->edges[i].free ? p->edges[i].count : 0;
  for (uint32_t v = 0; v < p->n_nodes; v++)
    sum += p->nodes[v].used && !(redundant >> v & 1) ? p->nodes[v].count : 0;
  return sum;
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

/* The edges after which GCC would compute it, as it is used on every way after the test.  */
static uint32_t
leavable (const struct wpp_placement *p)
{
  uint32_t set = 0, seen;
  for (uint32_t i = 0; i < p->n_edges; i++)
    {
      seen = 0;
      if (p->edges[i].possible && p->edges[i].after != WPP_NO_NODE && !missed_p (p, p->edges[i].after, &seen))
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

static uint64_t
least_cost (const struct wpp_placement *p, uint32_t may)
{
  uint64_t least = UINT64_MAX;
  for (uint32_t held = 0; held < 1u << p->n_nodes; held++)
    {
      uint64_t cost = cost_of (p, held, may);
      least = cost < least ? cost : least;
    }
  return least;
}

/* No cheapest set holds the value at fewer nodes than LIVE.  */
static bool
shortest_p (const struct wpp_placement *p, uint32_t may, uint64_t least, uint32_t live)
{
  for (uint32_t held = 0; held < 1u << p->n_nodes; held++)
    if (cost_of (p, held, may) == least && live & ~held)
      return false;
  return true;
}

static void
check_small (void)
{
  struct small s;
  uint64_t work = 100000;
  uint32_t inserted = 0, redundant = 0, live = 0, left = 0;
  make_small (&s);
  struct wpp_placement *p = &s.p;
  int err = wpp_place (p, &work);
  CHECK_QUIET (!err, "placement: %s", wpp_strerror (err));
  for (uint32_t i = 0; i < p->n_edges; i++)
    {
      inserted |= (uint32_t) p->edges[i].insert << i;
      left |= (uint32_t) p->edges[i].left << i;
    }
  for (uint32_t v = 0; v < p->n_nodes; v++)
    {
      redundant |= (uint32_t) p->nodes[v].redundant << v;
      live |= (uint32_t) p->nodes[v].live << v;
    }
  uint32_t may = insertable (p, false) | (left ? leavable (p) : 0), known = known_with (p, inserted);
  uint64_t least = least_cost (p, may), least_with = least_cost (p, insertable (p, false) | leavable (p));
  CHECK_QUIET (!(inserted & ~insertable (p, false)), "placement: what is inserted is possible there");
  CHECK_QUIET (!(left & (~leavable (p) | insertable (p, false))),
               "placement: what is left to GCC is possible behind there");
  CHECK_QUIET (!(redundant & ~known), "placement: the value is known where a use is redundant");
  CHECK_QUIET (p->cost == least && (left || cost_of (p, live, may) == least),
               "placement: costs %llu, and the cheapest %llu", (unsigned long long)p->cost, (unsigned long long)least);
  CHECK_QUIET (p->cost >= least_with, "placement: leaving something to GCC is no worse");
  for (uint32_t i = 0; i < p->n_edges; i++)
    CHECK_QUIET (!left || !p->edges[i].insert || p->nodes[p->edges[i].to].live,
                 "placement: nothing is inserted for GCC alone");
  if (left)
    return;
  CHECK_QUIET (p->after == executions_with (p, redundant, inserted), "placement: %llu executions are left",
               (unsigned long long)p->after);
  CHECK_QUIET (p->safe_cost == least_cost (p, insertable (p, true) | leavable (p)), "placement: the safe one");
  CHECK_QUIET (live == live_with (p, inserted, redundant), "placement: where the value is held");
  CHECK_QUIET (shortest_p (p, may, least, live), "placement: no other is as cheap and held for a shorter time");
}

/* ---- What is obvious.  */

/* A loop that executes a load in most iterations, and seldom changes what is loaded: 0 enters 1, the header; 2 loads;
   3 stores; 4 goes round.  */
static void
check_loop (void)
{
  struct wpp_placement_node nodes[] = {
    { .count = 1, .changed = true, .leaves = false },
    { .count = 1000, .leaves = true },
    { .count = 900, .used = true, .known = true, .price = WPP_PRICE_CYCLE },
    { .count = 100, .changed = true },
    { .count = 1000 },
  };
  struct wpp_placement_edge edges[] = {
    { .from = 0, .to = 1, .count = 1, .price = WPP_PRICE_CYCLE, .possible = true, .after = WPP_NO_NODE },
    { .from = 1, .to = 2, .count = 900, .price = WPP_PRICE_CYCLE, .possible = true, .after = WPP_NO_NODE },
    { .from = 1, .to = 3, .count = 100, .price = WPP_PRICE_CYCLE, .possible = true, .after = WPP_NO_NODE },
    { .from = 2, .to = 4, .count = 900, .price = WPP_PRICE_CYCLE, .possible = true, .after = WPP_NO_NODE },
    { .from = 3, .to = 4, .count = 100, .price = WPP_PRICE_CYCLE, .possible = true, .after = WPP_NO_NODE },
    { .from = 4, .to = 1, .count = 1000, .price = WPP_PRICE_CYCLE, .possible = true, .after = WPP_NO_NODE },
  };
  struct wpp_placement p = { .n_nodes = 5, .n_edges = 6, .nodes = nodes, .edges = edges };
  uint64_t work = 10000;
  CHECK (!wpp_place (&p, &work) && p.before == 900 && p.safe == 900 && p.after == 101,
         "loop: %llu, %llu, %llu executions", (unsigned long long)p.before, (unsigned long long)p.safe,
         (unsigned long long)p.after);
  CHECK (edges[0].insert && edges[4].insert && p.n_inserted == 2 && p.cost == WPP_PRICE_CYCLE * 101
             && nodes[2].redundant && nodes[1].live && nodes[4].live && !nodes[3].live,
         "loop: inserted before the loop and behind the store");
  CHECK (wpp_decide_placement (&p, 0).chosen, "loop: chosen");
  CHECK (wpp_decide_placement (&p, 0).gain == 799, "loop: the gain is 799 loads");
  nodes[1].hold = nodes[4].hold = 6 * PART;
  CHECK (!wpp_place (&p, &work) && p.after == 101 && p.cost == WPP_PRICE_CYCLE * 101 + 12000 * PART
             && !wpp_decide_placement (&p, 0).chosen,
         "loop: what a register costs leaves too little");
  nodes[4].hold = 9 * PART;
  CHECK (!wpp_place (&p, &work) && p.after == 900 && !p.n_inserted, "loop: or nothing");
  nodes[1].hold = nodes[4].hold = 0;
  nodes[1].saves = true;
  p.saving = 20000 * PART;
  CHECK (!wpp_place (&p, &work) && !p.n_inserted, "loop: a register that has to be saved in many activations");
  p.saving = 2 * WPP_PRICE_CYCLE;
  CHECK (!wpp_place (&p, &work) && p.cost == WPP_PRICE_CYCLE * 101 + 2 * WPP_PRICE_CYCLE, "loop: and in one");
  p.saving = 4 * p.safe_cost;
  nodes[1].saves = false;
  CHECK (!wpp_place (&p, &work) && p.cost == WPP_PRICE_CYCLE * 101 && !wpp_decide_placement (&p, 0).chosen,
         "loop: too little for so many activations");
  nodes[1].saves = true;
  p.saving = 2 * WPP_PRICE_CYCLE;
  edges[0].count = 650;
  CHECK (!wpp_place (&p, &work) && p.after == 750 && wpp_decide_placement (&p, 0).chosen, "loop: entered often");
  nodes[2].price = wpp_price_of_operation (WPP_OPERATION_LOAD, 0, WPP_FOLD_OPERAND);
  CHECK (!wpp_place (&p, &work) && p.after == 900, "loop: then a load that is an operand of another instruction stays");
  edges[0].count = 1;
  nodes[2].price = wpp_price_of_operation (WPP_OPERATION_LOAD, 2, WPP_FOLD_NONE);
  CHECK (nodes[2].price == WPP_PRICE_CYCLE, "loop: short addresses are part of the load");
  edges[4].possible = false;
  CHECK (!wpp_place (&p, &work) && p.after == 900 && !p.n_inserted, "loop: where it must not be loaded it is not");
  edges[4].possible = true;
  edges[4].traps = true;
  CHECK (!wpp_place (&p, &work) && p.after == 900, "loop: nor where the load might trap");
  work = 3;
  CHECK (wpp_place (&p, &work) == WPP_E_TOOBIG, "loop: no work left");
}

/* TWPP, Figure 9: 0 enters the loop's header 1, which tests; 2 loads; 3 stores, or 4 does not; 5; 6 loads again; 7
   goes round.  The load might trap before the test.  */
static void
check_figure9 (void)
{
  struct wpp_placement_node nodes[] = {
    { .count = 1000, .changed = true },
    { .count = 101000, .leaves = true },
    { .count = 100000, .used = true, .known = true, .price = 12 * PART, .keep = 4 * PART },
    { .count = 40000, .changed = true },
    { .count = 60000 },
    { .count = 100000 },
    { .count = 60000, .used = true, .known = true, .price = 12 * PART, .keep = 4 * PART },
    { .count = 100000 },
  };
  static const struct
  {
    uint32_t from, to, count;
  } ways[] = { { 0, 1, 1000 },  { 1, 2, 100000 }, { 2, 3, 40000 }, { 2, 4, 60000 }, { 3, 5, 40000 },
               { 4, 5, 60000 }, { 5, 6, 60000 },  { 5, 7, 40000 }, { 6, 7, 60000 }, { 7, 1, 100000 } };
  struct wpp_placement_edge edges[10];
  struct wpp_placement p = { .n_nodes = 8, .n_edges = 10, .nodes = nodes, .edges = edges };
  uint64_t work = 10000;
  for (uint32_t i = 0; i < 10; i++)
    edges[i] = (struct wpp_placement_edge){ .from = ways[i].from,
                                            .to = ways[i].to,
                                            .count = ways[i].count,
                                            .price = WPP_PRICE_CYCLE,
                                            .possible = true,
                                            .traps = !i,
                                            .after = i ? WPP_NO_NODE : 2 };
  CHECK (!wpp_place (&p, &work) && p.before == 160000 && p.after == 41000 && edges[0].left && edges[4].insert
             && p.n_inserted == 1,
         "Figure 9: a load behind the store; GCC loads before the loop, when it has copied the test");
  CHECK (nodes[6].redundant && !nodes[2].redundant && wpp_decide_placement (&p, 0).chosen,
         "Figure 9: 4_Load is taken out, 1_Load is left to GCC");
  nodes[6].used = nodes[6].known = false;
  CHECK (!wpp_place (&p, &work) && !p.n_left && !p.n_inserted && !wpp_decide_placement (&p, 0).chosen,
         "Figure 9 without 4_Load: nothing is inserted for what GCC would have to take out");
}

int
main (void)
{
  check_bad_networks ();
  check_loop ();
  check_figure9 ();
  for (unsigned i = 0; i < 20000; i++)
    check_cut ();
  CHECK (!unit_failures, "cuts of 20000 networks are the cheapest, and of these the nearest to the sink");
  for (unsigned i = 0; i < 5000; i++)
    check_small ();
  CHECK (!unit_failures,
         "placements of 5000 graphs are the cheapest, and of these those that hold values for the shortest time");
  return unit_done ();
}
