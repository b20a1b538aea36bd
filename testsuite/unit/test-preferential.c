/* Preferential numbering: the paper's examples; random graphs with random interesting paths, against
   Figure 10 as it is printed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "program/paths/cfg.h"
#include "base/error.h"
#include "program/paths/numbering.h"
#include "program/paths/preferential-pack.h"
#include "make-cfg.h"
#include "unit.h"

enum
{
  S = WPP_NODE_ENTRY,
  T = WPP_NODE_EXIT,
  A = 2, B, C, D, E, F, G,
  ENDS = WPP_EDGE_ENDS,
  GAP = WPP_EDGE_GAP
};

/* The number of the path over the nodes NODES, which begins at ENTRY and ends with T.  */
static uint64_t
number_of (const struct wpp_numbering *num, const uint32_t *nodes)
{
  uint32_t edges[16], n = 0;
  uint64_t number = UINT64_MAX;
  for (; nodes[n] != T; n++)
    for (uint32_t e = 0; e < num->cfg->n_edges; e++)
      if (num->cfg->edges[e].src == nodes[n] && num->cfg->edges[e].dst == nodes[n + 1])
        edges[n] = e;
  wpp_path_encode (num, 0, edges, n, &number);
  return number;
}

#define PATH(num, ...) number_of (num, (uint32_t[]){ __VA_ARGS__, T })

static int64_t
identifier_of (const struct wpp_preferential *p, uint64_t number)
{
  struct wpp_path path = { 0 };
  int64_t identifier = INT64_MIN;
  if (wpp_path_decode (p->num, number, &path) == 0)
    identifier = wpp_preferential_identifier (p, &path);
  wpp_path_release (&path);
  return identifier;
}

/* ---- The paper's examples.  */

static void
test_figure_3 (void)
{
  struct wpp_cfg cfg;
  int err;
  cfg_init (&cfg, 6, 8);
  uint32_t sa = cfg_edge (&cfg, S, A, 0), sb = cfg_edge (&cfg, S, B, 0);
  cfg_edge (&cfg, A, B, 0);
  uint32_t ac = cfg_edge (&cfg, A, C, 0), bc = cfg_edge (&cfg, B, C, 0);
  uint32_t cd = cfg_edge (&cfg, C, D, 0), ct = cfg_edge (&cfg, C, T, 0);
  uint32_t dt = cfg_edge (&cfg, D, T, 0);
  struct wpp_numbering *num = wpp_numbering_new (&cfg, 100, &err);
  uint64_t paths[] = { PATH (num, S, A, C, D), PATH (num, S, A, C), PATH (num, S, B, C) };
  struct wpp_preferential *p = wpp_preferential_new (num, paths, 3, &err);
  CHECK (p && p->size == 3 && p->interval_size == 3 && p->scheme == WPP_SCHEME_INTERVALS,
         "figure 3: three interesting paths need three counters");
  CHECK (p && p->edge_value[dt] == 0 && p->edge_value[cd] == 0 && p->edge_value[ct] == 1
           && p->edge_value[bc] == -1 && p->edge_value[ac] == 0 && p->edge_value[sa] == 0
           && p->edge_value[sb] == 2 && p->start_value[0] == 0,
         "section 3.2: the weights of figure 3");
  CHECK (p && identifier_of (p, paths[0]) == 0 && identifier_of (p, paths[1]) == 1
           && identifier_of (p, paths[2]) == 2,
         "section 3.2: sacdt, sact and sbct are 0, 1 and 2");
  CHECK (p && identifier_of (p, PATH (num, S, A, B, C)) == 0
           && identifier_of (p, PATH (num, S, B, C, D)) == 1
           && PATH (num, S, A, B, C) != paths[0] && PATH (num, S, B, C, D) != paths[1],
         "section 2.3: sabct and sbcdt are aliases that their Ball-Larus numbers tell apart");
  wpp_preferential_free (p);
  wpp_numbering_free (num);
  wpp_cfg_release (&cfg);
}

/* The graph of figure 6: s to a, b or c, then d, then e, f or g.  */
static void
figure_6_edges (struct wpp_cfg *cfg)
{
  for (uint32_t v = A; v <= C; v++)
    cfg_edge (cfg, v, D, 0);
  for (uint32_t v = E; v <= G; v++)
    cfg_edge (cfg, D, v, 0);
  for (uint32_t v = E; v <= G; v++)
    cfg_edge (cfg, v, T, 0);
}

static void
test_figure_6 (void)
{
  struct wpp_cfg cfg;
  int err;
  cfg_init (&cfg, 9, 12);
  for (uint32_t v = A; v <= C; v++)
    cfg_edge (&cfg, S, v, 0);
  figure_6_edges (&cfg);
  struct wpp_numbering *num = wpp_numbering_new (&cfg, 100, &err);
  uint64_t paths[] = { PATH (num, S, A, D, F), PATH (num, S, A, D, G), PATH (num, S, B, D, E),
                       PATH (num, S, B, D, G), PATH (num, S, C, D, E), PATH (num, S, C, D, F) };
  struct wpp_preferential *p = wpp_preferential_new (num, paths, 6, &err);
  CHECK (p && p->size == 7 && p->interval_size == 7,
         "figure 6: six interesting paths need seven counters (%d, by intervals %d)",
         p ? (int)p->size : 0, p ? (int)p->interval_size : 0);
  wpp_preferential_free (p);
  wpp_numbering_free (num);
  wpp_cfg_release (&cfg);
}

/* Figure 11: beside a graph whose interesting paths leave a hole (that of figure 6), a single path
   that can fill it.  */
static void
test_figure_11 (void)
{
  enum { H = G + 1 };
  struct wpp_cfg cfg;
  int err;
  cfg_init (&cfg, 10, 14);
  for (uint32_t v = A; v <= C; v++)
    cfg_edge (&cfg, S, v, 0);
  cfg_edge (&cfg, S, H, 0);
  figure_6_edges (&cfg);
  cfg_edge (&cfg, H, T, 0);
  struct wpp_numbering *num = wpp_numbering_new (&cfg, 100, &err);
  uint64_t paths[] = { PATH (num, S, A, D, F), PATH (num, S, A, D, G), PATH (num, S, B, D, E),
                       PATH (num, S, B, D, G), PATH (num, S, C, D, E), PATH (num, S, C, D, F),
                       PATH (num, S, H) };
  struct wpp_preferential *p = wpp_preferential_new (num, paths, 7, &err);
  CHECK (p && p->interval_size == 8 && p->size == 7 && p->scheme != WPP_SCHEME_INTERVALS,
         "figure 11: a hole between intervals is filled (%d counters, by intervals %d)",
         p ? (int)p->size : 0, p ? (int)p->interval_size : 0);
  wpp_preferential_free (p);
  wpp_numbering_free (num);
  wpp_cfg_release (&cfg);
}

/* ---- Figure 10, as printed, for numberings of few paths.  */

struct naive
{
  const struct wpp_numbering *num;
  size_t n;
  struct wpp_path *paths;    /* [n] */
  int64_t *pid;              /* [n] */
  int64_t *weight;           /* [n_starts + n_edges], starts first */
};

/* The steps of a path, starts first as they are numbered here; STEP 0 is the start.  */
static uint32_t
naive_step (const struct naive *a, size_t p, uint32_t i)
{
  const struct wpp_path *path = &a->paths[p];
  if (i == 0)
    return path->start;
  if (i == path->n_nodes && path->end_edge != WPP_NO_EDGE)
    return a->num->n_starts + path->end_edge;
  return a->num->n_starts + path->edges[i - 1];
}

/* The place of STEP in path P, or -1.  */
static int
naive_place (const struct naive *a, size_t p, uint32_t step)
{
  for (uint32_t i = 0; i <= a->paths[p].n_nodes; i++)
    if (naive_step (a, p, i) == step)
      return i;
  return -1;
}

/* Have the paths P and Q the same prefix of LENGTH steps?  */
static bool
naive_same_prefix (const struct naive *a, size_t p, size_t q, int length)
{
  for (int i = 0; i < length; i++)
    if (i > (int)a->paths[q].n_nodes || naive_step (a, p, i) != naive_step (a, q, i))
      return false;
  return true;
}

/* cis(q) of the prefix of LENGTH steps of path P: 1 + the greatest identifier among paths with
   that prefix over the steps FIRST .. STEP - 1.  */
static int64_t
naive_cis (const struct naive *a, size_t p, int length, uint32_t first, uint32_t step)
{
  int64_t cis = 0;
  for (size_t q = 0; q < a->n; q++)
    if (naive_same_prefix (a, p, q, length) && (int)a->paths[q].n_nodes >= length
        && naive_step (a, q, length) >= first && naive_step (a, q, length) < step
        && a->pid[q] + 1 > cis)
      cis = a->pid[q] + 1;
  return cis;
}

static void
naive_weigh (struct naive *a, uint32_t first, uint32_t step)
{
  bool used = false;
  int64_t weight = 0;
  for (size_t p = 0; p < a->n; p++)
    {
      int length = naive_place (a, p, step);
      int64_t min = INT64_MAX;
      if (length < 0)
        continue;
      for (size_t q = 0; q < a->n; q++)
        if (naive_place (a, q, step) == length && naive_same_prefix (a, p, q, length)
            && a->pid[q] < min)
          min = a->pid[q];
      int64_t here = naive_cis (a, p, length, first, step) - min;
      if (!used || here > weight)
        weight = here;
      used = true;
    }
  a->weight[step] = used ? weight : 0;
  for (size_t p = 0; p < a->n; p++)
    if (naive_place (a, p, step) >= 0)
      a->pid[p] += weight;
}

/* Visit V's successors, then weigh its edges: reverse topological order.  */
static void
naive_visit (struct naive *a, uint8_t *seen, uint32_t v)
{
  const struct wpp_numbering *num = a->num;
  if (seen[v]++)
    return;
  for (uint32_t e = num->first_edge[v]; e < num->first_edge[v + 1]; e++)
    if (!(num->edges[e].flags & (ENDS | GAP)))
      naive_visit (a, seen, num->cfg->edges[e].dst);
  for (uint32_t e = num->first_edge[v]; e < num->first_edge[v + 1]; e++)
    naive_weigh (a, num->n_starts + num->first_edge[v], num->n_starts + e);
}

/* Does P have the size of Figure 10, and its values where the intervals were the best?  */
static bool
as_printed_p (const struct wpp_preferential *p)
{
  const struct wpp_numbering *num = p->num;
  struct naive a = { .num = num, .n = p->n_interesting };
  a.paths = calloc (a.n + 1, sizeof *a.paths);
  a.pid = calloc (a.n + 1, sizeof *a.pid);
  a.weight = calloc (num->n_starts + (size_t)num->cfg->n_edges, sizeof *a.weight);
  uint8_t *seen = calloc (num->cfg->n_nodes, 1);
  int64_t size = 0;
  for (size_t i = 0; i < a.n; i++)
    wpp_path_decode (num, p->paths[i], &a.paths[i]);
  for (uint32_t v = 0; v < num->cfg->n_nodes; v++)
    naive_visit (&a, seen, v);
  for (uint32_t s = 0; s < num->n_starts; s++)
    naive_weigh (&a, 0, s);
  for (size_t i = 0; i < a.n; i++)
    size = a.pid[i] + 1 > size ? a.pid[i] + 1 : size;
  bool ok = (uint64_t)size == p->interval_size;
  if (p->scheme == WPP_SCHEME_INTERVALS)
    {
      ok = ok && memcmp (a.weight, p->start_value, num->n_starts * sizeof *a.weight) == 0;
      ok = ok && memcmp (a.weight + num->n_starts, p->edge_value,
                         num->cfg->n_edges * sizeof *a.weight) == 0;
    }
  for (size_t i = 0; i < a.n; i++)
    wpp_path_release (&a.paths[i]);
  free (a.paths);
  free (a.pid);
  free (a.weight);
  free (seen);
  return ok;
}

/* ---- Random graphs.  */

/* A graph of N nodes with a few edges out of each, some of which end paths, go back, or carry no
   code.  */
static void
random_cfg (struct wpp_cfg *cfg, uint64_t *rng, uint32_t n)
{
  uint32_t landing = unit_below (rng, 3) == 0 ? 2 + unit_below (rng, n - 2) : 0;
  cfg_init (cfg, n, 5 * (size_t)n);
  if (landing)
    cfg->nodes[landing].flags = WPP_NODE_LANDING;
  cfg_edge (cfg, S, 2, landing == 2 ? ENDS : 0);
  for (uint32_t v = 2; v < n; v++)
    for (uint32_t degree = 1 + unit_below (rng, 3); degree > 0; degree--)
      {
        bool back = unit_below (rng, 12) == 0, last = v + 1 == n;
        uint32_t to = back ? 2 + unit_below (rng, n - 2) : last ? T : v + 1 + unit_below (rng, n - v - 1);
        if (!back && unit_below (rng, 8) == 0)
          to = T;
        uint32_t flags = to != T && (to == landing || unit_below (rng, 12) == 0) ? ENDS : 0;
        cfg_edge (cfg, v, to, flags | (unit_below (rng, 4) == 0 ? WPP_EDGE_COLD : 0));
        if (landing && unit_below (rng, 20) == 0)
          cfg_edge (cfg, v, landing, GAP);
      }
}

/* The sum of a path's increments.  */
static int64_t
run_machine (const struct wpp_preferential *p, const struct wpp_path *path)
{
  int64_t sum = p->start_initial[path->start];
  for (uint32_t i = 0; i < path->n_nodes; i++)
    sum += i + 1 == path->n_nodes && path->end_edge != WPP_NO_EDGE
             ? p->edge_increment[path->end_edge] : p->edge_increment[path->edges[i]];
  return sum;
}

/* Identifiers unique, below the size, told by values and by increments alike.  */
static bool
identifiers_ok_p (const struct wpp_preferential *p)
{
  uint8_t *taken = calloc (p->size + 1, 1);
  struct wpp_path path = { 0 };
  bool ok = p->size >= p->n_interesting && p->size <= p->interval_size
            && p->interval_size <= p->num->n_paths;
  for (size_t i = 0; i < p->n_interesting && ok; i++)
    {
      uint64_t id = p->identifiers[i];
      ok = id < p->size && !taken[id] && (i == 0 || p->paths[i - 1] < p->paths[i])
           && wpp_path_decode (p->num, p->paths[i], &path) == 0
           && wpp_preferential_identifier (p, &path) == (int64_t)id
           && run_machine (p, &path) == (int64_t)id;
      taken[id < p->size ? id : p->size] = 1;
    }
  wpp_path_release (&path);
  free (taken);
  return ok;
}

struct totals
{
  int numberings, perfect, better, printed, backwards, bounded, unbounded;
};

/* What the increments of NUM add up to on PATH.  */
static uint64_t
packed (const struct wpp_numbering *num, const struct wpp_path *path)
{
  uint64_t sum = num->starts[path->start].initial;
  for (uint32_t i = 0; i < path->n_nodes; i++)
    sum += i + 1 == path->n_nodes && path->end_edge != WPP_NO_EDGE
             ? num->edges[path->end_edge].end_increment : num->edges[path->edges[i]].increment;
  return sum;
}

static int
compare_numbers (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return x < y ? -1 : x > y;
}

static uint64_t
count_keys (const struct wpp_packing *packing)
{
  uint64_t n = 0;
  for (uint64_t i = 0; i < packing->n; i++)
    n += packing->keys[i] != 0;
  return n;
}

/* Are the keys of all paths of NUM, which PACKING has changed, as they should be?  That of a listed
   identifier is its path's, no other path has it, and all paths have a pair if it says so.  */
static bool
packing_ok_p (const struct wpp_preferential *p, const struct wpp_numbering *num,
              const struct wpp_packing *packing)
{
  struct wpp_path path = { 0 };
  uint64_t mask = (UINT64_C (1) << packing->shift) - 1, found = 0;
  bool ok = true;
  for (uint64_t n = 0; n < num->n_paths && ok; n++)
    {
      ok = wpp_path_decode (num, n, &path) == 0;
      uint64_t key = packed (num, &path), i = ((key & mask) - packing->bias) / 2;
      bool known = bsearch (&n, p->paths, p->n_interesting, sizeof n, compare_numbers);
      bool equal = i < packing->n && packing->keys[i] == key;
      found += equal;
      ok = ok && key >> packing->shift == n + 1 && (!equal || known)
           && (!packing->bounded || i < packing->n);
    }
  wpp_path_release (&path);
  return ok && found == count_keys (packing);
}

/* Pack P, whose numbering has LIMIT.  */
static bool
pack_ok_p (const struct wpp_preferential *p, uint64_t limit, struct totals *totals)
{
  int err = 0;
  struct wpp_packing packing;
  struct wpp_numbering *num = wpp_numbering_new (p->num->cfg, limit, &err);
  uint64_t *frequency = calloc (p->num->cfg->n_edges + 1, sizeof *frequency);
  for (size_t i = 0; i < p->n_interesting; i++)
    wpp_path_count (p->num, p->paths[i], i + 1, NULL, frequency);
  bool ok = num && wpp_preferential_pack (p, num, frequency, &packing) == 0
            && packing_ok_p (p, num, &packing)
            && count_keys (&packing) == p->n_interesting;
  if (ok)
    {
      totals->bounded += packing.bounded;
      totals->unbounded += !packing.bounded;
      wpp_packing_release (&packing);
    }
  wpp_numbering_free (num);
  free (frequency);
  return ok;
}

/* Choose about one in RARITY of NUM's paths; *N becomes their number.  */
static uint64_t *
choose_paths (const struct wpp_numbering *num, uint64_t *rng, uint32_t rarity, size_t *n)
{
  uint64_t *chosen = calloc (num->n_paths + 1, sizeof *chosen);
  *n = 0;
  for (uint64_t i = num->n_paths; i-- > 0;)
    if (unit_below (rng, rarity) == 0)
      chosen[(*n)++] = i;
  return chosen;
}

static bool
try_numbering (const struct wpp_numbering *num, uint64_t limit, uint64_t *rng, uint32_t rarity,
               struct totals *totals)
{
  size_t n;
  int err;
  uint64_t *chosen = choose_paths (num, rng, rarity, &n);
  struct wpp_preferential *p = wpp_preferential_new (num, chosen, n, &err);
  bool ok = p && p->n_interesting == n && identifiers_ok_p (p);
  if (ok && n <= 60)
    {
      ok = as_printed_p (p);
      totals->printed++;
    }
  if (ok && n > 0)
    ok = pack_ok_p (p, limit, totals);
  /* All paths: Ball and Larus are a special case.  */
  ok = ok && (rarity > 1 || p->size == num->n_paths);
  if (ok)
    {
      totals->numberings++;
      totals->perfect += p->size == n;
      totals->better += p->size < p->interval_size;
      totals->backwards += p->backwards;
    }
  wpp_preferential_free (p);
  free (chosen);
  return ok;
}

static void
test_random (void)
{
  uint64_t rng = 2007;
  struct totals totals = { 0 };
  bool ok = true;
  for (int i = 0; i < 3000 && ok; i++)
    {
      struct wpp_cfg cfg;
      int err = 0;
      random_cfg (&cfg, &rng, 4 + unit_below (&rng, 20));
      uint64_t limit = i % 3 ? 20000 : 40;
      struct wpp_numbering *num = wpp_numbering_new (&cfg, limit, &err);
      ok = num != NULL;
      for (uint32_t rarity = 1; ok && rarity <= 64; rarity *= 4)
        ok = try_numbering (num, limit, &rng, rarity, &totals);
      wpp_numbering_free (num);
      wpp_cfg_release (&cfg);
      CHECK_QUIET (ok, "random graph %d", i);
    }
  CHECK (ok && totals.printed > 5000 && totals.better > 100 && totals.perfect > 5000
           && totals.backwards > 50 && totals.bounded > 5000 && totals.unbounded > 20,
         "random graphs and interesting paths: identifiers are unique, sizes and weights those of"
         " figure 10 or better (%d numberings, %d perfect, %d better than intervals, %d of them"
         " backwards, %d by the book); packed, keys are (%d with a pair for every path, %d without)",
         totals.numberings, totals.perfect, totals.better, totals.backwards, totals.printed,
         totals.bounded, totals.unbounded);
}

/* ---- Large functions, and what is refused.  */

/* 30 branches, a billion paths, of which few thousand are interesting.  */
static void
test_large (void)
{
  enum { N = 3000 };
  struct wpp_cfg cfg;
  uint64_t rng = 16, *chosen = calloc (N, sizeof *chosen);
  int err;
  cfg_diamonds (&cfg, 30);
  struct wpp_numbering *num = wpp_numbering_new (&cfg, UINT64_C (1) << 31, &err);
  for (uint64_t i = 0; i < N; i++)
    chosen[i] = (i << 30) / N + unit_random (&rng) % 100000;
  struct wpp_preferential *p = num ? wpp_preferential_new (num, chosen, N, &err) : NULL;
  CHECK (p && num->n_paths == UINT64_C (1) << 30 && identifiers_ok_p (p),
         "2^30 paths, %d of them interesting and far apart: %llu counters", (int)N,
         p ? (unsigned long long)p->size : 0);
  wpp_preferential_free (p);
  wpp_numbering_free (num);
  wpp_cfg_release (&cfg);
  free (chosen);
}

static void
test_refused (void)
{
  struct wpp_cfg cfg;
  int err;
  cfg_diamonds (&cfg, 3);
  struct wpp_numbering *num = wpp_numbering_new (&cfg, 100, &err);
  uint64_t beyond[] = { 1, 8 }, twice[] = { 5, 2, 5 };
  CHECK (!wpp_preferential_new (num, beyond, 2, &err) && err == WPP_E_RANGE,
         "a number that is no path is refused");
  CHECK (!wpp_preferential_new (num, twice, 3, &err) && err == WPP_E_RANGE,
         "a path that comes twice is refused");
  struct wpp_preferential *p = wpp_preferential_new (num, NULL, 0, &err);
  CHECK (p && p->size == 0 && p->interval_size == 0, "no interesting path needs no counter");
  wpp_preferential_free (p);
  wpp_numbering_free (num);
  wpp_cfg_release (&cfg);
}

int
main (void)
{
  test_figure_3 ();
  test_figure_6 ();
  test_figure_11 ();
  test_random ();
  test_large ();
  test_refused ();
  return unit_done ();
}
