/* Numberings whose paths run on across calls: where they still end, and counts of random runs, which
   must be those that paths ending at calls give.
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
  CALL = WPP_NODE_CALL,
  LANDING = WPP_NODE_LANDING
};

/* Calls of every kind: one that returns, one that may throw, setjmp, one that does not return.  */
static void
test_kinds (void)
{
  enum { ENTRY, EXIT, PLAIN, THROWS, TWICE, NEVER, PAD, AGAIN, JOIN };
  struct wpp_cfg cfg;
  int err;
  cfg_init (&cfg, 9, 16);
  cfg.nodes[PLAIN].flags = cfg.nodes[THROWS].flags = cfg.nodes[NEVER].flags = CALL;
  cfg.nodes[TWICE].flags = CALL | WPP_NODE_TWICE;
  cfg.nodes[PAD].flags = cfg.nodes[AGAIN].flags = LANDING;
  uint32_t plain = cfg_edge (&cfg, ENTRY, PLAIN, ENDS);
  uint32_t throws = cfg_edge (&cfg, PLAIN, THROWS, ENDS);
  uint32_t twice = cfg_edge (&cfg, THROWS, TWICE, ENDS);
  cfg_edge (&cfg, THROWS, PAD, GAP);
  uint32_t joined = cfg_edge (&cfg, TWICE, JOIN, 0);
  cfg_edge (&cfg, TWICE, AGAIN, GAP);
  cfg_edge (&cfg, PAD, EXIT, 0);
  uint32_t landing = cfg_edge (&cfg, AGAIN, PAD, ENDS);
  uint32_t never = cfg_edge (&cfg, JOIN, NEVER, ENDS);
  cfg_edge (&cfg, JOIN, EXIT, 0);
  struct wpp_numbering *num = wpp_numbering_new_across_calls (&cfg, 100, &err);
  CHECK (num && !(num->edges[plain].flags & ENDS) && !(num->edges[joined].flags & ENDS),
         "paths run on across a call that returns");
  CHECK (num && (num->edges[throws].flags & ENDS), "paths end before a call that may throw");
  CHECK (num && (num->edges[twice].flags & ENDS), "… before setjmp");
  CHECK (num && (num->edges[never].flags & ENDS), "… before a call that does not return");
  CHECK (num && (num->edges[landing].flags & ENDS), "… and before landing places");
  wpp_numbering_free (num);
  num = wpp_numbering_new (&cfg, 100, &err);
  CHECK (num && (num->edges[plain].flags & ENDS), "without the mode they end at every call");
  wpp_numbering_free (num);
  wpp_cfg_release (&cfg);
}

/* Nothing comes to an end after a call.  */
static void
test_dead_end (void)
{
  enum { ENTRY, EXIT, FIRST, DEAD };
  struct wpp_cfg cfg;
  int err;
  cfg_init (&cfg, 4, 4);
  cfg.nodes[FIRST].flags = CALL;
  uint32_t call = cfg_edge (&cfg, ENTRY, FIRST, ENDS);
  cfg_edge (&cfg, FIRST, DEAD, 0);
  struct wpp_numbering *num = wpp_numbering_new_across_calls (&cfg, 100, &err);
  CHECK (num && (num->edges[call].flags & ENDS) && num->n_paths == 1 && num->n_calls == 0,
         "paths end before a call from behind which none comes to an end");
  wpp_numbering_free (num);
  wpp_cfg_release (&cfg);
}

/* ---- Random runs.  */

static void
random_cfg (struct wpp_cfg *cfg, uint64_t *rng, uint32_t n)
{
  cfg_init (cfg, n, 4 * (size_t)n);
  for (uint32_t v = 3; v < n; v++)
    cfg->nodes[v].flags = unit_below (rng, 3) == 0 ? CALL : unit_below (rng, 12) == 0 ? LANDING : 0;
  cfg_edge (cfg, WPP_NODE_ENTRY, 2, 0);
  for (uint32_t v = 2; v < n; v++)
    for (uint32_t degree = unit_below (rng, 12) ? 1 + unit_below (rng, 3) : 0; degree > 0; degree--)
      {
        uint32_t to = 1 + unit_below (rng, n - 1);
        uint32_t kind = cfg->nodes[to].flags;
        uint32_t flags = kind & LANDING ? (unit_below (rng, 2) ? GAP : ENDS) : kind & CALL ? ENDS : 0;
        cfg_edge (cfg, v, to, flags);
      }
}

/* A path being run, by one numbering.  */
struct run
{
  const struct wpp_numbering *num;
  uint32_t start, n;
  uint32_t edges[64];
  uint64_t nodes[64], counts[256];
  uint64_t events;
  bool ok;
};

static uint32_t
start_at (const struct wpp_numbering *num, uint32_t node)
{
  uint32_t s = num->n_starts;
  while (s-- > 0)
    if (num->starts[s].node == node && num->starts[s].edge == WPP_NO_EDGE)
      break;
  return s;
}

static void
take (struct run *r, uint32_t e)
{
  const struct wpp_numbering *num = r->num;
  uint64_t number;
  if (num->edges[e].flags & GAP)
    {
      /* What has been run of the path is not lost: control came out of a call that it ended at.  */
      r->ok &= r->n == 0;
      r->start = start_at (num, num->cfg->edges[e].dst);
      return;
    }
  r->edges[r->n++] = e;
  bool ends = num->edges[e].flags & ENDS;
  if (!ends && num->cfg->edges[e].dst != WPP_NODE_EXIT)
    return;
  r->ok &= wpp_path_encode (num, r->start, r->edges, r->n, &number) == 0
           && wpp_path_count (num, number, 1, r->nodes, r->counts) == 0;
  r->events++;
  r->n = 0;
  if (ends)
    r->start = num->edges[e].start;
}

/* What the register and the rest of the first way on tell of the path of R, which the call of its last edge leaves.  */
static uint64_t
told (const struct run *r)
{
  const struct wpp_numbering *num = r->num;
  int64_t rest[64], sum = num->starts[r->start].initial;
  if (wpp_numbering_rest (num, rest))
    return UINT64_MAX;
  for (uint32_t i = 0; i < r->n; i++)
    sum += num->edges[r->edges[i]].increment;
  return sum + rest[num->cfg->edges[r->edges[r->n - 1]].dst];
}

/* Leave R in the call of its path's last edge.  */
static void
unwind (struct run *r)
{
  const struct wpp_numbering *num = r->num;
  struct wpp_path path = { 0 };
  uint32_t last = r->edges[r->n - 1];
  uint64_t number, share = num->n_paths * (wpp_path_call (num, last) + UINT64_C (1));
  r->ok &= wpp_path_encode (num, r->start, r->edges, r->n, &number) == 0 && number == told (r) + share
           && number < wpp_path_numbers (num) && wpp_path_decode (num, number, &path) == 0 && path.unwound
           && path.start == r->start && path.end_edge == last && path.n_nodes == r->n
           && memcmp (path.edges, r->edges, (r->n - 1) * sizeof *r->edges) == 0
           && !wpp_path_leaves (num, number) && wpp_path_enters (num, number) == (r->start == 0)
           && wpp_path_count (num, number, 1, r->nodes, r->counts) == 0;
  /* A path that goes on otherwise tells nothing.  */
  if (number % num->n_paths + 1 < num->n_paths && wpp_path_decode (num, number + 1, &path) == 0)
    r->ok &= path.unwound && path.end_edge == last
             && (path.n_nodes != r->n || memcmp (path.edges, r->edges, (r->n - 1) * sizeof *r->edges) != 0
                 || path.start != r->start);
  r->events++;
  wpp_path_release (&path);
}

/* Run both from ENTRY; *COMPLETE when EXIT was reached, or a call was left by an exception.  */
static bool
run_both (struct run *split, struct run *whole, uint64_t *rng, bool *complete)
{
  const struct wpp_numbering *num = whole->num;
  uint32_t v = WPP_NODE_ENTRY;
  for (int i = 0; i < 400 && v != WPP_NODE_EXIT; i++)
    {
      uint32_t n = num->first_edge[v + 1] - num->first_edge[v];
      if (n == 0)
        break;
      uint32_t e = num->first_edge[v] + unit_below (rng, n);
      /* Exceptions come out of calls only.  */
      if ((num->edges[e].flags & GAP) && !(num->cfg->nodes[v].flags & CALL))
        continue;
      /* No path is open there.  */
      if ((num->edges[e].flags & GAP) && whole->n > 0)
        return false;
      take (split, e);
      take (whole, e);
      v = num->cfg->edges[e].dst;
      if (whole->n > 0 && wpp_path_call (num, e) != WPP_NO_CALL && unit_below (rng, 4) == 0)
        {
          unwind (whole);
          *complete = split->n == 0;
          return whole->ok && *complete;
        }
    }
  *complete = v == WPP_NODE_EXIT;
  return split->ok && whole->ok;
}

static void
test_random (void)
{
  uint64_t rng = 1996;
  int complete = 0, fewer = 0;
  bool ok = true;
  for (int i = 0; i < 20000 && ok; i++)
    {
      struct wpp_cfg cfg;
      int err = 0;
      bool done = false;
      random_cfg (&cfg, &rng, 5 + unit_below (&rng, 20));
      struct run split = { .num = wpp_numbering_new (&cfg, 1000, &err), .ok = true };
      struct run whole = { .num = wpp_numbering_new_across_calls (&cfg, 100000, &err), .ok = true };
      if (split.num && whole.num && split.num->n_cuts == 0 && whole.num->n_cuts == 0)
        ok = run_both (&split, &whole, &rng, &done);
      if (done)
        {
          ok = ok && memcmp (split.nodes, whole.nodes, sizeof split.nodes) == 0
               && memcmp (split.counts, whole.counts, sizeof split.counts) == 0
               && whole.events <= split.events;
          complete++;
          fewer += whole.events < split.events;
        }
      wpp_numbering_free ((struct wpp_numbering *) split.num);
      wpp_numbering_free ((struct wpp_numbering *) whole.num);
      wpp_cfg_release (&cfg);
      CHECK_QUIET (ok, "random run %d", i);
    }
  CHECK (ok && complete > 3000 && fewer > 1000,
         "random runs: the same counts of nodes and edges from fewer paths (%d runs, %d with fewer)",
         complete, fewer);
}

int
main (void)
{
  test_kinds ();
  test_dead_end ();
  test_random ();
  return unit_done ();
}
