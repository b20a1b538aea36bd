/* All that the library does with a grammar.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "grammar/coding/codec.h"
#include "base/error.h"
#include "facts/frequency/frequency.h"
#include "base/numbers.h"
#include "fuzz.h"
#include "grammar/rules/hot.h"
#include "activations/projection/project.h"
#include "activations/projection/projector.h"
#include "base/saturate.h"
#include "activations/projection/nested.h"
#include "activations/projection/untangle.h"

#define MOST_EVENTS_WALKED 20000u
#define MOST_SUBPATHS_COUNTED 64u

/* ---- Activations.  */

/* What the paths of a projection do: all both enter and leave if WHOLE, which is always possible, else by their
   numbers.  Null when out of memory.  */
static struct wpp_path_ends *
path_ends (const struct wpp_grammar *g, bool whole)
{
  struct wpp_path_ends *ends = calloc ((size_t)g->n_terminals + 1, sizeof *ends);
  for (uint32_t t = 0; ends && t < g->n_terminals; t++)
    if (g->terminals[t] >= WPP_LETTER_PATH)
      ends[t] = (struct wpp_path_ends){ whole || g->terminals[t] & 1, whole || g->terminals[t] & 2 };
  return ends;
}

/* How often the path that LETTER is occurs in G.  */
static uint64_t
count_of (const struct wpp_grammar *g, const uint64_t *counts, uint32_t letter)
{
  for (uint32_t t = 0; t < g->n_terminals; t++)
    if (g->terminals[t] == letter)
      return counts[t];
  return 0;
}

/* The paths of G are those of PART of all activations, or there is no PART.  */
static void
same_paths (const struct wpp_grammar *g, const struct wpp_grammar *part)
{
  uint64_t *counts = calloc ((size_t)g->n_terminals + 1, sizeof *counts);
  uint64_t *others = part ? calloc ((size_t)part->n_terminals + 1, sizeof *others) : NULL;
  if (counts && others)
    {
      wpp_grammar_terminal_counts (g, counts);
      wpp_grammar_terminal_counts (part, others);
      for (uint32_t t = 0; t < g->n_terminals; t++)
        FUZZ_ASSERT (g->terminals[t] < WPP_LETTER_PATH || counts[t] == count_of (part, others, g->terminals[t]));
    }
  free (counts);
  free (others);
}

/* The activations in the projection G, if they can be told apart.  */
static void
use_activations (const struct wpp_grammar *g, bool landing, bool whole)
{
  int err = 0;
  struct wpp_path_ends *ends = path_ends (g, whole);
  struct wpp_grammar *distinct = ends ? wpp_distinct_activations (g, ends, landing, &err) : NULL;
  struct wpp_grammar *nested = ends && !err ? wpp_nested_activations (g, ends, landing, &err) : NULL;
  struct wpp_grammar *apart = ends && !distinct && !err ? wpp_untangle (g, ends, landing, &err) : NULL;
  same_paths (g, distinct);
  same_paths (g, nested);
  same_paths (g, apart);
  free (ends);
  ends = apart ? path_ends (apart, whole) : NULL;
  struct wpp_grammar *again = ends ? wpp_distinct_activations (apart, ends, landing, &err) : NULL;
  same_paths (g, again);
  wpp_grammar_free (distinct);
  wpp_grammar_free (nested);
  wpp_grammar_free (apart);
  wpp_grammar_free (again);
  free (ends);
}

/* ---- Projections to all functions.  */

/* Some of everything: paths of three functions, and what other functions do.  */
static struct wpp_meaning
meaning (uint32_t event)
{
  struct wpp_meaning m = { event % 5, WPP_NO_FUNCTION, 0 };
  static const uint32_t letters[] = { 0, WPP_LETTER_ENTER, WPP_LETTER_LEAVE, WPP_LETTER_LAND + 1,
                                      WPP_LETTER_GAP };
  if (event % 4 < 3)
    m.function = event % 4;
  m.others = letters[event / 4 % 5];
  return m;
}

/* A function has as many paths in its projection as events mean it.  */
static void
use_projector (const struct wpp_grammar *g)
{
  struct wpp_meaning *meanings = calloc ((size_t)g->n_terminals + 1, sizeof *meanings);
  struct wpp_projector *p = wpp_projector_new (3);
  int err;
  for (uint32_t t = 0; meanings && t < g->n_terminals; t++)
    meanings[t] = meaning (g->terminals[t]);
  if (meanings && p && !wpp_projector_count (p, g, meanings) && !wpp_projector_add (p, g, meanings)
      && !wpp_projector_end_thread (p))
    for (uint32_t f = 0; f < 3; f++)
      {
        size_t n;
        uint64_t executed = 0, found = 0;
        const struct wpp_path_times *counts = wpp_projector_counts (p, f, &n);
        for (size_t i = 0; i < n; i++)
          executed = wpp_saturating_add (executed, counts[i].count);
        struct wpp_grammar *q = wpp_projector_grammar (p, f, &err);
        uint64_t *times = q ? calloc (q->n_terminals, sizeof *times) : NULL;
        if (times)
          wpp_grammar_terminal_counts (q, times);
        for (uint32_t t = 0; times && t < q->n_terminals; t++)
          if (q->terminals[t] >= WPP_LETTER_PATH)
            found = wpp_saturating_add (found, times[t]);
        FUZZ_ASSERT (err || found == executed);
        for (int how = 0; q && how < 4; how++)
          use_activations (q, how & 1, how & 2);
        free (times);
        wpp_grammar_free (q);
      }
  wpp_projector_free (p);
  free (meanings);
}

/* ---- Expansion.  */

static int
walk_events (void *data, uint32_t event, uint64_t count)
{
  uint64_t *left = data;
  *left -= count < *left ? count : *left;
  return *left == 0;
}

/* The length of S is what an expansion has, as far as one can go.  */
static void
use_expansion (const struct wpp_grammar *g)
{
  uint64_t left = MOST_EVENTS_WALKED, length = g->length[0];
  FUZZ_ASSERT (wpp_grammar_expand (g, 0, walk_events, &left) >= 0);
  FUZZ_ASSERT (left == (length < MOST_EVENTS_WALKED ? MOST_EVENTS_WALKED - length : 0));
  left = MOST_EVENTS_WALKED;
  wpp_grammar_expand (g, length / 2, walk_events, &left);
  left = MOST_EVENTS_WALKED;
  wpp_grammar_expand (g, length - (length > 0), walk_events, &left);
  FUZZ_ASSERT (length == 0 || length == UINT64_MAX || left == MOST_EVENTS_WALKED - 1);
}

/* Terminals, counted by two algorithms, are as many as S is long.  */
static void
use_counts (const struct wpp_grammar *g)
{
  uint64_t *counts = calloc ((size_t)g->n_terminals + 1, sizeof *counts), sum = 0;
  uint32_t n = g->n_terminals < MOST_SUBPATHS_COUNTED ? g->n_terminals : MOST_SUBPATHS_COUNTED;
  struct wpp_subpath single[MOST_SUBPATHS_COUNTED];
  uint64_t found[MOST_SUBPATHS_COUNTED] = { 0 };
  if (!counts)
    return;
  wpp_grammar_terminal_counts (g, counts);
  for (uint32_t t = 0; t < g->n_terminals; t++)
    if (__builtin_add_overflow (sum, counts[t], &sum))
      sum = UINT64_MAX;
  FUZZ_ASSERT (sum == g->length[0]);
  for (uint32_t t = 0; t < n; t++)
    single[t] = (struct wpp_subpath){ .length = 1, .events = &g->terminals[t] };
  FUZZ_ASSERT (wpp_count_subpaths (g, single, n, found) == 0);
  for (uint32_t t = 0; t < n; t++)
    FUZZ_ASSERT (found[t] == counts[t]);
  free (counts);
}

/* ---- Coding.  */

static void
use_coding (const struct wpp_grammar *g)
{
  unsigned char *bytes = NULL;
  size_t size;
  int err = wpp_grammar_encode (g, &bytes, &size);
  FUZZ_ASSERT (err == 0 || err == WPP_E_TOOBIG);
  if (err)
    return;
  struct wpp_grammar *again = wpp_grammar_decode (bytes, size, &err);
  FUZZ_ASSERT (again && again->n_rules == g->n_rules && again->length[0] == g->length[0]
               && again->start[again->n_rules] == g->start[g->n_rules]);
  wpp_grammar_free (again);
  free (bytes);
}

/* ---- Hot subpaths.  */

static void
use_hot (const struct wpp_grammar *g)
{
  struct wpp_hot_options options = { g->length[0] / 100 + 1, 2, 8, 0 };
  uint32_t *costs = malloc (((size_t)g->n_terminals + 1) * sizeof *costs);
  struct wpp_subpath *found = NULL;
  size_t n = 0;
  for (uint32_t t = 0; costs && t < g->n_terminals; t++)
    costs[t] = g->terminals[t] % 7 == 0 ? WPP_HOT_BARRIER : g->terminals[t] % 7;
  if (costs)
    FUZZ_ASSERT (wpp_hot_subpaths (g, costs, &options, &found, &n) == 0);
  for (size_t i = 0; i < n; i++)
    FUZZ_ASSERT (found[i].cost >= options.min_cost && found[i].count <= g->length[0]);
  wpp_subpaths_free (found, n);
  free (costs);
}

/* ---- Frequencies, in a function with a loop and a call: 2 is the loop, 3 the call.  */

static struct wpp_node nodes[4];
static struct wpp_edge edges[]
  = { { WPP_NODE_ENTRY, 2, 0 }, { 2, 2, WPP_EDGE_ENDS }, { 2, 3, WPP_EDGE_ENDS },
      { 2, WPP_NODE_EXIT, 0 }, { 3, 2, 0 }, { 3, WPP_NODE_EXIT, 0 } };
static const struct wpp_cfg cfg = { 4, 6, 0, nodes, edges, NULL };
/* Two definitions of one variable, one of another.  */
static struct wpp_change in_loop[] = { { 0, WPP_FROM_LAMBDA }, { 1, WPP_FROM_NONE } };
static struct wpp_change in_call[] = { { 0, WPP_FROM_NONE }, { 1, WPP_FROM_LAMBDA }, { 2, 1 } };
static const struct wpp_transition effects[] = { { 0 }, { 0 }, { 2, in_loop }, { 3, in_call } };
static const uint32_t boundary[] = { 2 };
static const struct wpp_problem problem 
  = { .n_facts = 3, .n_nodes = 4, .node = effects, .boundary = boundary, .n_boundary = 1 };

static uint32_t
letter (void *data, uint32_t event)
{
  const struct wpp_numbering *num = data;
  if (event % 5 == 4)
    return 0;
  if (event < 256)
    return event == 1 || (event >= 15 && event <= 16 + 127) ? event : event % 4 + 1;
  return WPP_LETTER_PATH + event % num->n_paths;
}

/* Solve it, and return whether it could be solved: what is nested too deep takes long, and need not be
   tried twice.  */
static bool
use_frequencies (const struct wpp_grammar *g, bool landing)
{
  int err;
  struct wpp_numbering *num = wpp_numbering_new (&cfg, 1000, &err);
  FUZZ_ASSERT (num);
  struct wpp_projection *p = wpp_project (g, letter, num, landing, &err);
  FUZZ_ASSERT (p);
  if (p->grammar)
    FUZZ_ASSERT (p->grammar->length[0] <= g->length[0]);
  bool solved = true;
  for (int backward = 0; solved && backward < 2; backward++)
    {
      struct wpp_problem directed = problem;
      directed.backward = backward;
      const struct wpp_stream stream = { num, p };
      struct wpp_frequencies *f = wpp_frequencies_solve (&directed, &cfg, &stream, 1, &err);
      FUZZ_ASSERT (f || err == WPP_E_TOOBIG);
      for (uint32_t v = 0; f && v < f->n_nodes; v++)
        for (size_t i = f->start[v]; i < f->start[v + 1]; i++)
          FUZZ_ASSERT (mpn_cmp ((mp_srcptr)f->frequency + i * f->words,
                                (mp_srcptr)f->count + v * f->words, f->words) <= 0);
      solved = f != NULL;
      wpp_frequencies_free (f);
    }
  wpp_projection_free (p);
  wpp_numbering_free (num);
  return solved;
}

void
fuzz_use_grammar (const struct wpp_grammar *g)
{
  use_expansion (g);
  use_counts (g);
  use_hot (g);
  use_projector (g);
  use_coding (g);
  if (use_frequencies (g, false))
    use_frequencies (g, true);
}

void
fuzz_use_profile (const struct wpp_profile *p)
{
  for (size_t t = 0; t < p->n_threads; t++)
    for (size_t s = 0; s < p->threads[t].n_segments; s++)
      fuzz_use_grammar (p->threads[t].segments[s]);
}
