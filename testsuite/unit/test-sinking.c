/* Where stores are done: all possibilities of small graphs, and graphs with an obvious answer.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "unit.h"
#include "base/error.h"
#include "decide/models/placement.h"
#include "decide/models/sinking.h"

#define MOST_NODES 6u
#define MOST_EDGES 10u

static uint64_t state = 32132;
static unsigned sunk;

static uint32_t
below (uint32_t n)
{
  return unit_random (&state) % n;
}

struct small
{
  struct wpp_sinking s;
  struct wpp_sinking_node nodes[MOST_NODES];
  struct wpp_sinking_edge edges[MOST_EDGES];
};

static void
make_small (struct small *m)
{
  memset (m, 0, sizeof *m);
  m->s = (struct wpp_sinking){
    .n_nodes = 2 + below (MOST_NODES - 1), .n_edges = 1 + below (MOST_EDGES), .nodes = m->nodes, .edges = m->edges
  };
  for (uint32_t v = 0; v < m->s.n_nodes; v++)
    {
      struct wpp_sinking_node *n = &m->nodes[v];
      *n = (struct wpp_sinking_node){
        .count = below (9), .enters = !below (6), .price = 1 + below (3), .hold = below (2) ? 0 : below (3)
      };
      if (below (2))
        {
          n->first = WPP_SINKING_STORE + below (3);
          n->last = WPP_SINKING_STORE + below (3);
        }
    }
  for (uint32_t i = 0; i < m->s.n_edges; i++)
    m->edges[i] = (struct wpp_sinking_edge){ .from = below (m->s.n_nodes),
                                             .to = below (m->s.n_nodes),
                                             .count = below (9),
                                             .price = 1 + below (3),
                                             .possible = below (6) != 0 };
}

/* A graph has no nodes but those that a store leads to; let control come to the others from elsewhere.  */
static void
enter_others (struct wpp_sinking *s)
{
  uint32_t reached = 0;
  for (uint32_t round = 0; round < s->n_nodes; round++)
    for (uint32_t i = 0; i < s->n_edges; i++)
      {
        const struct wpp_sinking_node *from = &s->nodes[s->edges[i].from];
        bool on = from->last == WPP_SINKING_STORE
                  || (from->last == WPP_SINKING_NOTHING && reached >> s->edges[i].from & 1);
        reached |= (uint32_t) on << s->edges[i].to;
      }
  for (uint32_t v = 0; v < s->n_nodes; v++)
    s->nodes[v].enters |= !(reached >> v & 1);
}

/* What it costs when the stores of the nodes of SUNK are put off, and are pending at the entries of PENDING;
   UINT64_MAX if that is wrong: a walk on which what was put off is lost, or on which there would be a store that was
   not put off.  */
static uint64_t
cost_of (const struct wpp_sinking *s, uint32_t sunk_set, uint32_t pending)
{
  uint64_t cost = 0;
  for (uint32_t v = 0; v < s->n_nodes; v++)
    {
      const struct wpp_sinking_node *n = &s->nodes[v];
      bool stores = n->last == WPP_SINKING_STORE;
      if ((sunk_set >> v & 1 && !stores) || (pending >> v & 1 && (n->first != WPP_SINKING_NOTHING || n->enters)))
        return UINT64_MAX;
      cost += n->count * ((stores && !(sunk_set >> v & 1) ? n->price : 0) + (pending >> v & 1 ? n->hold : 0));
    }
  for (uint32_t i = 0; i < s->n_edges; i++)
    {
      const struct wpp_sinking_edge *e = &s->edges[i];
      const struct wpp_sinking_node *from = &s->nodes[e->from], *to = &s->nodes[e->to];
      bool before = sunk_set >> e->from & 1 || (from->last == WPP_SINKING_NOTHING && pending >> e->from & 1);
      bool behind = pending >> e->to & 1, needed = to->first == WPP_SINKING_NOTHING || to->first == WPP_SINKING_WANT;
      if (behind && !before)
        return UINT64_MAX;
      if (before && !behind && needed)
        {
          if (!e->possible)
            return UINT64_MAX;
          cost += e->count * e->price;
        }
    }
  return cost;
}

static void
check_small (void)
{
  struct small m;
  uint64_t work = 100000, least = UINT64_MAX;
  uint32_t result_sunk = 0, result_pending = 0, shortest = UINT32_MAX;
  make_small (&m);
  enter_others (&m.s);
  struct wpp_sinking *s = &m.s;
  int err = wpp_sink (s, &work);
  CHECK_QUIET (!err, "sinking: %s", wpp_strerror (err));
  for (uint32_t v = 0; v < s->n_nodes; v++)
    {
      result_sunk |= (uint32_t) s->nodes[v].sunk << v;
      result_pending |= (uint32_t) s->nodes[v].pending << v;
    }
  for (uint32_t sunk_set = 0; sunk_set < 1u << s->n_nodes; sunk_set++)
    for (uint32_t pending = 0; pending < 1u << s->n_nodes; pending++)
      {
        uint64_t cost = cost_of (s, sunk_set, pending);
        if (cost < least)
          shortest = UINT32_MAX;
        if (cost <= least && cost != UINT64_MAX)
          shortest &= pending;
        least = cost < least ? cost : least;
      }
  sunk += s->n_sunk;
  CHECK_QUIET (s->cost == least && cost_of (s, result_sunk, result_pending) == least,
               "sinking: costs %llu, the result %llu, the cheapest %llu", (unsigned long long)s->cost,
               (unsigned long long)cost_of (s, result_sunk, result_pending), (unsigned long long)least);
  CHECK_QUIET (!(result_pending & ~shortest), "sinking: no other is as cheap and pending for a shorter time");
  for (uint32_t i = 0; i < s->n_edges; i++)
    {
      const struct wpp_sinking_edge *e = &s->edges[i];
      const struct wpp_sinking_node *from = &s->nodes[e->from], *to = &s->nodes[e->to];
      bool before = from->sunk || (from->last == WPP_SINKING_NOTHING && from->pending);
      bool needed = to->first == WPP_SINKING_NOTHING || to->first == WPP_SINKING_WANT;
      CHECK_QUIET (e->insert == (before && needed && !to->pending),
                   "sinking: a store stands on each edge where it is not pending any more");
    }
}

/* 0 stores; 1, which is hot, overwrites that; 2, which is not, reads it.  */
static void
check_arms (void)
{
  struct wpp_sinking_node nodes[] = {
    { .count = 1000, .first = WPP_SINKING_STORE, .last = WPP_SINKING_STORE, .enters = true, .price = WPP_PRICE_CYCLE },
    { .count = 990, .first = WPP_SINKING_DEAD, .last = WPP_SINKING_DEAD },
    { .count = 10, .first = WPP_SINKING_WANT, .last = WPP_SINKING_WANT }
  };
  struct wpp_sinking_edge edges[] = { { .from = 0, .to = 1, .count = 990, .price = WPP_PRICE_CYCLE, .possible = true },
                                      { .from = 0, .to = 2, .count = 10, .price = WPP_PRICE_CYCLE, .possible = true } };
  struct wpp_sinking s = { .n_nodes = 3, .n_edges = 2, .nodes = nodes, .edges = edges };
  uint64_t work = 1000;
  CHECK (!wpp_sink (&s, &work) && s.before == 1000 && s.after == 10 && nodes[0].sunk && edges[1].insert
             && !edges[0].insert,
         "arms: stored only where it is read");
  CHECK (wpp_decide_sinking (&s).chosen && wpp_decide_sinking (&s).gain == 990, "arms: chosen");
  edges[1].possible = false;
  CHECK (!wpp_sink (&s, &work) && s.after == 1000 && !s.n_sunk && !wpp_decide_sinking (&s).chosen,
         "arms: not where no store can stand");
}

/* A loop of one block, 1, that stores in each iteration; 2 is seldom, and reads; 3 is after the loop.  */
static void
check_loop (void)
{
  struct wpp_sinking_node nodes[] = {
    { .count = 1, .enters = true, .first = WPP_SINKING_WANT, .last = WPP_SINKING_WANT },
    { .count = 1000, .first = WPP_SINKING_STORE, .last = WPP_SINKING_STORE, .price = WPP_PRICE_CYCLE },
    { .count = 5, .first = WPP_SINKING_WANT, .last = WPP_SINKING_WANT },
    { .count = 1, .first = WPP_SINKING_WANT, .last = WPP_SINKING_WANT },
    { .count = 1000 }
  };
  struct wpp_sinking_edge edges[] = {
    { .from = 0, .to = 1, .count = 1, .price = WPP_PRICE_CYCLE, .possible = true },
    { .from = 1, .to = 4, .count = 995, .price = WPP_PRICE_CYCLE, .possible = true },
    { .from = 1, .to = 2, .count = 5, .price = WPP_PRICE_CYCLE, .possible = true },
    { .from = 2, .to = 4, .count = 5, .price = WPP_PRICE_CYCLE, .possible = true },
    { .from = 4, .to = 1, .count = 999, .price = WPP_PRICE_CYCLE, .possible = true },
    { .from = 4, .to = 3, .count = 1, .price = WPP_PRICE_CYCLE, .possible = true }
  };
  struct wpp_sinking s = { .n_nodes = 5, .n_edges = 6, .nodes = nodes, .edges = edges };
  uint64_t work = 10000;
  CHECK (!wpp_sink (&s, &work) && s.after == 1000 && !s.n_sunk,
         "loop: a way to its end on which the store was done already keeps it");
  edges[3].to = 1;
  CHECK (!wpp_sink (&s, &work) && s.after == 6 && nodes[1].sunk && nodes[4].pending && edges[2].insert
             && edges[5].insert,
         "loop: stored before what reads it, and behind the loop");
  nodes[4].saves = true;
  s.saving = WPP_PRICE_CYCLE * 1000;
  CHECK (!wpp_decide_sinking (&s).chosen, "loop: not if each activation had to save a register for it");
  nodes[4].saves = false;
  CHECK (wpp_decide_sinking (&s).chosen, "loop: without that it gains");
  s.saving = WPP_PRICE_CYCLE * 5000;
  CHECK (!wpp_decide_sinking (&s).chosen, "loop: but not enough for so many activations");
  nodes[4].hold = 20 * WPP_PRICE_CYCLE / 16;
  CHECK (!wpp_sink (&s, &work) && !s.n_sunk, "loop: not if a register costs more");
  work = 2;
  CHECK (wpp_sink (&s, &work) == WPP_E_TOOBIG, "loop: no work left");
}

int
main (void)
{
  check_arms ();
  check_loop ();
  for (unsigned i = 0; i < 5000; i++)
    check_small ();
  CHECK (!unit_failures && sunk > 500,
         "stores of 5000 graphs are where they are cheapest, and pending for the shortest time; %u are sunk", sunk);
  return unit_done ();
}
