/* How often facts hold where a subpath begins.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   This is again a data flow problem with at most one source for each fact.  So the solver is called with facts of
   our own after those of the problem.  The subpath takes the edges e1 .. ek from node v0 to vk.  For a fact d:

   Forward, AT_i says that d held when v0 was entered, and that control has taken e1 .. ei since and is in vi now.
   ARRIVED_i says that it has just taken ei.
     entering v0   AT_0 := d
     edge ei       ARRIVED_i := AT_(i-1)
     entering vi   AT_i := ARRIVED_i, ARRIVED_i := false
   The answer is how often ARRIVED_k holds at vk.

   Backward, AT_i says that control is at vi's entry and will take e(i+1) .. ek, and that d held at v0's entry.
   LEAVING_i says the same where control is about to take e(i+1).  SOURCE is the source, after vk's entry, of d at v0's
   entry; it is known.
     entering vk   AT_k := SOURCE
     edge e(i+1)   LEAVING_i := AT_(i+1)
     entering vi   AT_i := LEAVING_i, LEAVING_i := false
   The answer is how often AT_0 holds at v0.

   An activation that comes into vi or out of it in another way, by a GAP edge, say, finds ARRIVED_i or LEAVING_i
   false, and so AT_i becomes false.  */

#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/numbers.h"
#include "facts/frequency/solution.h"
#include "facts/frequency/transition.h"

/* A further change C, made when the node or edge PLACE is entered.  */
struct more
{
  uint32_t place;
  struct wpp_change c;
};

struct extension
{
  const struct wpp_facts *facts;
  const struct wpp_edge *edges;   /* of the graph */
  const struct wpp_solution_subpath *subpath;
  struct more *enter, *edge;      /* further changes of transitions; sorted by place and fact at the end */
  size_t n_enter, n_edge;
};

/* The Ith node of X's subpath.  */
static uint32_t
node_at (const struct extension *x, uint32_t i)
{
  const uint32_t *edges = x->subpath->edges;
  return i == 0 ? x->edges[edges[0]].src : x->edges[edges[i - 1]].dst;
}

/* The number of our own facts for each fact of the question: AT_0 .. AT_n, and n others.  */
static uint64_t
own_facts (const struct wpp_solution_subpath *subpath)
{
  return 2 * (uint64_t)subpath->n + 1;
}

/* AT_I for the Jth fact of the question.  */
static uint32_t
at (const struct extension *x, uint32_t j, uint32_t i)
{
  return x->facts->n_facts + j * own_facts (x->subpath) + i;
}

/* LEAVING_I, or ARRIVED_(I + 1), for the Jth fact of the question.  */
static uint32_t
other (const struct extension *x, uint32_t j, uint32_t i)
{
  return at (x, j, x->subpath->n + 1 + i);
}

static void
on_entry (struct extension *x, uint32_t i, uint32_t fact, uint32_t source)
{
  x->enter[x->n_enter++] = (struct more){ node_at (x, i), { fact, source } };
}

static void
on_edge (struct extension *x, uint32_t i, uint32_t fact, uint32_t source)
{
  x->edge[x->n_edge++] = (struct more){ x->subpath->edges[i], { fact, source } };
}

static void
extend_forward (struct extension *x, uint32_t j, uint32_t fact)
{
  uint32_t n = x->subpath->n;
  on_entry (x, 0, at (x, j, 0), fact);
  for (uint32_t i = 1; i <= n; i++)
    {
      on_edge (x, i - 1, other (x, j, i - 1), at (x, j, i - 1));
      if (i < n)
        on_entry (x, i, at (x, j, i), other (x, j, i - 1));
      on_entry (x, i, other (x, j, i - 1), WPP_FROM_NONE);
    }
}

/* The source, before transition T, of FACT after it.  T may be null.  */
static uint32_t
source_before (const struct wpp_transition *t, uint32_t fact)
{
  for (uint32_t i = 0; t && i < t->n; i++)
    if (t->changes[i].fact == fact)
      return t->changes[i].source;
  return fact;
}

/* The source, after the entry of the subpath's last node, of FACT at the entry of its first node.  */
static uint32_t
source_at_end (const struct extension *x, uint32_t fact)
{
  const struct wpp_facts *f = x->facts;
  for (uint32_t i = 0; i < x->subpath->n; i++)
    {
      uint32_t v = node_at (x, i), e = x->subpath->edges[i];
      fact = source_before (f->enter ? &f->enter[v] : NULL, fact);
      fact = source_before (&f->node[v], fact);
      fact = source_before (f->edge ? &f->edge[e] : NULL, fact);
    }
  return source_before (f->enter ? &f->enter[node_at (x, x->subpath->n)] : NULL, fact);
}

static void
extend_backward (struct extension *x, uint32_t j, uint32_t fact)
{
  uint32_t n = x->subpath->n;
  on_entry (x, n, at (x, j, n), source_at_end (x, fact));
  for (uint32_t i = 0; i < n; i++)
    {
      on_edge (x, i, other (x, j, i), at (x, j, i + 1));
      on_entry (x, i, at (x, j, i), other (x, j, i));
      on_entry (x, i, other (x, j, i), WPP_FROM_NONE);
    }
}

static int
compare_more (const void *a, const void *b)
{
  const struct more *x = a, *y = b;
  if (x->place != y->place)
    return x->place < y->place ? -1 : 1;
  return (x->c.fact > y->c.fact) - (x->c.fact < y->c.fact);
}

/* Set TO [N] to FROM [N], which may be null, with the further changes MORE [N_MORE] appended.  Their facts are greater
   than all others.  CHANGES has room for the changes of the transitions that are extended.  */
static void
append_more (const struct wpp_transition *from, size_t n, struct more *more, size_t n_more,
             struct wpp_transition *to, struct wpp_change *changes)
{
  if (from)
    memcpy (to, from, n * sizeof *to);
  qsort (more, n_more, sizeof *more, compare_more);
  for (size_t i = 0; i < n_more;)
    {
      uint32_t place = more[i].place;
      struct wpp_transition *t = &to[place];
      if (t->n)
        memcpy (changes, t->changes, t->n * sizeof *changes);
      t->changes = changes;
      for (; i < n_more && more[i].place == place; i++)
        t->changes[t->n++] = more[i].c;
      changes += t->n;
    }
}

/* Solve PROBLEM, which is X's, with X's extensions.  */
static struct wpp_frequencies *
solve_extended (const struct wpp_solution *s, struct extension *x, struct wpp_problem problem, int *err)
{
  size_t n_nodes = problem.n_nodes, n_edges = s->cfg->n_edges;
  size_t n_enter = wpp_count_changes (problem.enter, problem.enter ? n_nodes : 0) + x->n_enter;
  size_t n_edge = wpp_count_changes (problem.edge, problem.edge ? n_edges : 0) + x->n_edge;
  struct wpp_transition *enter = calloc (n_nodes + 1, sizeof *enter);
  struct wpp_transition *edge = calloc (n_edges + 1, sizeof *edge);
  struct wpp_change *changes = malloc ((n_enter + n_edge + 1) * sizeof *changes);
  struct wpp_frequencies *f = NULL;
  *err = WPP_E_NOMEM;
  if (enter && edge && changes)
    {
      append_more (problem.enter, n_nodes, x->enter, x->n_enter, enter, changes);
      append_more (problem.edge, n_edges, x->edge, x->n_edge, edge, changes + n_enter);
      problem.enter = enter;
      problem.edge = edge;
      f = wpp_frequencies_solve (&problem, s->cfg, s->streams, s->n_streams, err);
    }
  free (enter);
  free (edge);
  free (changes);
  return f;
}

/* Is SUBPATH a subpath of CFG?  */
static bool
subpath_p (const struct wpp_cfg *cfg, const struct wpp_solution_subpath *subpath)
{
  const uint32_t *e = subpath->edges;
  for (uint32_t i = 0; i < subpath->n; i++)
    if (e[i] >= cfg->n_edges || (cfg->edges[e[i]].flags & WPP_EDGE_GAP)
        || (i > 0 && cfg->edges[e[i - 1]].dst != cfg->edges[e[i]].src))
      return false;
  return subpath->n > 0;
}

static bool
facts_p (const struct wpp_facts *all, const uint32_t *facts, uint32_t n)
{
  for (uint32_t j = 0; j < n; j++)
    if (facts[j] >= all->n_facts && facts[j] != WPP_FROM_LAMBDA)
      return false;
  return true;
}

/* Set NUMBERS to the answers for X's N facts, which are in F.  */
static void
read_answers (const struct wpp_solution *s, const struct extension *x, uint32_t n,
              const struct wpp_frequencies *f, uint64_t *numbers)
{
  uint32_t length = x->subpath->n;
  unsigned words = wpp_solution_counts (s)->words;
  bool backward = x->facts->backward;
  for (uint32_t j = 0; j < n; j++)
    {
      const uint64_t *found = backward ? wpp_frequency_of (f, node_at (x, 0), at (x, j, 0))
                                       : wpp_frequency_of (f, node_at (x, length), other (x, j, length - 1));
      if (found)
        wpp_number_convert (numbers + (size_t)j * words, words, found, f->words);
      else
        wpp_number_set (numbers + (size_t)j * words, 0, words);
    }
}

int
wpp_solution_along (const struct wpp_solution *s, size_t p, const struct wpp_solution_subpath *subpath,
                    const uint32_t *facts, uint32_t n_facts, uint64_t *numbers)
{
  const struct wpp_facts *all = &s->solved[p].facts;
  struct extension x = { .facts = all, .edges = s->cfg->edges, .subpath = subpath };
  struct wpp_problem problem = wpp_facts_problem (all);
  uint64_t own = n_facts * own_facts (subpath);
  if (!subpath_p (s->cfg, subpath) || !facts_p (all, facts, n_facts))
    return WPP_E_RANGE;
  if (own >= WPP_FROM_LAMBDA - problem.n_facts)
    return WPP_E_TOOBIG;
  problem.n_facts += own;
  x.enter = malloc ((own + 1) * sizeof *x.enter);
  x.edge = malloc ((own + 1) * sizeof *x.edge);
  int err = x.enter && x.edge ? 0 : WPP_E_NOMEM;
  for (uint32_t j = 0; !err && j < n_facts; j++)
    (all->backward ? extend_backward : extend_forward) (&x, j, facts[j]);
  struct wpp_frequencies *f = err ? NULL : solve_extended (s, &x, problem, &err);
  if (f)
    read_answers (s, &x, n_facts, f, numbers);
  wpp_frequencies_free (f);
  free (x.enter);
  free (x.edge);
  return err;
}
