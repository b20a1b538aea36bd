/* Prime paths: those of random graphs, by enumeration of all simple paths; graphs with too many; pieces of blocks.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "program/paths/prime.h"
#include "make-cfg.h"
#include "unit.h"

enum { MOST = 7, LONGEST = MOST + 1, ALL = 1 << 16 };

struct list
{
  uint32_t n;
  struct { uint32_t n, blocks[LONGEST]; } paths[ALL];
};
static struct list simple, found;

static void
add (struct list *l, const uint32_t *path, uint32_t n)
{
  if (l->n == ALL)
    abort ();
  l->paths[l->n].n = n;
  memcpy (l->paths[l->n++].blocks, path, n * sizeof *path);
}

static int
take (void *data, const uint32_t *path, uint32_t n)
{
  add (data, path, n);
  return 0;
}

/* ---- The truth, by its definition.  */

/* List all simple paths that begin with PATH [N].  */
static void
extend (const struct wpp_prime_graph *g, uint32_t *path, uint32_t n)
{
  add (&simple, path, n);
  if (n > 1 && path[0] == path[n - 1])
    return;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      bool on = false;
      for (uint32_t i = 1; i < n; i++)
        on |= path[i] == b;
      path[n] = b;
      if (!on && wpp_prime_edge_p (g, path[n - 1], b))
        extend (g, path, n + 1);
    }
}

static bool
part_p (uint32_t a, uint32_t b)
{
  for (uint32_t at = 0; at + simple.paths[a].n <= simple.paths[b].n; at++)
    if (!memcmp (simple.paths[b].blocks + at, simple.paths[a].blocks, simple.paths[a].n * sizeof (uint32_t)))
      return simple.paths[b].n > simple.paths[a].n;
  return false;
}

/* Is what was found all that is prime among the simple paths, in order?  */
static bool
right_p (const struct wpp_prime_graph *g)
{
  uint32_t n = 0, path[LONGEST + 1];
  simple.n = 0;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    {
      path[0] = b;
      extend (g, path, 1);
    }
  for (uint32_t a = 0; a < simple.n; a++)
    {
      bool prime = simple.paths[a].n > 1 || !g->apart[simple.paths[a].blocks[0]];
      for (uint32_t b = 0; b < simple.n && prime; b++)
        prime = !part_p (a, b);
      if (prime != wpp_prime_path_p (g, simple.paths[a].blocks, simple.paths[a].n))
        return false;
      bool listed = n < found.n && found.paths[n].n == simple.paths[a].n
                    && !memcmp (found.paths[n].blocks, simple.paths[a].blocks, found.paths[n].n * sizeof (uint32_t));
      if (prime && !listed)
        return false;
      n += prime;
    }
  return n == found.n;
}

/* A graph of N blocks with random edges.  */
static void
make_random (struct wpp_cfg *cfg, uint32_t n, uint64_t *state)
{
  cfg_init (cfg, n + 2, n * n + 2);
  cfg_edge (cfg, WPP_NODE_ENTRY, 2, 0);
  for (uint32_t v = 2; v < n + 2; v++)
    {
      uint32_t most = 1 + unit_below (state, 3);
      for (uint32_t dst = 2; dst < n + 2; dst++)
        if (unit_below (state, n) < most)
          cfg_edge (cfg, v, dst, unit_below (state, 8) ? 0 : WPP_EDGE_GAP | (unit_below (state, 2) ? WPP_EDGE_EH : 0));
      if (!unit_below (state, 3))
        cfg_edge (cfg, v, WPP_NODE_EXIT, 0);
    }
}

static void
test_random (void)
{
  uint64_t state = 11, paths = 0;
  bool right = true;
  for (unsigned i = 0; i < 400; i++)
    {
      struct wpp_cfg cfg;
      struct wpp_prime_graph g;
      make_random (&cfg, 1 + unit_below (&state, MOST), &state);
      int err = wpp_prime_graph_init (&g, &cfg);
      found.n = 0;
      err = err ? err : wpp_prime_paths (&g, ALL, take, &found);
      paths += found.n;
      right &= !err && right_p (&g);
      wpp_prime_graph_release (&g);
      wpp_cfg_release (&cfg);
    }
  CHECK (right && paths > 1000, "random graphs: prime paths are the simple ones that are parts of no other");
}

static void
test_many (void)
{
  struct wpp_cfg cfg;
  struct wpp_prime_graph g;
  cfg_diamonds (&cfg, 10);
  int err = wpp_prime_graph_init (&g, &cfg);
  found.n = 0;
  err = err ? err : wpp_prime_paths (&g, 512, take, &found);
  CHECK (!err && found.n == 512, "ten branches in a row, the last one to EXIT: 512 prime paths");
  found.n = 0;
  CHECK (wpp_prime_paths (&g, 500, take, &found) == WPP_E_TOOBIG && found.n == 500, "no more than are wanted");
  wpp_prime_graph_release (&g);
  wpp_cfg_release (&cfg);
}

static int
nobody (void *data, const uint32_t *path, uint32_t n)
{
  ++*(uint64_t *)data;
  return 0;
}

/* All of N blocks lead to all.  */
static void
test_dense (void)
{
  struct wpp_cfg cfg;
  struct wpp_prime_graph g;
  uint64_t n = 0;
  cfg_init (&cfg, 402, 400 * 401);
  cfg_edge (&cfg, WPP_NODE_ENTRY, 2, 0);
  for (uint32_t v = 2; v < 402; v++)
    for (uint32_t dst = 2; dst < 402; dst++)
      cfg_edge (&cfg, v, dst, 0);
  int err = wpp_prime_graph_init (&g, &cfg);
  CHECK (!err && wpp_prime_paths (&g, UINT64_MAX, nobody, &n) == WPP_E_TOOBIG, "who has too many is told so soon");
  wpp_prime_graph_release (&g);
  wpp_cfg_release (&cfg);
}

static void
test_pieces (void)
{
  struct wpp_cfg cfg;
  struct wpp_prime_graph g;
  cfg_init (&cfg, 6, 8);
  cfg.nodes[3].flags = WPP_NODE_CONTINUES;
  cfg.nodes[5].flags = WPP_NODE_LANDING;
  cfg_edge (&cfg, WPP_NODE_ENTRY, 2, 0);
  cfg_edge (&cfg, 2, 3, WPP_EDGE_ENDS);
  cfg_edge (&cfg, 3, 4, 0);
  cfg_edge (&cfg, 4, WPP_NODE_EXIT, 0);
  cfg_edge (&cfg, 4, 5, WPP_EDGE_GAP);
  int err = wpp_prime_graph_init (&g, &cfg);
  found.n = 0;
  err = err ? err : wpp_prime_paths (&g, ALL, take, &found);
  CHECK (!err && g.n_blocks == 3 && found.n == 1 && found.paths[0].n == 2 && found.paths[0].blocks[0] == 0
           && found.paths[0].blocks[1] == 1,
         "pieces are one block, and what only a jump from elsewhere comes to is no path");
  wpp_prime_graph_release (&g);
  wpp_cfg_release (&cfg);
}

int
main (void)
{
  test_random ();
  test_many ();
  test_dense ();
  test_pieces ();
  return unit_done ();
}
