/* frequencies SYMBOLS FACTS [backward]: how long do data flow frequencies of a synthetic function take?
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The function is a loop around a switch of 64 cases.  Every two facts are definitions of one variable in
   two cases, which kill each other.  The grammar has SYMBOLS symbols in rules of four, in layers, each of
   four random symbols of the layer below.  Prints symbols, facts, seconds of CPU time, nanoseconds a
   symbol and MiB of memory.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include "facts/frequency/frequency.h"

enum
{
  CASES = 64,
  HEAD = 2,
  LATCH = HEAD + CASES + 1,
  N_NODES,
  LAYERS = 16
};

static struct wpp_cfg cfg;
static struct wpp_transition node[N_NODES];
static uint64_t seed = 1;

static uint32_t
random_below (uint32_t n)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (seed >> 33) % n;
}

static void
add_edge (uint32_t src, uint32_t dst)
{
  cfg.edges[cfg.n_edges++] = (struct wpp_edge){ src, dst, 0 };
}

static void
make_graph (void)
{
  cfg.n_nodes = N_NODES;
  cfg.nodes = calloc (N_NODES, sizeof *cfg.nodes);
  cfg.edges = calloc (2 * CASES + 3, sizeof *cfg.edges);
  add_edge (WPP_NODE_ENTRY, HEAD);
  for (uint32_t c = 0; c < CASES; c++)
    add_edge (HEAD, HEAD + 1 + c);
  for (uint32_t c = 0; c < CASES; c++)
    add_edge (HEAD + 1 + c, LATCH);
  add_edge (LATCH, HEAD);
  add_edge (LATCH, WPP_NODE_EXIT);
}

/* Facts 2 I and 2 I + 1 are of cases I and 7 I + 1.  */
static void
make_facts (uint32_t n)
{
  for (uint32_t v = 0; v < N_NODES; v++)
    node[v].changes = malloc ((n + 1) * sizeof *node[v].changes);
  for (uint32_t f = 0; f < n; f++)
    {
      uint32_t i = f / 2, own = f % 2 ? (7 * i + 1) % CASES : i % CASES;
      uint32_t other = f % 2 ? i % CASES : (7 * i + 1) % CASES;
      struct wpp_transition *t = &node[HEAD + 1 + own];
      t->changes[t->n++] = (struct wpp_change){ f, WPP_FROM_LAMBDA };
      t = &node[HEAD + 1 + other];
      if (own != other)
        t->changes[t->n++] = (struct wpp_change){ f, WPP_FROM_NONE };
    }
}

static struct wpp_grammar *
make_grammar (const struct wpp_numbering *num, uint64_t symbols)
{
  struct wpp_grammar *g = calloc (1, sizeof *g);
  uint32_t layer = symbols / 4 / LAYERS + 1, n_paths = num->n_paths, at = 0, middle = 0;
  uint32_t *letters = malloc (n_paths * sizeof *letters), enters = 0, leaves = 0;
  g->terminals = malloc (n_paths * sizeof *g->terminals);
  for (uint32_t p = 0; p < n_paths; p++)
    {
      g->terminals[p] = WPP_LETTER_PATH + p;
      if (wpp_path_enters (num, p))
        enters = wpp_path_leaves (num, p) ? enters : p;
      else if (wpp_path_leaves (num, p))
        leaves = p;
      else
        letters[middle++] = p;
    }
  g->n_terminals = n_paths;
  g->n_rules = 1 + layer * LAYERS;
  g->start = calloc (g->n_rules + 1, sizeof *g->start);
  g->symbols = malloc ((4ull * layer * LAYERS + layer + n_paths + 2) * sizeof *g->symbols);
  g->symbols[at++] = enters;
  for (uint32_t r = 0; r < layer; r++)
    g->symbols[at++] = WPP_RULE | (1 + r);
  for (uint32_t i = 0; i < middle; i++)
    g->symbols[at++] = letters[i];
  g->symbols[at++] = leaves;
  g->start[1] = at;
  for (uint32_t r = 1; r < g->n_rules; r++)
    {
      uint32_t l = (r - 1) / layer, own = (r - 1) % layer;
      for (uint32_t i = 0; i < 4; i++)
        g->symbols[at++] = l + 1 == LAYERS ? letters[random_below (middle)]
                           : WPP_RULE | (1 + (l + 1) * layer + (i ? random_below (layer) : own));
      g->start[r + 1] = at;
    }
  free (letters);
  return wpp_grammar_finish (g) ? NULL : g;
}

int
main (int argc, char **argv)
{
  if (argc < 3)
    return 2;
  uint64_t symbols = strtoull (argv[1], NULL, 10);
  struct wpp_problem problem = { .n_facts = strtoul (argv[2], NULL, 10), .n_nodes = N_NODES,
                                 .backward = argc > 3 && !strcmp (argv[3], "backward"),
                                 .node = node };
  int err;
  make_graph ();
  make_facts (problem.n_facts);
  struct wpp_numbering *num = wpp_numbering_new (&cfg, 100000, &err);
  struct wpp_projection p = { num ? make_grammar (num, symbols) : NULL, false, false };
  struct wpp_stream stream = { num, &p };
  struct rusage before, after;
  getrusage (RUSAGE_SELF, &before);
  struct wpp_frequencies *f
    = p.grammar ? wpp_frequencies_solve (&problem, &cfg, &stream, 1, &err) : NULL;
  getrusage (RUSAGE_SELF, &after);
  if (!f)
    return 1;
  double seconds = after.ru_utime.tv_sec - before.ru_utime.tv_sec
                   + (after.ru_utime.tv_usec - before.ru_utime.tv_usec) / 1e6;
  uint64_t n = p.grammar->start[p.grammar->n_rules];
  printf ("%10lu symbols %6u facts %8s %9.3f s %9.1f ns a symbol %6ld MiB\n", n, problem.n_facts,
          problem.backward ? "backward" : "forward", seconds, 1e9 * seconds / n,
          after.ru_maxrss / 1024);
  wpp_frequencies_free (f);
  return 0;
}
