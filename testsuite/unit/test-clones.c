/* Clones by calls: what they gain, against the sum over all branches done by hand, and functions with an obvious
   answer.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "make-cfg.h"
#include "unit.h"
#include "decide/models/budget.h"
#include "decide/models/clones.h"

#define BRANCHES 3u
#define MOST_CALLS 5u
#define NODES (2 + BRANCHES)
#define EDGES (1 + 2 * BRANCHES)
#define BYTES 24u

static uint64_t state = 32032;

static uint32_t
below (uint32_t n)
{
  return unit_random (&state) % n;
}

/* A function of BRANCHES branches in a row: edge 0 enters, edges 1 + 2B and 2 + 2B are the ways of branch B.  */
struct function
{
  struct wpp_cfg cfg;
  uint64_t nodes[MOST_CALLS + 1][NODES], edges[MOST_CALLS + 1][EDGES]; /* those of calls, then of all */
  struct wpp_cloned_call calls[MOST_CALLS];
  struct wpp_cloned_function f;
};

static void
make (struct function *x, uint32_t n_calls)
{
  memset (x, 0, sizeof *x);
  cfg_init (&x->cfg, NODES, EDGES);
  cfg_edge (&x->cfg, WPP_NODE_ENTRY, 2, 0);
  for (uint32_t b = 0; b < BRANCHES; b++)
    for (uint32_t way = 0; way < 2; way++)
      cfg_edge (&x->cfg, 2 + b, b + 1 < BRANCHES ? 3 + b : WPP_NODE_EXIT, 0);
  for (uint32_t v = 2; v < NODES; v++)
    x->cfg.nodes[v].statements = 2;
  for (uint32_t c = 0; c < n_calls; c++)
    x->calls[c] = (struct wpp_cloned_call){ .nodes = x->nodes[c], .edges = x->edges[c] };
  x->f = (struct wpp_cloned_function){ .cfg = &x->cfg,
                                       .bytes = BYTES,
                                       .nodes = x->nodes[MOST_CALLS],
                                       .edges = x->edges[MOST_CALLS],
                                       .share = true,
                                       .n_calls = n_calls,
                                       .calls = x->calls };
}

/* Row ROW, a call or MOST_CALLS for other calls, has entered TIMES, of which FIRST take the first way at branch B.  */
static void
took (struct function *x, uint32_t row, uint32_t b, uint64_t times, uint64_t first)
{
  uint32_t rows[] = { row, MOST_CALLS };
  for (unsigned i = 0; i < 1 + (row != MOST_CALLS); i++)
    {
      x->nodes[rows[i]][2 + b] += times;
      x->edges[rows[i]][1 + 2 * b] += first;
      x->edges[rows[i]][2 + 2 * b] += times - first;
      if (!b)
        x->nodes[rows[i]][WPP_NODE_ENTRY] += times, x->edges[rows[i]][0] += times;
    }
}

static void
release (struct function *x)
{
  free (x->f.clones);
  wpp_cfg_release (&x->cfg);
}

/* How often branches go the rarer way in those calls of X that SET has, a bit a call, and other calls if bit MOST_CALLS
   is set.  */
static uint64_t
rarer (const struct function *x, uint32_t set)
{
  uint64_t sum = 0;
  for (uint32_t b = 0; b < BRANCHES; b++)
    {
      uint64_t way[2] = { 0, 0 };
      for (uint32_t e = 0; e < 2; e++)
        {
          uint64_t others = x->edges[MOST_CALLS][1 + 2 * b + e];
          for (uint32_t c = 0; c < x->f.n_calls; c++)
            {
              way[e] += set >> c & 1 ? x->edges[c][1 + 2 * b + e] : 0;
              others -= x->edges[c][1 + 2 * b + e];
            }
          way[e] += set >> MOST_CALLS & 1 ? others : 0;
        }
      sum += way[0] < way[1] ? way[0] : way[1];
    }
  return sum;
}

static uint64_t
entries (const struct function *x, uint32_t set)
{
  uint64_t sum = 0;
  for (uint32_t c = 0; c < x->f.n_calls; c++)
    sum += set >> c & 1 ? x->nodes[c][WPP_NODE_ENTRY] : 0;
  return sum;
}

static uint32_t
calls_of (const struct function *x, uint32_t clone)
{
  uint32_t set = 0;
  for (uint32_t c = 0; c < x->f.n_calls; c++)
    set |= (uint32_t)(x->calls[c].clone == clone) << c;
  return set;
}

/* Of random executions: each clone's gain is what branches go the rarer way less; no call alone gains more than the
   first clone, and none should join a clone or leave what is left.  */
static void
check_random (void)
{
  struct function x;
  uint32_t n = 1 + below (MOST_CALLS);
  make (&x, n);
  for (uint32_t row = 0; row <= n; row++)
    {
      uint64_t times = below (1000);
      for (uint32_t b = 0; b < BRANCHES; b++)
        took (&x, row < n ? row : MOST_CALLS, b, times, below (3) ? below (2) * times : below (times + 1));
    }
  CHECK_QUIET (!wpp_form_clones (&x.f), "random: no error");
  uint32_t left = (1u << n) - 1, others = 1u << MOST_CALLS;
  for (uint32_t i = 0; i < x.f.n_clones; i++)
    {
      uint32_t set = calls_of (&x, i);
      const struct wpp_clone *c = &x.f.clones[i];
      uint64_t gain = rarer (&x, left | others) - rarer (&x, set) - rarer (&x, (left & ~set) | others);
      CHECK_QUIET (set && (set & ~left) == 0 && c->gain == gain && gain > 0, "random: clone %u gains %llu, not %llu", i,
                   (unsigned long long) c->gain, (unsigned long long) gain);
      CHECK_QUIET (c->count == entries (&x, set) && c->bytes == BYTES && c->n_branches >= 1
                       && c->n_branches <= BRANCHES,
                   "random: clone %u: %llu entries, %u bytes, %u branches", i, (unsigned long long)c->count, c->bytes,
                   c->n_branches);
      for (uint32_t one = 0; one < n; one++)
        {
          uint32_t more = set | 1u << one;
          if (!(left >> one & 1) || more == set)
            continue;
          uint64_t with = rarer (&x, left | others) - rarer (&x, more) - rarer (&x, (left & ~more) | others);
          uint64_t alone = rarer (&x, left | others) - rarer (&x, 1u << one)
                           - rarer (&x, (left & ~(1u << one)) | others);
          CHECK_QUIET (with <= gain && alone <= gain, "random: clone %u should have call %u", i, one);
        }
      left &= ~set;
    }
  CHECK_QUIET ((calls_of (&x, WPP_NO_CLONE) & ~left) == 0, "random: a call has one clone, or none");
  release (&x);
}

/* Three calls, of which two go one way and one, with calls that are not told of, the other.  */
static void
check_shared (void)
{
  struct function x;
  make (&x, 3);
  for (uint32_t b = 0; b < BRANCHES; b++)
    {
      took (&x, 0, b, 1000, 1000);
      took (&x, 1, b, 1000, 10);
      took (&x, 2, b, 500, 500);
      took (&x, MOST_CALLS, b, 2000, 0);
    }
  CHECK (!wpp_form_clones (&x.f) && x.f.n_clones == 1 && x.calls[0].clone == 0 && x.calls[1].clone == WPP_NO_CLONE
             && x.calls[2].clone == 0,
         "calls that go the same ways share a clone, and those that do as most do need none");
  const struct wpp_clone *c = x.f.clones;
  CHECK (c->gain == BRANCHES * 1500 && c->count == 1500 && c->n_branches == BRANCHES && c->here == 1
             && c->elsewhere < 0.01 && c->way == 1 && c->branch == 2,
         "what is told of it");
  struct wpp_cloned_function *all[] = { &x.f };
  wpp_choose_clones (all, 1, &(struct wpp_clone_budget){ c->bytes - 1, c->bytes, 0 });
  CHECK (!c->chosen, "it does not fit into the budget");
  wpp_choose_clones (all, 1, &(struct wpp_clone_budget){ c->bytes, 0, 0 });
  CHECK (c->chosen, "it fits into the budget");
  for (unsigned less = 0; less < 2; less++)
    {
      x.f.clones[0].chosen = false;
      double least = (double)c->gain / BYTES * (less ? 0.999 : 1.001);
      wpp_choose_clones (all, 1, &(struct wpp_clone_budget){ c->bytes, 0, least });
      CHECK (c->chosen == less, "it is chosen if its bytes gain enough: %u", less);
    }
  release (&x);
}

/* Calls that have to stand in copies of their callers: calls of a clone share a copy, and that of a call for which
   there is one already takes nothing.  */
static void
check_callers (void)
{
  struct function x;
  make (&x, 5);
  static const uint32_t callers[] = { 7, 8, 7, 7, 9 }, bytes[] = { 100, 30, 100, 0, 50 };
  for (uint32_t c = 0; c < 5; c++)
    {
      x.calls[c].caller = callers[c];
      x.calls[c].bytes = bytes[c];
      for (uint32_t b = 0; b < BRANCHES; b++)
        took (&x, c, b, 100, c < 4 ? 100 : 0);
    }
  for (uint32_t b = 0; b < BRANCHES; b++)
    took (&x, MOST_CALLS, b, 1000, 0);
  CHECK (!wpp_form_clones (&x.f) && x.f.n_clones == 1 && x.calls[4].clone == WPP_NO_CLONE
             && x.f.clones[0].bytes == BYTES + 130,
         "copies of callers have their bytes once: %u", x.f.clones[0].bytes);
  release (&x);
}

/* What branches do differs, but the rarer way stays rarer.  */
static void
check_alike (void)
{
  struct function x;
  make (&x, 2);
  for (uint32_t b = 0; b < BRANCHES; b++)
    {
      took (&x, 0, b, 1000, 600);
      took (&x, 1, b, 1000, 900);
    }
  CHECK (!wpp_form_clones (&x.f) && x.f.n_clones == 0 && x.calls[0].clone == WPP_NO_CLONE
             && x.calls[1].clone == WPP_NO_CLONE,
         "no clone where its code would be the same");
  release (&x);
}

/* A gain that is too small a part of the time.  */
static void
check_small (void)
{
  struct function x;
  make (&x, 1);
  x.cfg.nodes[3].statements = 1000;
  took (&x, 0, 0, 1000, 1000);
  took (&x, 0, 1, 1000, 1000);
  took (&x, MOST_CALLS, 0, 5000, 0);
  took (&x, MOST_CALLS, 1, 5000, 5000);
  CHECK (!wpp_form_clones (&x.f) && x.f.n_clones == 0, "no clone that gains little for its time");
  release (&x);
}

/* Of two calls that lead to a short and a long path, the first is put in its place.  */
static void
check_inlined (void)
{
  struct function x;
  make (&x, 2);
  x.cfg.nodes[3].statements = 400;
  for (unsigned c = 0; c < 2; c++)
    took (&x, c, 0, 1000, 1000 * c), x.calls[c].inlinable = true;
  took (&x, 1, 1, 1000, 1000);
  CHECK (!wpp_form_clones (&x.f) && x.f.n_clones == 1 && x.f.clones[0].inlined && x.calls[0].clone == 0
             && x.calls[1].clone == WPP_NO_CLONE,
         "the short call is inlined, the long one is not");
  const struct wpp_clone *c = x.f.clones;
  CHECK (c->gain == 4200 && c->cycles == 2 / WPP_STATEMENTS_A_CYCLE && c->average == 202 / WPP_STATEMENTS_A_CYCLE,
         "what calling takes is gained, and a branch: %llu; %g cycles, %g on average", (unsigned long long)c->gain,
         c->cycles, c->average);
  free (x.f.clones);
  x.calls[0].inlinable = false;
  x.f.share = false;
  CHECK (!wpp_form_clones (&x.f) && x.f.n_clones == 0, "what must not be inlined is not");
  release (&x);
}

/* Of two functions the one that gains more for its bytes is chosen first.  */
static void
check_choice (void)
{
  struct function x[2];
  struct wpp_cloned_function *all[] = { &x[0].f, &x[1].f };
  for (unsigned i = 0; i < 2; i++)
    {
      make (&x[i], 1);
      for (uint32_t b = 0; b < BRANCHES; b++)
        {
          took (&x[i], 0, b, 1000 * (i + 1), 0);
          took (&x[i], MOST_CALLS, b, 5000, 5000);
        }
      CHECK (!wpp_form_clones (&x[i].f) && x[i].f.n_clones == 1, "function %u has a clone", i);
    }
  wpp_choose_clones (all, 2, &(struct wpp_clone_budget){ x[0].f.clones[0].bytes, 0, 0 });
  CHECK (!x[0].f.clones[0].chosen && x[1].f.clones[0].chosen, "that of the second one is chosen");
  for (unsigned i = 0; i < 2; i++)
    release (&x[i]);
}

/* Of random functions those calls are put in their places that gain enough for their bytes, and more where the function
   has other calls, best first, as far as their own bytes go; other clones have bytes of their own.  */
static void
check_budget (void)
{
  enum { N = 8 };
  struct function x[N];
  struct wpp_cloned_function *all[N];
  struct wpp_clone_budget budget = { 0, below (4 * N) * BYTES, below (100) };
  uint64_t left = budget.inlined;
  bool taken[N] = { false };
  for (unsigned i = 0; i < N; i++)
    {
      make (&x[i], 1);
      x[i].cfg.nodes[2].statements = 1 + below (8);
      x[i].f.bytes = 1 + below (8 * BYTES);
      x[i].calls[0].inlinable = true;
      x[i].f.share = false;
      took (&x[i], 0, 0, 100 + 7 * below (1000), 0);
      took (&x[i], MOST_CALLS, 0, below (2) * below (20000), 0);
      all[i] = &x[i].f;
      CHECK_QUIET (!wpp_form_clones (&x[i].f) && x[i].f.n_clones == 1, "budget: the call may be put in its place");
    }
  wpp_choose_clones (all, N, &budget);
  for (unsigned round = 0; round < N; round++)
    {
      unsigned best = N;
      for (unsigned i = 0; i < N; i++)
        {
          const struct wpp_clone *c = x[i].f.clones;
          /* What others call stays, up to four more times.  */
          double all_calls = x[i].nodes[MOST_CALLS][WPP_NODE_ENTRY], times = 5 - 4 * (c->count / all_calls);
          if (!taken[i] && c->bytes <= left && c->gain >= budget.least * c->bytes * times
              && (best == N || c->gain / (c->bytes + 1.0) > x[best].f.clones->gain / (x[best].f.clones->bytes + 1.0)))
            best = i;
        }
      if (best < N)
        taken[best] = true, left -= x[best].f.clones->bytes;
    }
  for (unsigned i = 0; i < N; i++)
    {
      CHECK_QUIET (x[i].f.clones->chosen == taken[i], "budget: call %u is %schosen", i, taken[i] ? "" : "not ");
      release (&x[i]);
    }
}

/* What a unit's clones may take.  */
static void
check_unit (void)
{
  struct wpp_clone_budget b = wpp_clone_budget_of (100000, 2e4), none = wpp_clone_budget_of (0, 0);
  CHECK (b.shared == 10000 && b.inlined == 40000 && b.least == 200,
         "a tenth of the hot code, and four for calls that gain a hundredth");
  CHECK (none.shared == 1024 && none.inlined == 1024 && none.least == 0, "a unit of which nothing is known");
}

int
main (void)
{
  check_shared ();
  check_callers ();
  check_alike ();
  check_small ();
  check_choice ();
  check_inlined ();
  check_unit ();
  for (unsigned i = 0; i < 2000; i++)
    check_budget ();
  CHECK (!unit_failures, "of 16000 random calls those are put in their places that gain most");
  for (unsigned i = 0; i < 20000; i++)
    check_random ();
  CHECK (!unit_failures, "clones of 20000 random functions gain what they say");
  return unit_done ();
}
