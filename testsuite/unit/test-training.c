/* Calls and first runs as the grammar of a thread's paths has them: those of simulated activations.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "format/event.h"
#include "make-cfg.h"
#include "program/paths/numbering.h"
#include "make-grammar.h"
#include "activations/counts/training.h"
#include "unit.h"

#define N_FUNCTIONS 5u
#define N_NODES 8u
#define N_PATHS 32u
#define MAX_EVENTS 4000u

/* ---- Functions: a loop around two calls, and a call in tail position.  */

enum nodes { HEAD = 2, LEFT, RIGHT, JOIN, TAIL, LAST };

static void
make_graph (struct wpp_cfg *cfg)
{
  cfg_init (cfg, N_NODES, 9);
  cfg->nodes[LEFT].flags = cfg->nodes[RIGHT].flags = cfg->nodes[TAIL].flags = WPP_NODE_CALL;
  cfg_edge (cfg, WPP_NODE_ENTRY, HEAD, 0);
  cfg_edge (cfg, HEAD, LEFT, WPP_EDGE_ENDS);
  cfg_edge (cfg, HEAD, RIGHT, WPP_EDGE_ENDS);
  cfg_edge (cfg, LEFT, JOIN, 0);
  cfg_edge (cfg, RIGHT, JOIN, 0);
  cfg_edge (cfg, JOIN, HEAD, 0);
  cfg_edge (cfg, JOIN, TAIL, WPP_EDGE_TAIL | WPP_EDGE_NOCUT);
  cfg_edge (cfg, JOIN, WPP_NODE_EXIT, 0);
  cfg_edge (cfg, TAIL, WPP_NODE_EXIT, WPP_EDGE_NOCUT);
}

struct world
{
  struct wpp_unit unit, *units[1];
  struct wpp_function notes[N_FUNCTIONS];
  struct wpp_code_function functions[N_FUNCTIONS];
  struct wpp_code code;
  struct wpp_numbering *num;       /* of each, as all graphs are equal */
  uint64_t rng;
  uint32_t events[MAX_EVENTS];
  size_t n_events;
  /* What happened.  */
  uint64_t calls[N_FUNCTIONS][N_NODES][N_FUNCTIONS];
  uint64_t next[N_FUNCTIONS][N_FUNCTIONS];
  uint32_t first_run[N_FUNCTIONS], n_run;
  int entered;                     /* the function that was last in the thread, or -1 */
};

static void
make_world (struct world *w)
{
  int err;
  *w = (struct world){ .rng = 11 };
  w->unit = (struct wpp_unit){ .id = 1, .source = "x.c", .path_limit = 100, .n_functions = N_FUNCTIONS,
                               .functions = w->notes, .n_paths = N_FUNCTIONS * N_PATHS };
  w->units[0] = &w->unit;
  for (uint32_t i = 0; i < N_FUNCTIONS; i++)
    {
      make_graph (&w->notes[i].cfg);
      w->functions[i] = (struct wpp_code_function){ .unit = &w->unit, .function = &w->notes[i],
                                                    .first = WPP_EVENT_FIRST_PATH + i * N_PATHS,
                                                    .n_words = N_PATHS };
    }
  w->num = wpp_numbering_new (&w->notes[0].cfg, 100, &err);
  for (uint32_t i = 0; i < N_FUNCTIONS; i++)
    w->notes[i].n_paths = w->num->n_paths;
  w->code = (struct wpp_code){ .n_functions = N_FUNCTIONS, .functions = w->functions, .n_units = 1,
                               .units = w->units };
}

static void
free_world (struct world *w)
{
  wpp_numbering_free (w->num);
  for (uint32_t i = 0; i < N_FUNCTIONS; i++)
    {
      wpp_numbering_free (w->functions[i].numbering);
      wpp_cfg_release (&w->notes[i].cfg);
    }
}

/* ---- Activations.  */

static uint32_t
below (struct world *w, uint32_t n)
{
  return unit_random (&w->rng) % n;
}

/* The event of F's path from START over the N EDGES.  */
static uint32_t
event_of (const struct world *w, uint32_t f, uint32_t start, const uint32_t *edges, uint32_t n)
{
  uint64_t number = 0;
  int err = wpp_path_encode (w->num, start, edges, n, &number);
  CHECK_QUIET (err == 0 && number < N_PATHS, "a path of %u edges is encoded", n);
  return WPP_EVENT_FIRST_PATH + f * N_PATHS + number;
}

static void
record (struct world *w, uint32_t f, uint32_t start, const uint32_t *edges, uint32_t n)
{
  w->events[w->n_events++] = event_of (w, f, start, edges, n);
  if (start == 0)
    {
      if (w->entered >= 0)
        w->next[w->entered][f]++;
      w->entered = f;
    }
  if (!w->first_run[f])
    w->first_run[f] = ++w->n_run;
}

static void activate (struct world *w, uint32_t f, unsigned depth);

/* F's call at NODE: of one of two functions, or of one without instrumentation.  */
static void
call (struct world *w, uint32_t f, uint32_t node, unsigned depth)
{
  if (depth == 0 || w->n_events > MAX_EVENTS - 600 || below (w, 5) == 0)
    return;
  uint32_t callee = (f + node + (below (w, 4) == 0)) % N_FUNCTIONS;
  w->calls[f][node][callee]++;
  activate (w, callee, depth - 1);
}

/* An activation of F, of at most 8 rounds of its loop.  */
static void
activate (struct world *w, uint32_t f, unsigned depth)
{
  const struct wpp_cfg *cfg = &w->notes[f].cfg;
  uint32_t v = WPP_NODE_ENTRY, start = 0, edges[N_NODES], n = 0, tail = 0;
  for (unsigned rounds = 0; v != WPP_NODE_EXIT;)
    {
      uint32_t first = w->num->first_edge[v], degree = w->num->first_edge[v + 1] - first;
      uint32_t e = first + below (w, degree);
      rounds += v == JOIN;
      if (v == JOIN && rounds == 8)
        e = first + 2;
      edges[n++] = e;
      v = cfg->edges[e].dst;
      if (cfg->edges[e].flags & WPP_EDGE_TAIL)
        tail = v;
      if (!(w->num->edges[e].flags & WPP_EDGE_ENDS))
        continue;
      record (w, f, start, edges, n);
      start = w->num->edges[e].start;
      n = 0;
      if (cfg->nodes[v].flags & WPP_NODE_CALL)
        call (w, f, v, depth);
    }
  record (w, f, start, edges, n);
  if (tail)
    call (w, f, tail, depth);
}

/* ---- Checks.  */

/* Are T's callees of F those that W has seen, by node, then the most frequent first?  */
static int
callees_right_p (const struct world *w, struct wpp_training *t, uint32_t f)
{
  uint64_t found[N_NODES][N_FUNCTIONS] = { 0 };
  size_t n;
  const struct wpp_trained_callee *c = wpp_training_callees (t, f, &n);
  for (size_t i = 0; i < n; i++)
    {
      if (c[i].caller != f || c[i].node >= N_NODES || c[i].callee >= N_FUNCTIONS || c[i].count == 0
          || (i && c[i].node < c[i - 1].node)
          || (i && c[i].node == c[i - 1].node && c[i].count > c[i - 1].count))
        return 0;
      found[c[i].node][c[i].callee] += c[i].count;
    }
  return !memcmp (found, w->calls[f], sizeof found);
}

/* Are T's functions that were entered next after F those that W has seen, by number?  */
static int
next_right_p (const struct world *w, struct wpp_training *t, uint32_t f)
{
  uint64_t found[N_FUNCTIONS] = { 0 };
  size_t n;
  const struct wpp_transition_count *c = wpp_training_next (t, f, &n);
  for (size_t i = 0; i < n; i++)
    {
      if (c[i].before != f || c[i].function >= N_FUNCTIONS || c[i].count == 0
          || (i && c[i].function <= c[i - 1].function))
        return 0;
      found[c[i].function] = c[i].count;
    }
  return !memcmp (found, w->next[f], sizeof found);
}

/* Let T read the thread of W's events in segments of any length.  */
static int
add_thread (struct world *w, struct wpp_training *t)
{
  int err = 0;
  for (size_t at = 0, n; at < w->n_events && !err; at += n)
    {
      n = at && below (w, 4) == 0 ? 0 : 1 + below (w, w->n_events - at);
      struct wpp_grammar *g = grammar_of (w->events + at, n);
      err = g ? wpp_training_add (t, g, at == 0) : -1;
      wpp_grammar_free (g);
    }
  return err;
}

static void
test_random (void)
{
  for (uint64_t seed = 1; seed < 200; seed++)
    {
      struct world w;
      make_world (&w);
      w.rng = seed;
      struct wpp_training *t = wpp_training_new (&w.code);
      int ok = 1;
      for (unsigned thread = 0; thread < 3; thread++)
        {
          w.n_events = 0;
          w.entered = -1;
          activate (&w, thread, 1 + below (&w, 5));
          ok &= add_thread (&w, t) == 0;
        }
      for (uint32_t f = 0; f < N_FUNCTIONS; f++)
        ok &= callees_right_p (&w, t, f) && next_right_p (&w, t, f) && wpp_training_first_run (t, f) == w.first_run[f];
      CHECK_QUIET (ok, "random activations %u", (unsigned)seed);
      wpp_training_free (t);
      free_world (&w);
    }
  CHECK (!unit_failures, "random activations: callees of all calls, functions entered next, order of first runs");
}

/* The grammar S -> A^k1, A -> B^k2 ..., whose last rule is `x y': x y, k1 * k2 * ... times.  */
static struct wpp_grammar *
nested_powers (uint32_t x, uint32_t y, uint32_t depth, uint32_t exponent)
{
  struct wpp_grammar *g = calloc (1, sizeof *g);
  g->n_terminals = 2;
  g->terminals = calloc (2, sizeof *g->terminals);
  g->terminals[0] = x;
  g->terminals[1] = y;
  g->n_rules = depth + 1;
  g->start = calloc (depth + 2, sizeof *g->start);
  g->symbols = calloc (depth + 2, sizeof *g->symbols);
  g->exponents = calloc (depth + 2, sizeof *g->exponents);
  for (uint32_t r = 0; r < depth; r++)
    {
      g->start[r + 1] = r + 1;
      g->symbols[r] = WPP_RULE | (r + 1);
      g->exponents[r] = exponent;
    }
  g->start[depth + 1] = depth + 2;
  g->symbols[depth + 1] = 1;
  g->exponents[depth] = g->exponents[depth + 1] = 1;
  CHECK_QUIET (wpp_grammar_finish (g) == 0, "a grammar of powers");
  return g;
}

static uint64_t
count_of (struct wpp_training *t, uint32_t caller, uint32_t node, uint32_t callee)
{
  size_t n;
  const struct wpp_trained_callee *c = wpp_training_callees (t, caller, &n);
  for (size_t i = 0; i < n; i++)
    if (c[i].node == node && c[i].callee == callee)
      return c[i].count;
  return 0;
}

/* Function 0 calls itself in tail position, or function 1 in its loop.  */
static void
test_powers (void)
{
  struct world w;
  make_world (&w);
  const struct wpp_cfg *cfg = &w.notes[0].cfg;
  /* Edges: 0 ENTRY-HEAD, 1 HEAD-LEFT, 3 LEFT-JOIN, 5 JOIN-HEAD, 6 JOIN-TAIL, 8 TAIL-EXIT.  */
  uint32_t in_tail[] = { 3, 6, 8 }, enter[] = { 0, 1 }, starts = w.num->edges[1].start;
  uint32_t events[2] = { event_of (&w, 0, 0, enter, 2), event_of (&w, 0, starts, in_tail, 3) };
  CHECK_QUIET (cfg->edges[6].dst == TAIL, "edges in their order");
  struct wpp_training *t = wpp_training_new (&w.code);
  struct wpp_grammar *g = nested_powers (events[0], events[1], 2, 1000);
  int err = wpp_training_add (t, g, true);
  err |= wpp_training_add (t, g, false);
  CHECK (err == 0 && count_of (t, 0, TAIL, 0) == 2 * 1000000 - 1 && count_of (t, 0, LEFT, 0) == 0,
         "powers in two segments: a function that calls itself in tail position");
  wpp_training_free (t);
  wpp_grammar_free (g);

  g = nested_powers (events[0], event_of (&w, 1, 0, enter, 2), 3, UINT32_MAX);
  t = wpp_training_new (&w.code);
  err = wpp_training_add (t, g, true);
  CHECK (err == 0 && count_of (t, 0, LEFT, 1) == UINT64_MAX, "counts saturate");
  wpp_training_free (t);
  t = wpp_training_new (&w.code);
  struct wpp_grammar *one = nested_powers (events[0], events[1], 1, 1);
  err = wpp_training_add (t, one, true);
  err |= wpp_training_add (t, one, true);
  CHECK (err == 0 && count_of (t, 0, TAIL, 0) == 0, "a thread calls nothing of the next one");
  wpp_training_free (t);
  wpp_grammar_free (one);
  wpp_grammar_free (g);
  free_world (&w);
}

int
main (void)
{
  test_random ();
  test_powers ();
  return unit_done ();
}
