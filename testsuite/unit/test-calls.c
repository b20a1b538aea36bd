/* Activations by calling context: those of random threads, against a stack that each event is done on.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Contexts are told apart by a hash of all that leads to them.  */

#include "activations/counts/calls.h"
#include "make-cfg.h"
#include "make-threads.h"

enum
{
  MOST_EVENTS = 4000,
  RUNS = 400
};

/* ---- Functions: a call on two ways, a loop, and ways around.  Eight of their paths are events.  */

enum nodes { HEAD = 2, LEFT, RIGHT, JOIN, N_NODES };

static void
make_graph (struct wpp_cfg *cfg)
{
  cfg_init (cfg, N_NODES, 8);
  cfg->nodes[LEFT].flags = cfg->nodes[RIGHT].flags = WPP_NODE_CALL;
  cfg_edge (cfg, WPP_NODE_ENTRY, HEAD, 0);
  cfg_edge (cfg, HEAD, LEFT, WPP_EDGE_ENDS);
  cfg_edge (cfg, HEAD, RIGHT, WPP_EDGE_ENDS);
  cfg_edge (cfg, HEAD, WPP_NODE_EXIT, 0);
  cfg_edge (cfg, LEFT, JOIN, 0);
  cfg_edge (cfg, RIGHT, JOIN, 0);
  cfg_edge (cfg, JOIN, HEAD, 0);
  cfg_edge (cfg, JOIN, WPP_NODE_EXIT, 0);
}

struct world
{
  struct wpp_unit unit, *units[1];
  struct wpp_function notes[THREAD_FUNCTIONS];
  struct wpp_code_function functions[THREAD_FUNCTIONS];
  struct wpp_code code;
  /* Of each path: does it enter, leave; the call that it ends before, or -1.  */
  bool enters[THREAD_PATHS], leaves[THREAD_PATHS];
  int call[THREAD_PATHS];
};

static void
make_world (struct world *w)
{
  struct wpp_path path = { 0 };
  int err = 0;
  *w = (struct world){ .unit = { .id = 1, .source = "x.c", .path_limit = 100, .n_functions = THREAD_FUNCTIONS } };
  w->units[0] = &w->unit;
  w->unit.functions = w->notes;
  for (uint32_t i = 0; i < THREAD_FUNCTIONS; i++)
    {
      make_graph (&w->notes[i].cfg);
      w->notes[i].flags = i < 2 ? WPP_FN_LANDING : 0;
      w->functions[i] = (struct wpp_code_function){ .unit = &w->unit, .function = &w->notes[i],
                                                    .first = WPP_EVENT_FIRST_PATH + i * THREAD_PATHS,
                                                    .n_words = THREAD_PATHS };
    }
  w->code = (struct wpp_code){ .n_functions = THREAD_FUNCTIONS, .functions = w->functions, .n_units = 1,
                               .units = w->units };
  struct wpp_numbering *num = wpp_numbering_new (&w->notes[0].cfg, 100, &err);
  for (uint32_t i = 0; i < THREAD_FUNCTIONS; i++)
    w->notes[i].n_paths = num->n_paths;
  for (uint32_t n = 0; n < THREAD_PATHS; n++)
    {
      CHECK_QUIET (wpp_path_decode (num, n, &path) == 0, "there is a path %u", n);
      w->enters[n] = path.nodes[0] == WPP_NODE_ENTRY;
      w->leaves[n] = path.end_edge == WPP_NO_EDGE;
      uint32_t to = w->leaves[n] ? 0 : num->cfg->edges[path.end_edge].dst;
      w->call[n] = to == LEFT || to == RIGHT ? (int) to : -1;
    }
  wpp_path_release (&path);
  wpp_numbering_free (num);
}

static void
free_world (struct world *w)
{
  for (uint32_t i = 0; i < THREAD_FUNCTIONS; i++)
    {
      wpp_numbering_free (w->functions[i].numbering);
      wpp_cfg_release (&w->notes[i].cfg);
    }
}

/* ---- What was counted, in any order.  */

struct sums
{
  uint64_t contexts, begun, ended[WPP_ACTIVATION_OPEN + 1], hash;
  uint64_t paths;            /* hashes of paths and the contexts that executed them */
};

static uint64_t
mix (uint64_t a, uint64_t b)
{
  a = (a ^ b) * UINT64_C (0x9e3779b97f4a7c15);
  return a ^ a >> 29;
}

/* The hash of a context: of its caller's, the call and the function.  */
static uint64_t
hash_of (uint64_t caller, int node, uint32_t function, unsigned seen)
{
  return mix (mix (mix (mix (1, caller), node + 1), function), seen);
}

/* ---- The slow way.  */

struct slow_context
{
  uint64_t hash;
  uint32_t function, level;
  int caller, same;        /* contexts; caller -1: none */
  uint64_t count, ended[WPP_ACTIVATION_OPEN + 1];
};

struct slow
{
  const struct world *world;
  enum wpp_context_merging merging;
  uint32_t levels, apart;
  struct slow_context contexts[MOST_EVENTS];
  int n;
  struct { int context; uint32_t function; int call; bool seen; } stack[MOST_EVENTS];
  int depth;
  uint64_t paths;
};

/* The chain of the last LEVELS functions of the stack with FUNCTION on top, as a hash; *LEVEL functions.  What is
   below a chain that is not the whole stack is a caller, which is not told.  */
static uint64_t
slow_chain (const struct slow *s, uint32_t function, bool seen, uint32_t *level)
{
  /* How far down do callers follow each other that have begun seen?  */
  int bottom = s->depth;
  bool known = seen;
  while (known && bottom > 0 && (uint32_t) (s->depth - bottom) + 1 < s->levels)
    known = s->stack[--bottom].seen;
  bool cut = known && bottom > 0;
  uint64_t hash = 0;
  *level = 0;
  for (int i = bottom; i <= s->depth; i++, ++*level)
    hash = hash_of (hash, i == bottom ? -1 : s->stack[i - 1].call, i == s->depth ? function : s->stack[i].function,
                    i > bottom ? WPP_CONTEXT_SEEN : cut ? WPP_CONTEXT_CUT : known);
  return hash;
}

static int
slow_same (const struct slow *s, int caller, uint32_t function, int n)
{
  int same = n;
  if (s->merging == WPP_CONTEXTS_MERGED && (caller < 0 ? 1 : s->contexts[caller].level + 1) > s->apart)
    for (int up = caller; up >= 0 && same == n; up = s->contexts[up].caller)
      same = s->contexts[up].function == function ? up : same;
  if (s->merging == WPP_CONTEXTS_GRAPH)
    for (int i = n - 1; i >= 0; i--)
      same = s->contexts[i].function == function ? i : same;
  return same;
}

/* The context in which FUNCTION is called by the topmost activation, if that is SEEN.  */
static int
slow_context (struct slow *s, uint32_t function, bool seen)
{
  bool called = seen && s->depth;
  if (s->merging == WPP_CONTEXTS_CHAINS)
    {
      uint32_t level;
      uint64_t chain = slow_chain (s, function, seen, &level);
      for (int i = 0; i < s->n; i++)
        if (s->contexts[i].hash == chain)
          return i;
      s->contexts[s->n] = (struct slow_context){ chain, function, level, -1, s->n, 0, { 0 } };
      return s->n++;
    }
  int from = called ? s->stack[s->depth - 1].context : -1;
  if (called && s->contexts[from].function == WPP_NO_FUNCTION)
    return from;
  int caller = called ? s->contexts[from].same : -1, call = called ? s->stack[s->depth - 1].call : -1;
  bool deep = called && s->contexts[caller].level >= s->levels;
  uint64_t hash = hash_of (called ? s->contexts[caller].hash : 0, deep ? -1 : call,
                           deep ? WPP_NO_FUNCTION : function, seen);
  for (int i = 0; i < s->n; i++)
    if (s->contexts[i].hash == hash)
      return i;
  s->contexts[s->n] = (struct slow_context){ hash, deep ? WPP_NO_FUNCTION : function,
                                             called ? s->contexts[caller].level + 1 : 1, caller,
                                             deep ? s->n : slow_same (s, caller, function, s->n), 0, { 0 } };
  return s->n++;
}

static void
slow_end (struct slow *s, enum wpp_activation_end how)
{
  s->contexts[s->stack[--s->depth].context].ended[how]++;
}

static void
slow_path (struct slow *s, uint32_t function, uint32_t path)
{
  bool open = false, enters = s->world->enters[path];
  for (int i = 0; i < s->depth; i++)
    open |= s->stack[i].function == function;
  while (!enters && open && s->stack[s->depth - 1].function != function)
    slow_end (s, WPP_ACTIVATION_UNSEEN);
  if (enters || !open)
    {
      int context = slow_context (s, function, enters);
      s->contexts[context].count++;
      s->stack[s->depth].context = context;
      s->stack[s->depth].seen = enters;
      s->stack[s->depth++].function = function;
    }
  s->paths += mix (s->contexts[s->stack[s->depth - 1].context].hash, function * THREAD_PATHS + path);
  s->stack[s->depth - 1].call = s->world->call[path];
  s->depth -= s->world->leaves[path];
}

#include "slow-threads.h"

static void
run_slow (struct slow *s, const struct wpp_thread *t, struct sums *sums)
{
  s->n = 0;
  s->paths = 0;
  for (size_t i = 0; i < t->n_segments; i++)
    wpp_grammar_expand (t->segments[i], 0, slow_event, s);
  while (s->depth)
    slow_end (s, WPP_ACTIVATION_OPEN);
  *sums = (struct sums){ .contexts = s->n, .paths = s->paths };
  for (int i = 0; i < s->n; i++)
    {
      const struct slow_context *x = &s->contexts[i];
      uint64_t hash = mix (x->hash, s->contexts[x->same].hash);
      sums->begun += x->count;
      sums->hash += hash * x->count;
      for (unsigned how = 0; how <= WPP_ACTIVATION_OPEN; how++)
        {
          sums->ended[how] += x->ended[how];
          sums->hash += mix (hash, how + 1) * x->ended[how];
        }
    }
}

/* ---- The fast way.  */

static int
run_fast (struct world *w, const struct wpp_context_limits *limits, const struct wpp_thread *t, struct sums *sums)
{
  static uint64_t hashes[8 * MOST_EVENTS];
  struct wpp_call_contexts *c = wpp_call_contexts_new (&w->code, limits);
  int err = wpp_call_contexts_add (c, t);
  uint32_t n;
  const struct wpp_context *contexts = wpp_call_contexts_all (c, &n);
  *sums = (struct sums){ .contexts = err ? n : 0 };
  for (uint32_t i = 0; i < n && !err; i++)
    {
      const struct wpp_context *x = &contexts[i];
      hashes[i] = hash_of (x->caller == WPP_NO_CONTEXT ? 0 : hashes[x->caller],
                           x->node == WPP_NO_NODE ? -1 : (int) x->node, x->function, x->seen);
      uint64_t hash = mix (hashes[i], hashes[limits->merging == WPP_CONTEXTS_CHAINS ? i : x->same]);
      sums->contexts += x->count > 0;
      sums->begun += x->count;
      sums->hash += hash * x->count;
      for (unsigned how = 0; how <= WPP_ACTIVATION_OPEN; how++)
        {
          sums->ended[how] += x->ended[how];
          sums->hash += mix (hash, how + 1) * x->ended[how];
        }
    }
  const struct wpp_context_path *paths = wpp_call_contexts_paths (c, &n);
  for (uint32_t i = 0; i < n && !err; i++)
    sums->paths += paths[i].count * mix (hashes[paths[i].context], paths[i].event - WPP_EVENT_FIRST_PATH);
  wpp_call_contexts_free (c);
  return err;
}

static void
test_random (struct world *w)
{
  static struct slow slow;
  uint64_t seed = 30, contexts = 0, begun = 0, ended = 0;
  unsigned wrong = 0;
  for (unsigned i = 0; i < RUNS; i++)
    {
      struct wpp_grammar *parts[] = { thread_grammar (&seed, i % 2, i / 2 % 2, MOST_EVENTS / 2),
                                      thread_grammar (&seed, i % 2, i / 2 % 2, MOST_EVENTS / 2) };
      struct wpp_thread t = { .n_segments = 2, .segments = parts };
      struct wpp_context_limits limits
          = { i / 4 % 4, i / 16 % 2 ? 3 : MOST_EVENTS, MOST_EVENTS, MOST_EVENTS, i / 32 % 6, false, 0 };
      if (limits.merging == WPP_CONTEXTS_CHAINS)
        limits = (struct wpp_context_limits){ WPP_CONTEXTS_CHAINS, 2 + i / 16 % 3, 8 * MOST_EVENTS, MOST_EVENTS, 0,
                                              false, 0 };
      struct sums expected, found;
      slow.world = w;
      slow.merging = limits.merging;
      slow.levels = limits.levels;
      slow.apart = limits.apart;
      run_slow (&slow, &t, &expected);
      wrong += run_fast (w, &limits, &t, &found) || memcmp (&expected, &found, sizeof found);
      contexts += expected.contexts;
      begun += expected.begun;
      ended += expected.ended[WPP_ACTIVATION_UNSEEN] && expected.ended[WPP_ACTIVATION_OPEN];
      wpp_grammar_free (parts[0]);
      wpp_grammar_free (parts[1]);
    }
  CHECK (contexts > RUNS * 5 && begun > 5 * contexts && ended > RUNS / 4, "there are contexts, and unfinished ones");
  CHECK (!wrong, "%d random threads (%u wrong)", RUNS, wrong);
}

/* f calls f, a million levels deep.  */
static void
test_deep (struct world *w)
{
  uint32_t enter = 0;
  while (!w->enters[enter] || w->call[enter] != LEFT)
    enter++;
  uint32_t terminals[] = { WPP_EVENT_FIRST_PATH + enter }, symbols[] = { 0 }, exponents[] = { 1 << 20 };
  uint64_t start[] = { 0, 1 };
  struct wpp_grammar g = { .n_terminals = 1, .terminals = terminals, .n_rules = 1, .start = start, .symbols = symbols,
                           .exponents = exponents };
  struct wpp_grammar *parts[] = { &g };
  struct wpp_thread t = { .n_segments = 1, .segments = parts };
  struct sums sums;
  int err = wpp_grammar_finish (&g);
  const struct wpp_context_limits exact = { WPP_CONTEXTS_EXACT, UINT32_MAX, 1000, 0, 0, false, 0 },
                                  flat = { WPP_CONTEXTS_EXACT, 10, 1000, 0, 0, false, 0 },
                                  merged = { WPP_CONTEXTS_MERGED, UINT32_MAX, 1000, 0, 0, false, 0 };
  CHECK (!err && run_fast (w, &exact, &t, &sums) == WPP_E_TOOBIG && sums.contexts == 1000,
         "a limit on contexts is kept");
  CHECK (run_fast (w, &flat, &t, &sums) == 0 && sums.contexts == 11 && sums.begun == exponents[0],
         "levels below are one context");
  CHECK (run_fast (w, &merged, &t, &sums) == 0 && sums.contexts == 2 && sums.begun == exponents[0]
           && sums.ended[WPP_ACTIVATION_OPEN] == exponents[0],
         "a function that calls itself has two contexts when they are merged");
  free (g.order);
  free (g.length);
  free (g.frequency);
}

int
main (void)
{
  struct world w;
  make_world (&w);
  test_random (&w);
  test_deep (&w);
  free_world (&w);
  return unit_done ();
}
