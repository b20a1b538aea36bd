/* Loops, trips, successions of iterations and windows of branches, of random runs over random graphs, against what is
   counted node by node.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "format/event.h"
#include "decide/iterations/stays.h"
#include "decide/iterations/windows.h"
#include "make-cfg.h"
#include "make-grammar.h"
#include "unit.h"

enum
{
  GRAPHS = 300,
  MOST_NODES = 14,
  MOST_LETTERS = 3000,
  MOST_VISITS = 40000
};

/* Nodes with up to three ways on, calls and landing places among them.  */
static void
random_graph (struct wpp_cfg *cfg, uint64_t *rng, uint32_t n)
{
  cfg_init (cfg, n, 4 * (size_t) n);
  for (uint32_t v = 3; v < n; v++)
    cfg->nodes[v].flags = unit_below (rng, 4) == 0 ? WPP_NODE_CALL : unit_below (rng, 12) == 0 ? WPP_NODE_LANDING : 0;
  cfg_edge (cfg, WPP_NODE_ENTRY, 2, 0);
  for (uint32_t v = 2; v < n; v++)
    for (uint32_t degree = unit_below (rng, 20) ? 1 + unit_below (rng, 3) : 0; degree > 0; degree--)
      {
        uint32_t to = unit_below (rng, 3) ? 1 + unit_below (rng, n - 1) : v + 1 < n ? v + 1 : WPP_NODE_EXIT;
        uint32_t kind = cfg->nodes[to].flags;
        uint32_t flags = kind & WPP_NODE_LANDING ? (unit_below (rng, 2) ? WPP_EDGE_GAP : WPP_EDGE_ENDS)
                         : kind & WPP_NODE_CALL  ? WPP_EDGE_ENDS
                                                 : 0;
        cfg_edge (cfg, v, to, flags);
      }
}

/* ---- A run: letters, and what was executed.  */

struct run
{
  const struct wpp_numbering *num;
  uint64_t rng;
  uint32_t letters[MOST_LETTERS];
  size_t n_letters;
  /* Nodes in the order of their execution; LEFT: an activation was left; PATH: a path ended, of the number in PATHS, by
     the edge in ENDS.  */
  uint32_t nodes[MOST_VISITS], ends[MOST_VISITS];
  uint64_t paths[MOST_VISITS];
  size_t n_nodes, n_kept;    /* those that events tell of */
  /* Of the path being run.  */
  uint32_t start, n_edges, edges[MOST_NODES * MOST_NODES];
};

#define LEFT WPP_NO_NODE
#define PATH (WPP_NO_NODE - 1)

static void
execute (struct run *r, uint32_t node)
{
  r->nodes[r->n_nodes++] = node;
}

/* The path ends with its last edge.  */
static void
end_path (struct run *r)
{
  uint64_t number = 0;
  int err = wpp_path_encode (r->num, r->start, r->edges, r->n_edges, &number);
  CHECK_QUIET (err == 0, "a path is encoded");
  r->letters[r->n_letters++] = WPP_LETTER_PATH + number;
  r->ends[r->n_nodes] = r->edges[r->n_edges - 1];
  r->paths[r->n_nodes] = number;
  execute (r, PATH);
  r->n_kept = r->n_nodes;
  r->n_edges = 0;
}

static uint32_t
landing_start (const struct wpp_numbering *num, uint32_t node)
{
  uint32_t s = num->n_starts;
  while (s-- > 0)
    if (num->starts[s].node == node && num->starts[s].edge == WPP_NO_EDGE)
      break;
  return s;
}

/* Go on over E; false when the activation is over.  */
static bool
take (struct run *r, uint32_t e)
{
  const struct wpp_numbering *num = r->num;
  uint32_t to = num->cfg->edges[e].dst;
  if (num->edges[e].flags & WPP_EDGE_GAP)
    {
      r->start = landing_start (num, to);
      execute (r, to);
      return true;
    }
  bool ends = num->edges[e].flags & WPP_EDGE_ENDS, lands = num->cfg->nodes[to].flags & WPP_NODE_LANDING;
  r->edges[r->n_edges++] = e;
  if (!lands)
    execute (r, to);
  if (ends || to == WPP_NODE_EXIT)
    end_path (r);
  if (ends)
    r->start = num->edges[e].start;
  if (lands)
    execute (r, to);
  return to != WPP_NODE_EXIT;
}

/* Can E be taken here?  Control comes over a GAP only where a path has ended.  */
static bool
possible_p (const struct run *r, uint32_t e)
{
  return !(r->num->edges[e].flags & WPP_EDGE_GAP)
         || (r->n_edges == 0 && r->n_kept == r->n_nodes
             && landing_start (r->num, r->num->cfg->edges[e].dst) != UINT32_MAX);
}

static void
activate (struct run *r)
{
  const struct wpp_numbering *num = r->num;
  uint32_t v = WPP_NODE_ENTRY, steps = 0;
  bool open = true;
  r->start = 0;
  r->n_edges = 0;
  execute (r, v);
  while (open && steps++ < 400 && r->n_letters + 2 < MOST_LETTERS && r->n_nodes + 1000 < MOST_VISITS)
    {
      uint32_t n = num->first_edge[v + 1] - num->first_edge[v];
      if (n == 0)
        break;
      uint32_t e = num->first_edge[v] + unit_below (&r->rng, n);
      if (!possible_p (r, e))
        break;
      v = num->cfg->edges[e].dst;
      open = take (r, e);
    }
  r->n_nodes = r->n_kept;
  if (open && r->n_letters)
    {
      r->letters[r->n_letters++] = WPP_LETTER_GAP;
      execute (r, LEFT);
    }
  r->n_kept = r->n_nodes;
}

/* ---- Loops.  */

/* Is TO reached from FROM without the node WITHOUT?  */
static bool
reached_p (const struct wpp_cfg *cfg, uint32_t from, uint32_t to, uint32_t without)
{
  bool seen[MOST_NODES] = { false }, more = from != without;
  seen[from] = from != without;
  while (more)
    {
      more = false;
      for (uint32_t e = 0; e < cfg->n_edges; e++)
        {
          const struct wpp_edge *x = &cfg->edges[e];
          if (seen[x->src] && !seen[x->dst] && x->dst != without && !(x->flags & WPP_EDGE_GAP))
            more = seen[x->dst] = true;
        }
    }
  return seen[to];
}

/* Is V in the natural loop of the edges that lead to HEADER, which are from nodes that it dominates?  */
static bool
natural_p (const struct wpp_cfg *cfg, uint32_t header, uint32_t v)
{
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    {
      const struct wpp_edge *x = &cfg->edges[e];
      if (x->dst == header && !(x->flags & WPP_EDGE_GAP) && reached_p (cfg, WPP_NODE_ENTRY, x->src, LEFT)
          && (x->src == header || !reached_p (cfg, WPP_NODE_ENTRY, x->src, header))
          && (v == header || (x->src != header && reached_p (cfg, v, x->src, header))))
        return true;
    }
  return false;
}

/* Is every edge that closes a circle one to a node that dominates its source?  */
static bool
reducible_p (const struct wpp_cfg *cfg)
{
  struct wpp_cfg rest = { .n_nodes = cfg->n_nodes, .nodes = cfg->nodes };
  rest.edges = calloc (cfg->n_edges + 1, sizeof *rest.edges);
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    if (cfg->edges[e].dst != cfg->edges[e].src && !(cfg->edges[e].flags & WPP_EDGE_GAP)
        && reached_p (cfg, WPP_NODE_ENTRY, cfg->edges[e].src, cfg->edges[e].dst))
      rest.edges[rest.n_edges++] = cfg->edges[e];
  bool circle = false;
  for (uint32_t e = 0; e < rest.n_edges; e++)
    circle |= reached_p (&rest, rest.edges[e].dst, rest.edges[e].src, LEFT);
  free (rest.edges);
  return !circle;
}

/* Are LOOPS those of CFG, all of whose nodes are reached?  */
static bool
loops_ok_p (const struct wpp_cfg *cfg, const struct wpp_loops *loops)
{
  bool ok = true;
  for (uint32_t v = 2; v < cfg->n_nodes; v++)
    {
      uint32_t of = WPP_NO_LOOP;
      for (uint32_t l = 0; l < loops->n; l++)
        of = loops->loops[l].header == v ? l : of;
      ok &= (of != WPP_NO_LOOP) == natural_p (cfg, v, v);
      for (uint32_t u = 2; u < cfg->n_nodes && of != WPP_NO_LOOP; u++)
        ok &= wpp_in_loop_p (loops, u, of) == (natural_p (cfg, v, u) && reached_p (cfg, WPP_NODE_ENTRY, u, LEFT));
    }
  return ok;
}

static bool
all_reached_p (const struct wpp_cfg *cfg)
{
  bool all = true;
  for (uint32_t v = 2; v < cfg->n_nodes; v++)
    all &= reached_p (cfg, WPP_NODE_ENTRY, v, LEFT);
  return all;
}

/* ---- Trips and successions.  */

struct sums
{
  uint64_t n, sum;
};

static uint64_t
mix (uint64_t a, uint64_t b)
{
  a = (a ^ b) * UINT64_C (0x9e3779b97f4a7c15);
  return a ^ a >> 29;
}

static void
add (struct sums *s, uint64_t a, uint64_t b, uint64_t times)
{
  s->n += times;
  s->sum += mix (mix (1, a), b) * times;
}

static void
slow_trips (const struct run *r, const struct wpp_loops *loops, uint32_t loop, struct sums *sums)
{
  uint64_t trips = 0;
  bool in = false;
  for (size_t i = 0; i <= r->n_nodes; i++)
    {
      uint32_t v = i < r->n_nodes ? r->nodes[i] : LEFT;
      if (v == PATH)
        continue;
      bool inside = v != LEFT && wpp_in_loop_p (loops, v, loop);
      if (in && !inside)
        {
          add (sums, trips, 0, 1);
          trips = 0;
        }
      in = inside;
      trips += inside && v == loops->loops[loop].header;
    }
}

static void
slow_successions (const struct run *r, const struct wpp_loops *loops, uint32_t loop, struct sums *sums)
{
  uint64_t last = WPP_NO_PATH;
  for (size_t i = 0; i < r->n_nodes; i++)
    {
      uint32_t v = r->nodes[i];
      if (v == PATH)
        {
          const struct wpp_edge *e = &r->num->cfg->edges[r->ends[i]];
          if (e->dst != loops->loops[loop].header || !wpp_in_loop_p (loops, e->src, loop))
            continue;
          add (sums, last, r->paths[i], 1);
          last = r->paths[i];
        }
      else if (v == LEFT || !wpp_in_loop_p (loops, v, loop))
        last = WPP_NO_PATH;
    }
}

/* Do the groups of LOOP have the stays T [N_T], and its turns the successions P [N_P]?  */
static bool
stays_ok_p (const struct wpp_stream *s, const struct wpp_loops *loops, uint32_t loop, const struct wpp_trips *t,
            size_t n_t, const struct wpp_succession *p, size_t n_p)
{
  struct wpp_loop_stays stays, together[MOST_NODES];
  uint32_t all[MOST_NODES];
  int err;
  size_t g = 0;
  uint64_t turns = 0, same = 0;
  for (uint32_t l = 0; l < loops->n; l++)
    all[l] = loops->n - 1 - l;
  struct wpp_visits *v = wpp_visits_new (s, &err);
  bool ok = v && !wpp_count_stays (v, loops, &loop, 1, &stays) && !wpp_count_stays (v, loops, all, loops->n, together)
            && !memcmp (&stays, &together[loops->n - 1 - loop], sizeof stays);
  wpp_visits_free (v);
  for (size_t i = 0; ok && g < stays.n; g++)
    {
      struct wpp_stays sum = { t[i].trips, 0, 0 };
      for (; i < n_t && sum.stays < stays.groups[g].stays; i++)
        {
          sum.stays += t[i].stays;
          sum.total += t[i].stays * t[i].trips;
          ok &= t[i].trips < 16 ? sum.trips == t[i].trips : t[i].trips < 2 * sum.trips;
        }
      ok &= !memcmp (&sum, &stays.groups[g], sizeof sum) && (g + 1 < stays.n || i == n_t);
    }
  for (size_t i = 0; i < n_p; i++)
    if (p[i].path != WPP_NO_PATH)
      {
        turns += p[i].count;
        same += p[i].path == p[i].next ? p[i].count : 0;
      }
  return ok && (n_t == 0) == (stays.n == 0) && turns == stays.turns && same == stays.same;
}

/* Does the stream S say of LOOP what the run R did?  */
static bool
loop_ok_p (const struct run *r, const struct wpp_stream *s, const struct wpp_loops *loops, uint32_t loop,
           struct sums *all)
{
  struct sums trips = { 0 }, turns = { 0 }, slow_t = { 0 }, slow_s = { 0 };
  struct wpp_trips *t;
  struct wpp_succession *p;
  size_t n_t, n_p;
  slow_trips (r, loops, loop, &slow_t);
  slow_successions (r, loops, loop, &slow_s);
  int err = wpp_count_trips (s, loops, loop, &t, &n_t);
  int err2 = wpp_count_successions (s, loops, loop, &p, &n_p);
  bool sorted = true;
  for (size_t i = 0; i < n_t; i++)
    {
      add (&trips, t[i].trips, 0, t[i].stays);
      sorted &= !i || t[i].trips > t[i - 1].trips;
    }
  for (size_t i = 0; i < n_p; i++)
    add (&turns, p[i].path, p[i].next, p[i].count);
  sorted &= stays_ok_p (s, loops, loop, t, n_t, p, n_p);
  free (t);
  free (p);
  all[0].n += trips.n;
  all[1].n += turns.n;
  return !err && !err2 && sorted && !memcmp (&trips, &slow_t, sizeof trips) && !memcmp (&turns, &slow_s, sizeof turns);
}

/* ---- Windows.  */

struct watched
{
  uint64_t sum, windows;
};

static int
on_window (void *data, uint64_t event)
{
  struct watched *w = data;
  w->windows++;
  w->sum = mix (w->sum, event);
  return 0;
}

static int
on_path (void *data, const struct wpp_branch_outcome *outcomes, size_t n, uint64_t count)
{
  struct watched *w = data;
  for (; count; count--)
    for (size_t i = 0; i < n; i++)
      {
        w->sum = mix (mix (mix (w->sum, outcomes[i].function), outcomes[i].node), outcomes[i].edge);
        w->sum = mix (mix (w->sum, outcomes[i].way), outcomes[i].n_ways);
      }
  return 0;
}

/* The letters FROM .. FROM + EVENTS of R, each decoded.  */
static void
slow_window (const struct run *r, size_t from, size_t events, struct watched *w)
{
  const struct wpp_cfg *cfg = r->num->cfg;
  struct wpp_path path = { 0 };
  on_window (w, from);
  for (size_t i = from; i < from + events && i < r->n_letters; i++)
    if (r->letters[i] >= WPP_LETTER_PATH && !wpp_path_decode (r->num, r->letters[i] - WPP_LETTER_PATH, &path))
      for (uint32_t k = 0; k < path.n_nodes; k++)
        {
          uint32_t e = k + 1 == path.n_nodes && path.end_edge != WPP_NO_EDGE ? path.end_edge : path.edges[k];
          uint32_t ways = 0, way = 0;
          for (uint32_t x = 0; x < cfg->n_edges; x++)
            if (cfg->edges[x].src == cfg->edges[e].src && !(cfg->edges[x].flags & WPP_EDGE_GAP))
              {
                way = x == e ? ways : way;
                ways++;
              }
          if (ways > 1)
            on_path (w, &(struct wpp_branch_outcome){ 0, 0, cfg->edges[e].src, e, way, ways }, 1, 1);
        }
  wpp_path_release (&path);
}

/* Letters are the events of a program of one function.  */
static bool
windows_ok_p (const struct run *r, struct wpp_grammar *g)
{
  struct wpp_function notes = { .n_paths = r->num->n_paths, .cfg = *r->num->cfg };
  struct wpp_unit unit = { .id = 1, .path_limit = 1000, .n_functions = 1, .functions = &notes }, *units[] = { &unit };
  struct wpp_code_function function = { .unit = &unit, .function = &notes, .first = WPP_EVENT_FIRST_PATH,
                                        .n_words = (uint32_t) r->num->n_paths };
  struct wpp_code code = { .n_functions = 1, .functions = &function, .n_units = 1, .units = units };
  bool ok = true;
  for (unsigned kind = 0; kind < 3; kind++)
    {
      uint64_t windows = 1 + kind * 4, events = kind == 1 ? MOST_LETTERS : 1 + r->n_letters / 20;
      struct watched fast = { 0 }, slow = { 0 };
      struct wpp_window_user user = { &fast, on_window, on_path };
      struct wpp_windows *w = wpp_windows_new (&code, &user);
      ok &= w && !wpp_windows_add (w, g, windows, events);
      wpp_windows_free (w);
      if (windows * events >= r->n_letters)
        slow_window (r, 0, r->n_letters, &slow);
      else
        for (uint64_t i = 0; i < windows; i++)
          slow_window (r, r->n_letters * i / windows, events, &slow);
      ok &= fast.windows == slow.windows && fast.sum == slow.sum;
    }
  wpp_numbering_free (function.numbering);
  return ok;
}

/* ---- All of it.  */

int
main (void)
{
  static struct run r;
  struct sums all[2] = { 0 };
  unsigned wrong_loops = 0, wrong_trips = 0, wrong_windows = 0, reducible = 0, n_loops = 0;
  uint64_t rng = 31;
  for (unsigned i = 0; i < GRAPHS; i++)
    {
      struct wpp_cfg cfg;
      int err;
      random_graph (&cfg, &rng, 5 + unit_below (&rng, MOST_NODES - 5));
      struct wpp_numbering *num = wpp_numbering_new (&cfg, 1000, &err);
      struct wpp_loops *loops = num ? wpp_loops_new (num) : NULL;
      CHECK_QUIET (loops, "a graph is numbered");
      if (reducible_p (&cfg) && all_reached_p (&cfg))
        {
          reducible++;
          wrong_loops += !loops_ok_p (&cfg, loops);
        }
      r.num = num;
      r.rng = i + 1;
      r.n_letters = r.n_nodes = r.n_kept = 0;
      for (unsigned k = 0; k < 30 && r.n_letters < MOST_LETTERS / 2 - 500; k++)
        activate (&r);
      struct wpp_grammar *g = grammar_of (r.letters, r.n_letters);
      struct wpp_projection p = { .grammar = g, .apart = true };
      struct wpp_stream s = { num, &p };
      for (uint32_t l = 0; l < loops->n; l++)
        wrong_trips += !loop_ok_p (&r, &s, loops, l, all);
      n_loops += loops->n;
      wrong_windows += r.n_letters && !windows_ok_p (&r, g);
      wpp_grammar_free (g);
      wpp_loops_free (loops);
      wpp_numbering_free (num);
      wpp_cfg_release (&cfg);
    }
  CHECK (reducible > 30 && !wrong_loops, "loops of %u reducible graphs (%u wrong)", reducible, wrong_loops);
  CHECK (n_loops > GRAPHS && all[0].n > 10 * n_loops && all[1].n > 10 * n_loops, "there are stays and iterations");
  CHECK (!wrong_trips, "trips and successions of %u loops (%u wrong)", n_loops, wrong_trips);
  CHECK (!wrong_windows, "windows of branches (%u wrong)", wrong_windows);
  return unit_done ();
}
