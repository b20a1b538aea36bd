/* Orders of blocks: graphs with an obvious best order, all orders of small graphs, and great graphs.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "unit.h"
#include "base/error.h"
#include "decide/models/layout.h"

static uint64_t state = 20200;

static uint32_t
below (uint32_t n)
{
  return unit_random (&state) % n;
}

static bool
order_is_p (const uint32_t *order, const uint32_t *expected, uint32_t n)
{
  return !memcmp (order, expected, n * sizeof *order);
}

/* Is ORDER one of 0 … N - 1, 0 first?  */
static bool
order_p (const uint32_t *order, uint32_t n)
{
  unsigned char *seen = calloc (n, 1);
  bool ok = order[0] == 0;
  for (uint32_t i = 0; i < n; i++)
    ok &= order[i] < n && !seen[order[i]]++;
  free (seen);
  return ok;
}

/* ---- The worth of jumps, as in the paper's formula.  */

static void
check_worth (void)
{
  const uint32_t as_is[] = { 0, 1, 2 };
  struct wpp_layout_block blocks[] = { { 100, 1 }, { 512, 1 }, { 28, 1 } };
  struct wpp_layout_jump next = { 0, 1, 1000 }, forward = { 0, 2, 1000 }, back = { 1, 0, 1000 }, far = { 0, 2, 1000 };
  CHECK (wpp_layout_worth (3, blocks, 1, &next, as_is) == 1000, "worth: a jump to the next block");
  CHECK (wpp_layout_worth (3, blocks, 1, &forward, as_is) == 50, "worth: forward over 512 of 1024 bytes");
  double expected = 100 * (1 - 612 / 640.0);
  double worth = wpp_layout_worth (3, blocks, 1, &back, as_is);
  CHECK (worth > expected - 1e-6 && worth < expected + 1e-6, "worth: backward over 612 of 640 bytes");
  blocks[1].size = 1024;
  CHECK (wpp_layout_worth (3, blocks, 1, &far, as_is) == 0, "worth: forward over 1024 bytes");
}

/* ---- Graphs whose best order is obvious.  */

static void
check_obvious (void)
{
  /* if (likely) 2; else 1; 3  */
  struct wpp_layout_block four[] = { { 10, 100 }, { 10, 1 }, { 10, 99 }, { 10, 100 } };
  struct wpp_layout_jump diamond[] = { { 0, 1, 1 }, { 0, 2, 99 }, { 1, 3, 1 }, { 2, 3, 99 } };
  uint32_t order[5];
  int err = wpp_layout (4, four, 4, diamond, 1000000, order);
  CHECK (!err && order_is_p (order, (uint32_t[]) { 0, 2, 3, 1 }, 4), "layout: the likely arm comes next");

  /* A loop whose test stands at its begin: 1 tests, 2 and 3 are the body, 4 is after it.  It is turned round.  */
  struct wpp_layout_block five[] = { { 10, 1 }, { 10, 101 }, { 10, 100 }, { 10, 100 }, { 10, 1 } };
  struct wpp_layout_jump loop[] = { { 0, 1, 1 }, { 1, 2, 100 }, { 2, 3, 100 }, { 3, 1, 100 }, { 1, 4, 1 } };
  err = wpp_layout (5, five, 5, loop, 1000000, order);
  CHECK (!err && wpp_layout_worth (5, five, 5, loop, order) >= 200, "layout: two of a loop's three jumps fall through");

  /* Nothing was executed.  */
  struct wpp_layout_block never[] = { { 10, 0 }, { 0, 0 }, { 10, 0 } };
  struct wpp_layout_jump no_jump[] = { { 0, 2, 0 }, { 2, 1, 0 } };
  err = wpp_layout (3, never, 2, no_jump, 1000000, order);
  CHECK (!err && order_is_p (order, (uint32_t[]) { 0, 1, 2 }, 3), "layout: what was never executed stays in order");
  err = wpp_layout (1, never, 0, NULL, 0, order);
  CHECK (!err && order[0] == 0, "layout: one block");
}

/* ---- All orders of small graphs.  */

struct graph
{
  uint32_t n, n_jumps;
  struct wpp_layout_block *blocks;
  struct wpp_layout_jump *jumps;
};

static void
make_graph (struct graph *g, uint32_t n)
{
  *g = (struct graph) { .n = n, .blocks = calloc (n, sizeof *g->blocks), .jumps = calloc (2 * n, sizeof *g->jumps) };
  for (uint32_t b = 0; b < n; b++)
    {
      g->blocks[b] = (struct wpp_layout_block) { 1 + below (200), below (4) ? below (1000) : 0 };
      uint64_t count = g->blocks[b].count, part = below (count + 1);
      g->jumps[g->n_jumps++] = (struct wpp_layout_jump) { b, below (n), part };
      if (below (2))
        g->jumps[g->n_jumps++] = (struct wpp_layout_jump) { b, (b + 1 + below (3)) % n, count - part };
    }
}

static void
free_graph (struct graph *g)
{
  free (g->blocks);
  free (g->jumps);
}

static double
worth (const struct graph *g, const uint32_t *order)
{
  return wpp_layout_worth (g->n, g->blocks, g->n_jumps, g->jumps, order);
}

/* The most that an order is worth whose first AT blocks are those of ORDER.  */
static double
best (const struct graph *g, uint32_t *order, uint32_t at)
{
  double most = at == g->n ? worth (g, order) : 0;
  for (uint32_t i = at; i < g->n; i++)
    {
      uint32_t block = order[i];
      order[i] = order[at];
      order[at] = block;
      double other = best (g, order, at + 1);
      most = other > most ? other : most;
      order[at] = order[i];
      order[i] = block;
    }
  return most;
}

static void
check_small (void)
{
  double found = 0, possible = 0;
  bool ok = true, no_worse = true, possible_p = true;
  for (int trial = 0; trial < 400; trial++)
    {
      struct graph g;
      uint32_t order[7], as_is[7] = { 0, 1, 2, 3, 4, 5, 6 };
      make_graph (&g, 2 + below (6));
      ok &= wpp_layout (g.n, g.blocks, g.n_jumps, g.jumps, 1000000, order) == WPP_OK && order_p (order, g.n);
      double here = worth (&g, order), most = best (&g, as_is, 1);
      no_worse &= here >= worth (&g, as_is);
      possible_p &= here <= most + 1e-6;
      found += here;
      possible += most;
      free_graph (&g);
    }
  CHECK (ok, "small graphs: each block once, the first one first");
  CHECK (no_worse, "small graphs: no worse than before");
  CHECK (possible_p, "small graphs: no better than the best of all orders");
  CHECK (found >= 0.97 * possible, "small graphs: %.3f of what is possible", found / possible);
}

/* ---- Great graphs, and little time.  */

static void
check_great (void)
{
  const uint64_t works[] = { 0, 1000, 10000000 };
  double before = 0;
  struct graph g;
  make_graph (&g, 4000);
  uint32_t *order = calloc (g.n, sizeof *order);
  for (int i = 0; i < 3; i++)
    {
      bool ok = wpp_layout (g.n, g.blocks, g.n_jumps, g.jumps, works[i], order) == WPP_OK && order_p (order, g.n);
      double now = worth (&g, order);
      CHECK (ok && now >= before, "4,000 blocks, work %u: an order, worth %.0f", (unsigned) works[i], now);
      before = now;
    }
  /* Every block is reached from one, as by a switch in a loop.  */
  for (uint32_t j = 0; j < g.n_jumps; j++)
    g.jumps[j] = (struct wpp_layout_jump) { j & 1 ? j / 2 : 1, j & 1 ? 1 : j / 2, 1 + below (100) };
  CHECK (wpp_layout (g.n, g.blocks, g.n_jumps, g.jumps, 10000000, order) == WPP_OK && order_p (order, g.n),
         "4,000 blocks around one");
  free (order);
  free_graph (&g);
}

static void
check_bad (void)
{
  struct wpp_layout_block block = { 1, 1 };
  struct wpp_layout_jump jump = { 0, 1, 1 };
  uint32_t order[1];
  CHECK (wpp_layout (1, &block, 1, &jump, 1, order) == WPP_E_RANGE, "bad: a jump to a block that is not there");
  CHECK (wpp_layout (0, &block, 0, &jump, 1, order) == WPP_E_RANGE, "bad: no blocks");
}

int
main (void)
{
  check_worth ();
  check_obvious ();
  check_small ();
  check_great ();
  check_bad ();
  return unit_done ();
}
