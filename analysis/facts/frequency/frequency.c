/* Data flow frequencies on a whole program path.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   B. Scholz, E. Mehofer: Dataflow Frequency Analysis based on Whole Program Paths, PACT 2002.
   This file knows paths and problems; states are carried through the grammar by
   propagate.c, which says how that is the paper's algorithm.

   A path is a sequence of steps: count a node with the state there, perform a transition.
   The composition of its transitions is the matrix M(t) of formula 13.  Applied step by
   step to the sum of all states in which the occurrences of the path begin, they give what the
   path adds to the frequencies of its nodes.

   The state of an activation between two paths:
   - A path that ends at an edge counts the edge's destination (cfg.h) and performs the transition
     of entering it, but not the destination's own transition.  The next path performs that one, and does not
     count the node again.
   - Control that leaves a call by a GAP edge leaves the call node unfinished.  The path that starts at the
     landing node does not perform the call node's transition: either the call has not defined what it was
     to define (an exception), or there is nothing to define (a computed goto).  It goes on with the
     state after entering the call node.  Transitions of GAP edges are never performed: no path says
     which of these edges was taken.

   A backward problem takes the same steps from the last to the first.  Each performs its transition before it
   counts.

   Facts that no path tells apart are carried through the grammar as one (partition.h); within paths each fact is
   counted for itself.  Facts that are sources of each other are solved together.  Others may be solved in
   batches, one after the other, so that memory stays bounded however many facts there are.

   Longer than 500 lines: what a path does to states, forward and backward, is one piece of reasoning.  */

#include <stdlib.h>
#include <string.h>
#include "program/paths/path-steps.h"
#include "base/array.h"
#include "base/error.h"
#include "base/search.h"
#include "facts/frequency/propagate.h"
#include "base/numbers.h"
#include "facts/frequency/partition.h"

/* At most this many bytes of weighted states, and of frequencies that are not sparse yet, are kept at once, unless a
   batch has the least number of facts.  */
#define BATCH_BYTES ((size_t)3 << 26)
#define HELD_BYTES ((size_t)1 << 24)
#define BATCH_FACTS 32u

/* Frequencies that are not 0, in any order.  */
struct entries
{
  size_t n, room;
  uint32_t *node, *fact; /* [n] */
  uint64_t *number;      /* [n] numbers */
};

/* The problem restricted to some facts, renumbered.  */
struct batch
{
  const struct wpp_problem *problem;
  const struct wpp_cfg *cfg;
  const struct wpp_numbering *num; /* of the stream at hand */
  unsigned words;        /* of a number */
  uint64_t *count;       /* [n_nodes] executions; null when an earlier batch has counted them */
  uint64_t *edge_count;  /* [n_edges] likewise */
  uint64_t *held;        /* [n_nodes * n] numbers */
  const uint32_t *facts; /* [n] the problem's numbers */
  uint32_t n;
  struct wpp_transition *node, *enter, *edge; /* as in the problem; ENTER and EDGE may be null */
  struct wpp_change *changes;                 /* storage of all */
  uint64_t *boundary;                         /* [n + 1] 0 or 1 */
  struct wpp_transitions *transitions;
  struct wpp_path_steps steps; /* of the path at hand */
};

/* ---- Checking.  */

static bool
transition_ok_p (const struct wpp_transition *t, uint32_t n_facts)
{
  for (uint32_t i = 0; i < t->n; i++)
    {
      const struct wpp_change *c = &t->changes[i];
      if (c->fact >= n_facts || (i > 0 && c[-1].fact >= c->fact)
          || (c->source >= n_facts && c->source != WPP_FROM_NONE && c->source != WPP_FROM_LAMBDA))
        return false;
    }
  return true;
}

static bool
problem_ok_p (const struct wpp_problem *problem, const struct wpp_cfg *cfg)
{
  if (problem->n_nodes != cfg->n_nodes || problem->n_facts >= WPP_FROM_LAMBDA)
    return false;
  for (uint32_t v = 0; v < problem->n_nodes; v++)
    if (!transition_ok_p (&problem->node[v], problem->n_facts)
        || (problem->enter && !transition_ok_p (&problem->enter[v], problem->n_facts)))
      return false;
  for (uint32_t e = 0; problem->edge && e < cfg->n_edges; e++)
    if (!transition_ok_p (&problem->edge[e], problem->n_facts))
      return false;
  for (uint32_t i = 0; i < problem->n_boundary; i++)
    if (problem->boundary[i] >= problem->n_facts)
      return false;
  return true;
}

/* ---- Paths.  */

/* Decode path NUMBER into B's steps.  */
static int
decode (struct batch *b, uint64_t number)
{
  return wpp_path_steps_find (&b->steps, b->num, number);
}

/* What STEP does, or null.  */
static const struct wpp_transition *
transition_of (const struct batch *b, const struct wpp_path_step *step)
{
  if (step->kind == WPP_STEP_EXECUTES)
    return &b->node[step->number];
  const struct wpp_transition *all = step->kind == WPP_STEP_ENTERS ? b->enter : b->edge;
  return all ? &all[step->number] : NULL;
}

/* Set T to the description of path NUMBER.  */
static int
describe_path (struct batch *b, uint64_t number, struct wpp_terminal *t)
{
  int err = decode (b, number);
  if (err)
    return err;
  for (size_t i = 0; i < b->steps.n; i++)
    {
      const struct wpp_path_step *step = &b->steps.steps[b->problem->backward ? b->steps.n - 1 - i : i];
      const struct wpp_transition *transition = transition_of (b, step);
      if (transition)
        wpp_transitions_then (b->transitions, transition);
    }
  t->enters = wpp_path_steps_enter_p (&b->steps, b->num);
  t->leaves = wpp_path_steps_leave_p (&b->steps);
  return wpp_transitions_end (b->transitions, &t->transition);
}

/* Add STATE to the counts of NODE.  */
static void
count_node (struct batch *b, uint32_t node, const uint64_t *state)
{
  if (b->count)
    wpp_numbers_add (b->count + (size_t)node * b->words, state + (size_t)b->n * b->words, 1,
                     b->words);
  wpp_numbers_add (b->held + (size_t)node * b->n * b->words, state, b->n, b->words);
}

/* Add STATE to the executions of EDGE.  */
static void
count_edge (struct batch *b, uint32_t edge, const uint64_t *state)
{
  if (b->edge_count)
    wpp_numbers_add (b->edge_count + (size_t)edge * b->words, state + (size_t)b->n * b->words, 1, b->words);
}

/* Add the contribution of path NUMBER.  STATE is the sum of the states with which its occurrences begin (backward:
   end); it is changed.  */
static int
count_path (struct batch *b, uint64_t number, uint64_t *state)
{
  bool backward = b->problem->backward;
  int err = decode (b, number);
  for (size_t i = 0; !err && i < b->steps.n; i++)
    {
      const struct wpp_path_step *step = &b->steps.steps[backward ? b->steps.n - 1 - i : i];
      const struct wpp_transition *transition = transition_of (b, step);
      if (step->kind == WPP_STEP_ENTERS && !backward)
        count_node (b, step->number, state);
      if (step->kind == WPP_STEP_TAKES)
        count_edge (b, step->number, state);
      if (transition)
        wpp_transitions_apply_step (b->transitions, transition, state);
      if (step->kind == WPP_STEP_ENTERS && backward)
        count_node (b, step->number, state);
    }
  return err;
}

/* The terminals of a stream's grammar in terms of classes of B's facts.  */
struct reduction
{
  struct wpp_partition classes;
  struct wpp_transitions *transitions; /* of classes */
  struct wpp_terminal *terminals;      /* [n_terminals] */
  uint64_t *boundary;                  /* [classes.n + 1] */
};

/* Replace *ID, a transition of B's facts, by the transition of their classes; CHANGES has room for a change of each
   class.  */
static int
reduce_transition (const struct batch *b, struct reduction *r, struct wpp_change *changes,
                   uint32_t *id)
{
  struct wpp_transition full = wpp_transitions_get (b->transitions, *id), step = { 0, changes };
  uint32_t *class = r->classes.class;
  /* Facts and first facts of classes have the same order.  */
  for (uint32_t i = 0; i < full.n; i++)
    {
      struct wpp_change c = full.changes[i];
      bool special = c.source == WPP_FROM_NONE || c.source == WPP_FROM_LAMBDA;
      if (step.n && class[c.fact] <= changes[step.n - 1].fact)
        continue;
      changes[step.n++]
          = (struct wpp_change){ class[c.fact], special ? c.source : class[c.source] };
    }
  wpp_transitions_then (r->transitions, &step);
  return wpp_transitions_end (r->transitions, id);
}

/* Find the classes of B's facts for G's paths, and set up R.  */
static int
reduce (struct batch *b, const struct wpp_grammar *g, struct reduction *r)
{
  *r = (struct reduction){ .terminals
                           = calloc ((size_t)g->n_terminals + 1, sizeof *r->terminals) };
  int err = wpp_partition_init (&r->classes, b->n, b->boundary);
  if (!r->terminals)
    return WPP_E_NOMEM;
  for (uint32_t t = 0; !err && t < g->n_terminals; t++)
    if (g->terminals[t] >= WPP_LETTER_PATH)
      {
        err = describe_path (b, g->terminals[t] - WPP_LETTER_PATH, &r->terminals[t]);
        struct wpp_transition all = wpp_transitions_get (b->transitions, r->terminals[t].transition);
        if (!err)
          err = wpp_partition_refine (&r->classes, &all);
      }
  if (!err)
    err = wpp_partition_number (&r->classes);
  if (err)
    return err;
  struct wpp_change *changes = malloc (((size_t)r->classes.n + 1) * sizeof *changes);
  r->transitions = wpp_transitions_new (r->classes.n, b->words);
  r->boundary = calloc ((size_t)r->classes.n + 1, sizeof *r->boundary);
  if (!changes || !r->transitions || !r->boundary)
    err = WPP_E_NOMEM;
  for (uint32_t t = 0; !err && t < g->n_terminals; t++)
    if (g->terminals[t] >= WPP_LETTER_PATH)
      err = reduce_transition (b, r, changes, &r->terminals[t].transition);
  for (uint32_t f = 0; !err && f < b->n; f++)
    r->boundary[r->classes.class[f]] = b->boundary[f];
  if (!err)
    r->boundary[r->classes.n] = 1;
  free (changes);
  return err;
}

static void
reduction_release (struct reduction *r)
{
  wpp_partition_release (&r->classes);
  wpp_transitions_free (r->transitions);
  free (r->terminals);
  free (r->boundary);
}

/* Set STATE to the weighted state of all facts, from WEIGHTS, the weighted state of R's classes.  */
static void
expand_state (const struct batch *b, const struct reduction *r, const uint64_t *weights,
              uint64_t *state)
{
  for (uint32_t f = 0; f <= b->n; f++)
    {
      uint32_t class = f < b->n ? r->classes.class[f] : r->classes.n;
      wpp_number_copy (state + (size_t)f * b->words, weights + (size_t)class * b->words, b->words);
    }
}

static int
solve_stream (struct batch *b, const struct wpp_stream *stream)
{
  const struct wpp_grammar *g = stream->projection->grammar;
  struct reduction r;
  uint64_t **weights = calloc ((size_t)g->n_terminals + 1, sizeof *weights);
  uint64_t *state = malloc (((size_t)b->n + 1) * b->words * sizeof *state);
  b->num = stream->num;
  int err = reduce (b, g, &r);
  if (!weights || !state)
    err = WPP_E_NOMEM;
  if (!err)
    err = wpp_propagate (stream->projection, r.terminals, r.transitions, b->problem->backward, r.boundary,
                         weights);
  for (uint32_t t = 0; weights && t < g->n_terminals; t++)
    {
      if (!err && weights[t])
        {
          expand_state (b, &r, weights[t], state);
          err = count_path (b, g->terminals[t] - WPP_LETTER_PATH, state);
        }
      free (weights[t]);
    }
  free (weights);
  free (state);
  reduction_release (&r);
  return err;
}

/* ---- Batches of facts.  */

/* Copy FROM [N] to TO, restricted to the facts that LOCAL numbers; changes are put at *CHANGES.  */
static void
restrict_transitions (const struct wpp_transition *from, size_t n, const uint32_t *local,
                      struct wpp_transition *to, struct wpp_change **changes)
{
  for (size_t i = 0; i < n; i++)
    {
      to[i] = (struct wpp_transition){ 0, *changes };
      for (uint32_t j = 0; j < from[i].n; j++)
        {
          struct wpp_change c = from[i].changes[j];
          bool special = c.source == WPP_FROM_NONE || c.source == WPP_FROM_LAMBDA;
          if (local[c.fact] != UINT32_MAX)
            to[i].changes[to[i].n++]
                = (struct wpp_change){ local[c.fact], special ? c.source : local[c.source] };
        }
      *changes += to[i].n;
    }
}

/* Set up B for its facts.  */
static int
batch_init (struct batch *b)
{
  const struct wpp_problem *problem = b->problem;
  size_t n_edges = problem->edge ? b->cfg->n_edges : 0;
  size_t n_entered = problem->enter ? problem->n_nodes : 0;
  size_t n_changes = wpp_count_changes (problem->node, problem->n_nodes)
                     + wpp_count_changes (problem->enter, n_entered)
                     + wpp_count_changes (problem->edge, n_edges);
  uint32_t *local = malloc (((size_t)problem->n_facts + 1) * sizeof *local);
  b->node = malloc (((size_t)problem->n_nodes + 1) * sizeof *b->node);
  b->enter = problem->enter ? malloc ((n_entered + 1) * sizeof *b->enter) : NULL;
  b->edge = problem->edge ? malloc ((n_edges + 1) * sizeof *b->edge) : NULL;
  b->changes = malloc ((n_changes + 1) * sizeof *b->changes);
  b->boundary = calloc ((size_t)b->n + 1, sizeof *b->boundary);
  b->transitions = wpp_transitions_new (b->n, b->words);
  b->held = calloc ((size_t)problem->n_nodes * b->n * b->words + 1, sizeof *b->held);
  int err = local && b->node && (b->enter || !problem->enter) && (b->edge || !problem->edge)
                    && b->changes && b->boundary && b->transitions && b->held
                ? 0
                : WPP_E_NOMEM;
  if (!err)
    {
      struct wpp_change *changes = b->changes;
      memset (local, 0xff, problem->n_facts * sizeof *local);
      for (uint32_t f = 0; f < b->n; f++)
        local[b->facts[f]] = f;
      restrict_transitions (problem->node, problem->n_nodes, local, b->node, &changes);
      restrict_transitions (problem->enter, n_entered, local, b->enter, &changes);
      restrict_transitions (problem->edge, n_edges, local, b->edge, &changes);
      for (uint32_t i = 0; i < problem->n_boundary; i++)
        if (local[problem->boundary[i]] != UINT32_MAX)
          b->boundary[local[problem->boundary[i]]] = 1;
      b->boundary[b->n] = 1;
    }
  free (local);
  return err;
}

static void
batch_release (struct batch *b)
{
  free (b->held);
  free (b->node);
  free (b->enter);
  free (b->edge);
  free (b->changes);
  free (b->boundary);
  wpp_transitions_free (b->transitions);
  wpp_path_steps_release (&b->steps);
}

static uint32_t
find_group (uint32_t *group, uint32_t f)
{
  while (group[f] != f)
    f = group[f] = group[group[f]];
  return f;
}

static void
unite_groups (uint32_t *group, const struct wpp_transition *t, size_t n)
{
  for (size_t i = 0; t && i < n; i++)
    for (uint32_t j = 0; j < t[i].n; j++)
      if (t[i].changes[j].source < WPP_FROM_LAMBDA)
        {
          uint32_t a = find_group (group, t[i].changes[j].fact);
          uint32_t b = find_group (group, t[i].changes[j].source);
          group[a < b ? b : a] = a < b ? a : b;
        }
}

/* A fact, its group, which is the smallest of all facts that it depends on or that depend on it, and the class of that
   smallest fact.  */
struct grouped
{
  uint32_t class, group, fact;
};

static int
compare_grouped (const void *a, const void *b)
{
  const struct grouped *x = a, *y = b;
  if (x->class != y->class)
    return x->class < y->class ? -1 : 1;
  if (x->group != y->group)
    return x->group < y->group ? -1 : 1;
  return (x->fact > y->fact) - (x->fact < y->fact);
}

/* Refine P by the paths of STREAM.  */
static int
partition_stream (struct batch *b, const struct wpp_stream *stream, struct wpp_partition *p)
{
  const struct wpp_grammar *g = stream->projection->grammar;
  int err = 0;
  b->num = stream->num;
  for (uint32_t t = 0; !err && g && t < g->n_terminals; t++)
    {
      struct wpp_terminal terminal;
      if (g->terminals[t] < WPP_LETTER_PATH)
        continue;
      err = describe_path (b, g->terminals[t] - WPP_LETTER_PATH, &terminal);
      if (err)
        return err;
      struct wpp_transition all = wpp_transitions_get (b->transitions, terminal.transition);
      err = wpp_partition_refine (p, &all);
    }
  return err;
}

/* Set *P to the classes of B's facts on all STREAMS.  B has all facts of the problem.  */
static int
partition_all (struct batch *b, const struct wpp_stream *streams, size_t n, struct wpp_partition *p)
{
  int err = batch_init (b);
  if (!err)
    err = wpp_partition_init (p, b->n, b->boundary);
  for (size_t i = 0; !err && i < n; i++)
    err = partition_stream (b, &streams[i], p);
  batch_release (b);
  return err ? err : wpp_partition_number (p);
}

/* Set *FACTS to the facts of B's problem, sorted: facts that depend on each other are neighbours, and so are the facts
   of a class that depend on no others.  */
static int
group_facts (struct batch *b, const struct wpp_stream *streams, size_t n, struct grouped **facts)
{
  const struct wpp_problem *problem = b->problem;
  uint32_t *group = malloc (((size_t)b->n + 1) * sizeof *group);
  struct wpp_partition classes = { 0 };
  *facts = malloc (((size_t)b->n + 1) * sizeof **facts);
  int err = group && *facts ? partition_all (b, streams, n, &classes) : WPP_E_NOMEM;
  if (!err)
    {
      for (uint32_t f = 0; f < b->n; f++)
        group[f] = f;
      unite_groups (group, problem->node, problem->n_nodes);
      unite_groups (group, problem->enter, problem->n_nodes);
      unite_groups (group, problem->edge, b->cfg->n_edges);
      for (uint32_t f = 0; f < b->n; f++)
        {
          uint32_t root = find_group (group, f);
          (*facts)[f] = (struct grouped){ classes.class[root], root, f };
        }
      qsort (*facts, b->n, sizeof **facts, compare_grouped);
    }
  wpp_partition_release (&classes);
  free (group);
  return err;
}

/* Return the number of classes to carry through the streams' grammars at once.  */
static uint32_t
enough_classes (const struct wpp_stream *streams, size_t n)
{
  uint64_t symbols = 1;
  for (size_t i = 0; i < n; i++)
    {
      const struct wpp_grammar *g = streams[i].projection->grammar;
      uint64_t s = g ? (uint64_t)g->n_rules + g->n_terminals : 0;
      symbols = s > symbols ? s : symbols;
    }
  uint64_t classes = BATCH_BYTES / sizeof (uint64_t) / symbols;
  return classes < BATCH_FACTS ? BATCH_FACTS : (uint32_t)classes;
}

/* Move facts from GROUPED [N], from *DONE on, to B, until it has enough classes or facts.  A group is never
   divided.  */
static void
choose_facts (struct batch *b, uint32_t *facts, const struct grouped *grouped, uint32_t n,
              uint32_t *done, uint32_t most_classes)
{
  uint64_t room = HELD_BYTES / sizeof (uint64_t) / b->words / b->problem->n_nodes;
  uint32_t most_facts = room < BATCH_FACTS ? BATCH_FACTS : room < n ? (uint32_t)room : n;
  uint32_t classes = 0;
  for (; *done < n; ++*done)
    {
      const struct grouped *g = &grouped[*done];
      bool first = b->n == 0, same_group = !first && g[-1].group == g->group;
      if (!same_group && (classes >= most_classes || b->n >= most_facts))
        break;
      classes += first || same_group || g[-1].class != g->class;
      facts[b->n++] = g->fact;
    }
}

/* Append the frequencies of B to E.  */
static int
add_entries (const struct batch *b, struct entries *e)
{
  const uint64_t *number = b->held;
  for (uint32_t v = 0; v < b->problem->n_nodes; v++)
    for (uint32_t f = 0; f < b->n; f++, number += b->words)
      {
        if (wpp_number_zero_p (number, b->words))
          continue;
        if (e->n == e->room)
          {
            size_t room = wpp_array_room (e->room, e->n, 1);
            if (WPP_RESIZE (e->node, room) || WPP_RESIZE (e->fact, room) || WPP_RESIZE (e->number, room * b->words))
              return WPP_E_NOMEM;
            e->room = room;
          }
        e->node[e->n] = v;
        e->fact[e->n] = b->facts[f];
        wpp_number_copy (e->number + e->n++ * b->words, number, b->words);
      }
  return 0;
}

/* Solve B over the streams, append its frequencies to E, and release B.  */
static int
solve_batch (struct batch *b, const struct wpp_stream *streams, size_t n, struct entries *e)
{
  int err = batch_init (b);
  for (size_t i = 0; !err && i < n; i++)
    if (streams[i].projection->grammar)
      err = solve_stream (b, &streams[i]);
  if (!err)
    err = add_entries (b, e);
  batch_release (b);
  return err;
}

static int
solve_all (const struct wpp_problem *problem, const struct wpp_cfg *cfg,
           const struct wpp_stream *streams, size_t n, struct wpp_frequencies *result,
           struct entries *entries)
{
  uint32_t n_facts = problem->n_facts, done = 0, most = enough_classes (streams, n);
  uint32_t *facts = malloc (((size_t)n_facts + 1) * sizeof *facts);
  struct batch all = { .problem = problem, .cfg = cfg, .facts = facts, .n = n_facts, .words = 1 };
  struct grouped *grouped = NULL;
  for (uint32_t f = 0; facts && f < n_facts; f++)
    facts[f] = f;
  int err = facts ? group_facts (&all, streams, n, &grouped) : WPP_E_NOMEM;
  for (bool first = true; !err && (first || done < n_facts); first = false)
    {
      struct batch b = { .problem = problem, .cfg = cfg, .facts = facts, .words = result->words };
      b.count = first ? result->count : NULL;
      b.edge_count = first ? result->edge_count : NULL;
      choose_facts (&b, facts, grouped, n_facts, &done, most);
      err = solve_batch (&b, streams, n, entries);
    }
  free (grouped);
  free (facts);
  return err;
}

/* ---- Results.  */

/* Sort ORDER [N] stably by KEY, < N_KEYS, into SORTED, and set START [N_KEYS + 1] to the place where each key
   begins.  */
static void
sort_by (const uint32_t *key, uint32_t n_keys, const size_t *order, size_t n, size_t *start,
         size_t *sorted)
{
  memset (start, 0, ((size_t)n_keys + 1) * sizeof *start);
  for (size_t i = 0; i < n; i++)
    start[key[i] + 1]++;
  for (uint32_t k = 0; k < n_keys; k++)
    start[k + 1] += start[k];
  for (size_t i = 0; i < n; i++)
    {
      size_t e = order ? order[i] : i;
      sorted[start[key[e]]++] = e;
    }
  memmove (start + 1, start, n_keys * sizeof *start);
  start[0] = 0;
}

/* Put ENTRIES into R, sorted.  */
static int
sort_entries (struct wpp_frequencies *r, const struct entries *entries)
{
  size_t n = entries->n, number = r->words * sizeof *r->frequency;
  size_t *by_fact = malloc ((n + 1) * sizeof *by_fact), *order = malloc ((n + 1) * sizeof *order);
  size_t *start = malloc (((size_t)r->n_facts + 1) * sizeof *start);
  r->fact = malloc ((n + 1) * sizeof *r->fact);
  r->frequency = malloc ((n + 1) * number);
  int err = by_fact && order && start && r->fact && r->frequency ? 0 : WPP_E_NOMEM;
  if (!err)
    {
      sort_by (entries->fact, r->n_facts, NULL, n, start, by_fact);
      sort_by (entries->node, r->n_nodes, by_fact, n, r->start, order);
      for (size_t i = 0; i < n; i++)
        {
          r->fact[i] = entries->fact[order[i]];
          wpp_number_copy (r->frequency + i * r->words, entries->number + order[i] * r->words, r->words);
        }
    }
  free (by_fact);
  free (order);
  free (start);
  return err;
}

static bool
saturated_p (const struct wpp_frequencies *r)
{
  bool saturated = false;
  for (size_t v = 0; v < r->n_nodes; v++)
    saturated |= wpp_number_saturated_p (r->count + v * r->words, r->words);
  return saturated; /* no fact holds more often than its node is executed */
}

/* Solve with numbers of WORDS words.  */
static struct wpp_frequencies *
solve (const struct wpp_problem *problem, const struct wpp_cfg *cfg,
       const struct wpp_stream *streams, size_t n, unsigned words, int *err)
{
  struct entries entries = { 0 };
  struct wpp_frequencies *r = calloc (1, sizeof *r);
  *err = WPP_E_NOMEM;
  if (!r)
    return NULL;
  r->n_facts = problem->n_facts;
  r->n_nodes = problem->n_nodes;
  r->n_edges = cfg->n_edges;
  r->words = words;
  r->count = calloc (((size_t)r->n_nodes + 1) * words, sizeof *r->count);
  r->edge_count = calloc (((size_t)r->n_edges + 1) * words, sizeof *r->edge_count);
  r->start = calloc ((size_t)problem->n_nodes + 1, sizeof *r->start);
  if (r->count && r->edge_count && r->start)
    *err = solve_all (problem, cfg, streams, n, r, &entries);
  if (!*err)
    *err = sort_entries (r, &entries);
  free (entries.node);
  free (entries.fact);
  free (entries.number);
  if (!*err)
    return r;
  wpp_frequencies_free (r);
  return NULL;
}

struct wpp_frequencies *
wpp_frequencies_solve (const struct wpp_problem *problem, const struct wpp_cfg *cfg,
                       const struct wpp_stream *streams, size_t n, int *err)
{
  *err = problem_ok_p (problem, cfg) ? 0 : WPP_E_CORRUPT;
  struct wpp_frequencies *r = *err ? NULL : solve (problem, cfg, streams, n, 1, err);
  if (!r || !saturated_p (r))
    return r;
  wpp_frequencies_free (r);
  return solve (problem, cfg, streams, n, WPP_NUMBER_WIDE, err);
}

void
wpp_frequencies_free (struct wpp_frequencies *f)
{
  if (!f)
    return;
  free (f->count);
  free (f->edge_count);
  free (f->start);
  free (f->fact);
  free (f->frequency);
  free (f);
}

const uint64_t *
wpp_frequency_of (const struct wpp_frequencies *f, uint32_t node, uint32_t fact)
{
  size_t first = f->start[node], end = f->start[node + 1];
  size_t at = first + WPP_FIND_SORTED (i, end - first, f->fact[first + i], fact);
  return at < end ? f->frequency + at * f->words : NULL;
}
