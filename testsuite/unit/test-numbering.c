/* Numbering: known graphs, all paths of random graphs, random walks, large graphs.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "program/paths/cfg.h"
#include "base/error.h"
#include "program/paths/numbering.h"
#include "make-cfg.h"
#include "unit.h"

enum
{
  ENDS = WPP_EDGE_ENDS,
  GAP = WPP_EDGE_GAP,
  NOCUT = WPP_EDGE_NOCUT,
  COLD = WPP_EDGE_COLD,
  TAIL = WPP_EDGE_TAIL,
  LANDING = WPP_NODE_LANDING
};

/* ---- The truth about small graphs, by enumeration.  */

struct walker
{
  const struct wpp_numbering *num;
  uint32_t start;
  uint32_t edges[256];
  uint32_t n;
  uint64_t seen;        /* paths enumerated */
  uint8_t *hit;         /* [n_paths] */
  bool ok;
};

/* The register machine: what would be stored for the path in W.  The event of a path over a TAIL
   edge is stored on it, so nothing after it counts.  */
static int64_t
run_machine (const struct walker *w)
{
  int64_t r = w->num->starts[w->start].initial;
  for (uint32_t i = 0; i < w->n; i++)
    {
      const struct wpp_edge_numbers *e = &w->num->edges[w->edges[i]];
      if (e->flags & ENDS)
        return r + e->end_increment;
      r += e->increment;
      if (e->flags & TAIL)
        return r;
    }
  return r;
}

static int
same_edges (const struct walker *w, const struct wpp_path *path)
{
  bool ends = (w->num->edges[w->edges[w->n - 1]].flags & ENDS) != 0;
  if (path->n_nodes != w->n || path->start != w->start)
    return 0;
  for (uint32_t i = 0; i < w->n; i++)
    {
      if (path->nodes[i] != w->num->cfg->edges[w->edges[i]].src)
        return 0;
      if (i + 1 == w->n && ends ? path->end_edge != w->edges[i] : path->edges[i] != w->edges[i])
        return 0;
    }
  return ends || path->end_edge == WPP_NO_EDGE;
}

/* Check everything known of the complete path in W.  */
static void
check_path (struct walker *w)
{
  const struct wpp_numbering *num = w->num;
  struct wpp_path path = { 0 };
  uint64_t number = num->starts[w->start].value, encoded = UINT64_MAX;
  for (uint32_t i = 0; i < w->n; i++)
    {
      const struct wpp_edge_numbers *e = &num->edges[w->edges[i]];
      number += e->flags & ENDS ? e->end_value : e->value;
    }
  uint32_t last = w->edges[w->n - 1];
  w->seen++;
  w->ok &= number < num->n_paths && !w->hit[number];
  if (!w->ok)
    return;
  w->hit[number] = 1;
  w->ok &= (uint64_t)run_machine (w) == number;
  w->ok &= wpp_path_encode (num, w->start, w->edges, w->n, &encoded) == 0 && encoded == number;
  w->ok &= wpp_path_decode (num, number, &path) == 0 && same_edges (w, &path);
  w->ok &= wpp_path_enters (num, number) == (w->start == 0);
  w->ok &= wpp_path_leaves (num, number) == !(num->edges[last].flags & ENDS);
  if (w->n > 1)
    w->ok &= wpp_path_encode (num, w->start, w->edges, w->n - 1, &encoded) == WPP_E_RANGE;
  wpp_path_release (&path);
}

static void
enumerate (struct walker *w, uint32_t v)
{
  const struct wpp_numbering *num = w->num;
  if (w->n >= num->cfg->n_nodes || !w->ok)
    {
      w->ok = false;   /* longer than the graph: a cycle was left in */
      return;
    }
  for (uint32_t e = 0; e < num->cfg->n_edges; e++)
    {
      uint32_t dst = num->cfg->edges[e].dst;
      if (num->cfg->edges[e].src != v || (num->edges[e].flags & GAP))
        continue;
      w->edges[w->n++] = e;
      if ((num->edges[e].flags & ENDS) || dst == WPP_NODE_EXIT)
        check_path (w);
      else
        enumerate (w, dst);
      w->n--;
    }
}

static bool
ends_into_block_p (const struct wpp_numbering *num, uint32_t e)
{
  return (num->edges[e].flags & ENDS) && !(num->cfg->nodes[num->cfg->edges[e].dst].flags & LANDING);
}

/* Are the starts those of cfg.h, in the order of numbering.h, and linked?  */
static bool
starts_ok_p (const struct wpp_numbering *num)
{
  const struct wpp_cfg *cfg = num->cfg;
  uint32_t i = 0;
  bool ok = num->starts[i].node == 0 && num->starts[i].edge == WPP_NO_EDGE;
  for (uint32_t e = 0; e < cfg->n_edges && ok; e++)
    if (ends_into_block_p (num, e))
      ok = ++i < num->n_starts && num->starts[i].node == cfg->edges[e].dst
           && num->starts[i].edge == e && num->edges[e].start == i;
  for (uint32_t v = 0; v < cfg->n_nodes && ok; v++)
    if (cfg->nodes[v].flags & LANDING)
      {
        ok = ++i < num->n_starts && num->starts[i].node == v && num->starts[i].edge == WPP_NO_EDGE;
        for (uint32_t e = 0; e < cfg->n_edges && ok; e++)
          if (cfg->edges[e].dst == v && (num->edges[e].flags & ENDS))
            ok = num->edges[e].start == i;
      }
  return ok && i + 1 == num->n_starts;
}

/* Is NUM a numbering of its graph in which all of numbering.h holds?  */
static bool
numbering_ok_p (const struct wpp_numbering *num)
{
  struct walker w = { .num = num, .ok = starts_ok_p (num) };
  w.hit = calloc (num->n_paths + 1, 1);
  uint64_t value = 0;
  for (w.start = 0; w.start < num->n_starts && w.ok; w.start++)
    {
      uint64_t before = w.seen;
      w.ok &= num->starts[w.start].value == value;
      enumerate (&w, num->starts[w.start].node);
      w.ok &= num->starts[w.start].n_paths == w.seen - before;
      value += num->starts[w.start].n_paths;
    }
  free (w.hit);
  for (uint32_t e = 0; e < num->cfg->n_edges; e++)
    {
      uint32_t given = num->cfg->edges[e].flags, now = num->edges[e].flags;
      if (given & NOCUT)
        w.ok &= (now & ENDS) == (given & ENDS) || (given & GAP);
      if ((given & NOCUT) && !(given & TAIL))
        w.ok &= num->edges[e].increment == 0;
    }
  struct wpp_path path = { 0 };
  w.ok &= wpp_path_decode (num, num->n_paths, &path) == WPP_E_RANGE;
  w.ok &= wpp_path_count (num, num->n_paths, 1, NULL, NULL) == WPP_E_RANGE;
  return w.ok && w.seen == num->n_paths;
}

/* ---- Random graphs: irreducible, with self loops, parallel edges, unreachable and dead nodes.  */

static uint32_t
find (uint32_t *leader, uint32_t v)
{
  while (leader[v] != v)
    v = leader[v];
  return v;
}

/* The flags of an edge from SRC to DST.  NOCUT only where it makes no cycle: LEADER is a
   union-find.  */
static uint32_t
random_flags (uint64_t *rng, const struct wpp_cfg *cfg, uint32_t src, uint32_t dst,
              uint32_t *leader)
{
  uint32_t flags = unit_below (rng, 4) == 0 ? COLD : 0;
  if (cfg->nodes[dst].flags & LANDING)
    return unit_below (rng, 2) ? GAP : ENDS;
  if (dst == WPP_NODE_EXIT || unit_below (rng, 4) > 0)
    return flags;
  if (src < dst && unit_below (rng, 2) && find (leader, src) != find (leader, dst))
    {
      leader[find (leader, src)] = find (leader, dst);
      return flags | NOCUT;
    }
  return flags | ENDS;
}

/* A graph of N nodes (at least 5); with TAILS, nodes N-2 (a call in tail position) and N-1 (the
   return after it, where other paths join) are reached by TAIL edges.  */
static void
random_cfg (struct wpp_cfg *cfg, uint64_t *rng, uint32_t n, bool tails)
{
  uint32_t leader[64];
  uint32_t inner = tails ? n - 2 : n;
  cfg_init (cfg, n, 5 * n);
  for (uint32_t v = 0; v < n; v++)
    {
      leader[v] = v;
      if (v >= 2 && v < inner && unit_below (rng, 6) == 0)
        cfg->nodes[v].flags = LANDING;
    }
  for (uint32_t v = 0; v < inner; v++)
    {
      bool dead = v == WPP_NODE_EXIT || (v > 0 && unit_below (rng, 12) == 0);
      uint32_t degree = dead ? 0 : v == 0 ? 1 : 1 + unit_below (rng, 3);
      for (uint32_t i = 0; i < degree; i++)
        {
          uint32_t dst = 1 + unit_below (rng, n - 1);
          if (tails && dst == n - 2)
            cfg_edge (cfg, v, dst, TAIL | NOCUT);
          else if (tails && dst == n - 1)
            cfg_edge (cfg, v, dst, 0);
          else
            cfg_edge (cfg, v, dst, random_flags (rng, cfg, v, dst, leader));
        }
    }
  if (tails)
    {
      cfg_edge (cfg, n - 2, n - 1, NOCUT);
      cfg_edge (cfg, n - 1, WPP_NODE_EXIT, NOCUT);
    }
}

/* Does some NOCUT edge of CFG close a cycle in the depth-first search?  */
static bool
nocut_back_edge_p (const struct wpp_cfg *cfg)
{
  struct wpp_cfg plain = *cfg;
  int err;
  bool found = false;
  plain.edges = calloc (cfg->n_edges + 1, sizeof *plain.edges);
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    {
      plain.edges[e] = cfg->edges[e];
      plain.edges[e].flags &= ~(uint32_t)(NOCUT | TAIL);
    }
  struct wpp_numbering *num = wpp_numbering_new (&plain, UINT64_MAX, &err);
  for (uint32_t e = 0; num && e < cfg->n_edges; e++)
    if ((cfg->edges[e].flags & NOCUT) && !(cfg->edges[e].flags & (ENDS | GAP)))
      found |= (num->edges[e].flags & ENDS) != 0;
  wpp_numbering_free (num);
  free (plain.edges);
  return found;
}

/* ---- Random walks.  */

struct run
{
  const struct wpp_numbering *num;
  struct walker w;          /* the path being run */
  uint64_t *nodes, *edges;  /* what happened */
  uint64_t *got_nodes, *got_edges;
  bool ok;
};

/* The path being run ends: feed it to wpp_path_count.  */
static void
run_event (struct run *r)
{
  r->ok &= wpp_path_count (r->num, run_machine (&r->w), 1, r->got_nodes, r->got_edges) == 0;
  r->w.n = 0;
}

/* Choose an edge out of V; WPP_NO_EDGE when there is none to go on by.  Control takes a GAP edge
   only from a call, that is, when the path being run has just begun after an edge.  */
static uint32_t
choose_edge (struct run *r, uint64_t *rng, uint32_t v)
{
  const struct wpp_numbering *num = r->num;
  uint32_t n = num->first_edge[v + 1] - num->first_edge[v];
  bool fresh = r->w.n == 0 && num->starts[r->w.start].edge != WPP_NO_EDGE;
  for (int tries = 0; n > 0 && tries < 20; tries++)
    {
      uint32_t e = num->first_edge[v] + unit_below (rng, n);
      if (fresh || !(num->edges[e].flags & GAP))
        return e;
    }
  return WPP_NO_EDGE;
}

static uint32_t
landing_start (const struct wpp_numbering *num, uint32_t v)
{
  for (uint32_t i = 0; i < num->n_starts; i++)
    if (num->starts[i].node == v && num->starts[i].edge == WPP_NO_EDGE)
      return i;
  return WPP_NO_START;
}

/* Walk from ENTRY for about STEPS steps.  Return whether the walk came to a place where a
   program may stop: EXIT or, as the walk's length allows, right after an event.  */
static bool
run_walk (struct run *r, uint64_t *rng, int steps)
{
  const struct wpp_numbering *num = r->num;
  uint32_t v = WPP_NODE_ENTRY;
  r->nodes[v]++;
  for (int i = 0; i < 20 * steps; i++)
    {
      uint32_t e = choose_edge (r, rng, v);
      if (e == WPP_NO_EDGE)
        return false;
      v = num->cfg->edges[e].dst;
      r->nodes[v]++;
      if (num->edges[e].flags & GAP)
        {
          r->w.n = 0;
          r->w.start = landing_start (num, v);
          continue;
        }
      r->edges[e]++;
      r->w.edges[r->w.n++] = e;
      if (!(num->edges[e].flags & ENDS) && v != WPP_NODE_EXIT)
        continue;
      run_event (r);
      if (v == WPP_NODE_EXIT)
        return true;
      r->w.start = num->edges[e].start;
      if (i > steps && num->starts[r->w.start].edge == e)
        return true;
    }
  return false;
}

/* Are the counts of random walks over NUM those of their events?  *COMPLETE counts the walks.  */
static bool
walks_ok_p (const struct wpp_numbering *num, uint64_t *rng, int *complete)
{
  size_t n = num->cfg->n_nodes, m = num->cfg->n_edges + 1;
  bool ok = true;
  for (int k = 0; k < 4 && ok; k++)
    {
      uint64_t *all = calloc (2 * (n + m), sizeof *all);
      struct run r = { .num = num, .w = { .num = num }, .nodes = all, .edges = all + n,
                       .got_nodes = all + n + m, .got_edges = all + 2 * n + m, .ok = true };
      if (run_walk (&r, rng, 1 + unit_below (rng, 60)))
        {
          ok = r.ok && memcmp (all, all + n + m, (n + m) * sizeof *all) == 0;
          ++*complete;
        }
      free (all);
    }
  return ok;
}

static void
test_random (void)
{
  static const uint64_t limits[] = { UINT64_MAX, 1000, 60, 12, 2 };
  uint64_t rng = 20261;
  int numbered = 0, cut = 0, corrupt = 0, walks = 0;
  bool ok = true;
  for (int i = 0; i < 6000 && ok; i++)
    {
      struct wpp_cfg cfg;
      random_cfg (&cfg, &rng, 5 + unit_below (&rng, 14), i % 3 == 0);
      bool wrong = nocut_back_edge_p (&cfg);
      for (int l = 0; l < 5 && ok; l++)
        {
          int err = 0;
          struct wpp_numbering *num = wpp_numbering_new (&cfg, limits[l], &err);
          ok = wrong ? !num && err == WPP_E_CORRUPT : num != NULL;
          corrupt += wrong;
          if (num && num->n_paths < 100000)
            {
              numbered++;
              cut += num->n_cuts > 0;
              ok = numbering_ok_p (num) && walks_ok_p (num, &rng, &walks);
              ok &= num->n_cuts > 0 || mpz_cmp_ui (num->exact_paths, num->n_paths) == 0;
              ok &= num->n_cuts == 0 || mpz_cmp_ui (num->exact_paths, limits[l]) > 0;
            }
          wpp_numbering_free (num);
          CHECK_QUIET (ok, "random graph %d with limit %llu", i, (unsigned long long)limits[l]);
        }
      wpp_cfg_release (&cfg);
    }
  CHECK (ok && numbered > 10000 && cut > 3000 && corrupt > 0 && walks > 5000,
         "random graphs: all paths are numbered once, decoded, encoded, added up by increments;"
         " counts of walks are exact (%d numberings, %d cut, %d refused, %d walks)",
         numbered, cut, corrupt, walks);
}

/* ---- Known graphs.  */

/* The graph of preferential path profiling's figure 3, s = ENTRY, t = EXIT.  */
static void
test_paper (void)
{
  enum { S, T, A, B, C, D };
  struct wpp_cfg cfg;
  int err;
  cfg_init (&cfg, 6, 8);
  uint32_t sa = cfg_edge (&cfg, S, A, 0), sb = cfg_edge (&cfg, S, B, 0);
  uint32_t ac = cfg_edge (&cfg, A, C, 0);
  cfg_edge (&cfg, A, B, 0);
  uint32_t bc = cfg_edge (&cfg, B, C, 0);
  uint32_t cd = cfg_edge (&cfg, C, D, 0), ct = cfg_edge (&cfg, C, T, 0);
  uint32_t dt = cfg_edge (&cfg, D, T, 0);
  struct wpp_numbering *num = wpp_numbering_new (&cfg, 100, &err);
  struct { uint32_t n, edges[4]; uint64_t number; } paths[]
    = { { 4, { sa, ac, cd, dt }, 0 }, { 3, { sa, ac, ct }, 1 },
        { 4, { sb, bc, cd, dt }, 4 }, { 3, { sb, bc, ct }, 5 } };
  int ok = num && num->n_paths == 6 && num->n_starts == 1;
  for (int i = 0; i < 4 && ok; i++)
    {
      uint64_t number = 99;
      ok = !wpp_path_encode (num, 0, paths[i].edges, paths[i].n, &number)
           && number == paths[i].number;
    }
  CHECK (ok, "figure 3 of preferential path profiling: Ball-Larus numbers 0, 1, 4, 5 of 6");
  wpp_numbering_free (num);
  wpp_cfg_release (&cfg);
}

/* A loop with a branch inside, and a call before the exit.  */
static void
test_loop (void)
{
  enum { ENTRY, EXIT, HEAD, LEFT, RIGHT, LATCH, CALL };
  struct wpp_cfg cfg;
  int err;
  cfg_init (&cfg, 7, 8);
  cfg_edge (&cfg, ENTRY, HEAD, 0);
  cfg_edge (&cfg, HEAD, LEFT, 0);
  cfg_edge (&cfg, HEAD, RIGHT, COLD);
  cfg_edge (&cfg, LEFT, LATCH, 0);
  uint32_t cold = cfg_edge (&cfg, RIGHT, LATCH, COLD);
  uint32_t back = cfg_edge (&cfg, LATCH, HEAD, 0);
  uint32_t call = cfg_edge (&cfg, LATCH, CALL, ENDS);
  cfg_edge (&cfg, CALL, EXIT, 0);
  struct wpp_numbering *num = wpp_numbering_new (&cfg, 100, &err);
  CHECK (num && num->n_starts == 3 && (num->edges[back].flags & ENDS) && num->starts[1].edge == back
           && num->starts[2].edge == call,
         "a loop: back edge and call edge start paths");
  CHECK (num && num->n_paths == 4 + 4 + 1 && num->starts[1].value == 4 && num->starts[2].value == 8,
         "a loop: four paths from ENTRY, four from the back edge, one from the call");
  int placed = 0;
  for (uint32_t e = 0; num && e < cfg.n_edges; e++)
    placed += num->edges[e].increment != 0;
  CHECK (num && placed == 1 && (num->edges[2].increment || num->edges[cold].increment),
         "a loop: one increment, on the cold side");
  uint64_t nodes[7] = { 0 }, edges[8] = { 0 };
  for (uint64_t p = 0; num && p < num->n_paths; p++)
    wpp_path_count (num, p, 10, nodes, edges);
  CHECK (nodes[ENTRY] == 40 && nodes[HEAD] == 40 + 40 && nodes[CALL] == 40 && nodes[EXIT] == 10,
         "a loop: a block reached by an ending edge is counted by the path that ends there");
  nodes[HEAD] = UINT64_MAX - 5;
  CHECK (num && wpp_path_count (num, 0, 10, nodes, NULL) == 0 && nodes[HEAD] == UINT64_MAX,
         "counts do not wrap");
  wpp_numbering_free (num);
  wpp_cfg_release (&cfg);
}

static void
test_cuts (void)
{
  static const uint32_t lengths[] = { 40, 64, 65, 1000, 20000 };
  for (int i = 0; i < 5; i++)
    {
      struct wpp_cfg cfg;
      int err;
      mpz_t expected;
      uint32_t n = lengths[i];
      cfg_diamonds (&cfg, n);
      struct wpp_numbering *num = wpp_numbering_new (&cfg, 3 << 18, &err);
      mpz_init_set_ui (expected, 1);
      mpz_mul_2exp (expected, expected, n);
      CHECK (num && mpz_cmp (num->exact_paths, expected) == 0, "%u branches: 2^%u paths", n, n);
      CHECK (num && num->n_paths <= 3 << 18 && num->n_cuts > 0, "%u branches: cut to the limit", n);
      CHECK (num && n <= 1000 ? num->n_cuts <= n / 4 : num != NULL,
             "%u branches: %u cuts leave most of them alone", n, num ? num->n_cuts : 0);
      mpz_clear (expected);
      wpp_numbering_free (num);
      wpp_cfg_release (&cfg);
    }
}

/* A switch of N cases, each with a jump back to it, to the end, or on to a later case: what parser
   generators write.  */
static void
test_parser (void)
{
  enum { CASES = 100000, DEGREE = 9 };
  struct wpp_cfg cfg;
  uint64_t rng = 77;
  int err;
  cfg_init (&cfg, CASES + 3, (size_t)CASES * (DEGREE + 2));
  cfg_edge (&cfg, WPP_NODE_ENTRY, 2, 0);
  for (uint32_t i = 0; i < CASES; i++)
    cfg_edge (&cfg, 2, 3 + i, 0);
  for (uint32_t i = 0; i < CASES; i++)
    for (int k = 0; k < DEGREE; k++)
      {
        uint32_t choice = unit_below (&rng, 16384), on = 1 + unit_below (&rng, 200);
        uint32_t to = choice == 0 ? 2 : choice < 1000 || i + on >= CASES ? 1 : 3 + i + on;
        cfg_edge (&cfg, 3 + i, to, 0);
      }
  struct wpp_numbering *num = wpp_numbering_new (&cfg, 1 << 24, &err);
  CHECK (num && num->n_paths <= 1 << 24 && num->n_cuts > 0,
         "a function of %u blocks and %u edges is cut to the limit", cfg.n_nodes, cfg.n_edges);
  bool ok = num != NULL;
  for (int i = 0; i < 1000 && ok; i++)
    {
      struct wpp_path path = { 0 };
      uint64_t number = unit_random (&rng) % num->n_paths, back = 0;
      ok = !wpp_path_decode (num, number, &path);
      struct walker w = { .num = num, .start = path.start };
      for (uint32_t k = 0; ok && k < path.n_nodes && k < 256; k++)
        w.edges[w.n++] = k + 1 == path.n_nodes && path.end_edge != WPP_NO_EDGE ? path.end_edge
                                                                               : path.edges[k];
      ok = ok && w.n == path.n_nodes && !wpp_path_encode (num, w.start, w.edges, w.n, &back)
           && back == number && (uint64_t)run_machine (&w) == number;
      wpp_path_release (&path);
    }
  CHECK (ok, "… and its paths are decoded, encoded and added up");
  wpp_numbering_free (num);
  wpp_cfg_release (&cfg);
}

/* Deep graphs must not need a deep stack; quadratic counts must be given up.  */
static void
test_deep (void)
{
  struct wpp_cfg cfg;
  int err;
  cfg_diamonds (&cfg, 300000);
  struct wpp_numbering *num = wpp_numbering_new (&cfg, 1000, &err);
  CHECK (num != NULL, "300000 branches are numbered");
  CHECK (num && mpz_sgn (num->exact_paths) == 0, "… without counting 2^300000 paths to the end");
  wpp_numbering_free (num);
  wpp_cfg_release (&cfg);
}

/* ---- What is refused.  */

static int
refusal (const struct wpp_edge *edges, uint32_t n_edges, uint32_t n_nodes, uint32_t landing)
{
  struct wpp_cfg cfg;
  int err = 0;
  cfg_init (&cfg, n_nodes, n_edges);
  for (uint32_t i = 0; i < n_edges; i++)
    cfg_edge (&cfg, edges[i].src, edges[i].dst, edges[i].flags);
  if (landing)
    cfg.nodes[landing].flags = LANDING;
  struct wpp_numbering *num = wpp_numbering_new (&cfg, 100, &err);
  wpp_numbering_free (num);
  wpp_cfg_release (&cfg);
  return err;
}

#define REFUSED(landing, ...)                                                                     \
  refusal ((struct wpp_edge[]){ __VA_ARGS__ },                                                    \
           sizeof (struct wpp_edge[]){ __VA_ARGS__ } / sizeof (struct wpp_edge), 5, landing)

static void
test_refused (void)
{
  CHECK (REFUSED (0, { 0, 2, 0 }, { 2, 1, 0 }) == 0, "a sound graph is taken");
  CHECK (REFUSED (0, { 0, 9, 0 }) == WPP_E_CORRUPT, "an edge out of range");
  CHECK (REFUSED (0, { 2, 1, 0 }, { 0, 2, 0 }) == WPP_E_CORRUPT, "edges not sorted");
  CHECK (REFUSED (0, { 2, 0, 0 }) == WPP_E_CORRUPT, "an edge into ENTRY");
  CHECK (REFUSED (0, { 1, 2, 0 }) == WPP_E_CORRUPT, "an edge out of EXIT");
  CHECK (REFUSED (0, { 0, 1, ENDS }) == WPP_E_CORRUPT, "an ending edge into EXIT");
  CHECK (REFUSED (0, { 0, 2, GAP }, { 2, 1, 0 }) == WPP_E_CORRUPT, "a gap not into a landing");
  CHECK (REFUSED (1, { 0, 1, 0 }) == WPP_E_CORRUPT, "EXIT as landing");
  CHECK (REFUSED (0, { 0, 2, 0 }, { 2, 2, NOCUT }) == WPP_E_CORRUPT, "a NOCUT back edge");
  CHECK (REFUSED (0, { 0, 2, 0 }, { 2, 3, NOCUT }, { 2, 3, NOCUT }, { 3, 1, 0 }) == WPP_E_CORRUPT,
         "a cycle of NOCUT edges that would need an increment");
  CHECK (REFUSED (0, { 0, 2, TAIL }, { 2, 3, 0 }, { 2, 4, 0 }, { 3, 1, 0 }, { 4, 1, 0 })
           == WPP_E_CORRUPT,
         "a branch behind a tail call");
  CHECK (REFUSED (0, { 0, 2, TAIL }, { 2, 3, ENDS }, { 3, 1, 0 }) == WPP_E_CORRUPT,
         "a second event behind a tail call");
  CHECK (REFUSED (0, { 0, 2, TAIL | ENDS }, { 2, 1, 0 }) == WPP_E_CORRUPT,
         "a tail edge that ends the path");
  CHECK (REFUSED (3, { 0, 2, 0 }, { 2, 3, GAP }, { 2, 4, ENDS }, { 3, 1, 0 }) == 0,
         "a dead end and a landing are taken");
}

/* ---- The checksum.  */

static void
test_checksum (void)
{
  struct wpp_cfg a, b;
  cfg_diamonds (&a, 3);
  cfg_diamonds (&b, 3);
  b.edges[1].flags ^= COLD;
  b.nodes[3].block = 17;
  b.nodes[3].statements = 4;
  CHECK (wpp_cfg_checksum (&a) == wpp_cfg_checksum (&b),
         "the checksum leaves out COLD, block numbers and costs");
  b.edges[1].flags ^= ENDS;
  CHECK (wpp_cfg_checksum (&a) != wpp_cfg_checksum (&b), "the checksum covers edge flags");
  b.edges[1].flags = 0;
  b.nodes[4].flags = LANDING;
  CHECK (wpp_cfg_checksum (&a) != wpp_cfg_checksum (&b), "the checksum covers node flags");
  b.nodes[4].flags = 0;
  b.edges[4].dst = 6;
  CHECK (wpp_cfg_checksum (&a) != wpp_cfg_checksum (&b), "the checksum covers destinations");
  wpp_cfg_release (&a);
  wpp_cfg_release (&b);
}

int
main (void)
{
  test_paper ();
  test_loop ();
  test_random ();
  test_cuts ();
  test_parser ();
  test_deep ();
  test_refused ();
  test_checksum ();
  return unit_done ();
}
