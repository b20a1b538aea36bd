/* Classical data flow analysis.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Sets of facts at the nodes' entries grow (may) or shrink (must) until they agree with those of their
   neighbours.  Nodes are visited round by round, in order if forward and in reverse order if backward, as long
   as a neighbour has changed.

   Control that takes a GAP edge leaves a node either after the effect of entering it, or, where the call has
   returned (computed goto, setjmp), after all of its effects.  The graph does not say which.  */

#include <stdlib.h>
#include <string.h>
#include "facts/frequency/static.h"

struct solver
{
  const struct wpp_problem *problem;
  const struct wpp_cfg *cfg;
  size_t words;
  bool must;
  uint64_t *sets;   /* [n_nodes * words] at entries */
  uint64_t *at, *inside, *out; /* [words] sets being carried through a node or an edge */
  bool *fetched;    /* [n_facts] */
  uint32_t *first;  /* [n_nodes + 1] into cfg->edges */
  uint32_t *into;   /* [n_edges] edges by destination */
  uint32_t *first_into; /* [n_nodes + 1] */
  bool *pending;    /* [n_nodes] */
};

static void
apply (struct solver *s, const struct wpp_transition *t, uint64_t *set)
{
  for (uint32_t i = 0; i < t->n; i++)
    {
      uint32_t source = t->changes[i].source;
      s->fetched[i] = source != WPP_FROM_NONE && (source == WPP_FROM_LAMBDA || wpp_bit_p (set, source));
    }
  for (uint32_t i = 0; i < t->n; i++)
    wpp_bit_set (set, t->changes[i].fact, s->fetched[i]);
}

/* Set INTO to the meet of INTO and FROM; return whether that changed it.  */
static bool
meet (const struct solver *s, uint64_t *into, const uint64_t *from)
{
  uint64_t changed = 0;
  for (size_t w = 0; w < s->words; w++)
    {
      uint64_t met = s->must ? into[w] & from[w] : into[w] | from[w];
      changed |= met ^ into[w];
      into[w] = met;
    }
  return changed != 0;
}

static uint64_t *
set_of (const struct solver *s, uint32_t v)
{
  return s->sets + v * s->words;
}

static void
copy (const struct solver *s, uint64_t *to, const uint64_t *from)
{
  memcpy (to, from, s->words * sizeof *to);
}

/* Let the facts S->at reach the entry of node V.  */
static void
reach (struct solver *s, uint32_t v)
{
  if (meet (s, set_of (s, v), s->at))
    s->pending[v] = true;
}

/* Forward: carry the facts at V's entry to its successors.  */
static void
visit_forward (struct solver *s, uint32_t v)
{
  const struct wpp_problem *p = s->problem;
  copy (s, s->inside, set_of (s, v));
  if (p->enter)
    apply (s, &p->enter[v], s->inside);
  copy (s, s->out, s->inside);
  apply (s, &p->node[v], s->out);
  for (uint32_t e = s->first[v]; e < s->first[v + 1]; e++)
    {
      bool gap = s->cfg->edges[e].flags & WPP_EDGE_GAP;
      copy (s, s->at, s->out);
      if (p->edge && !gap)
        apply (s, &p->edge[e], s->at);
      reach (s, s->cfg->edges[e].dst);
      copy (s, s->at, s->inside);
      if (gap)
        reach (s, s->cfg->edges[e].dst);
    }
}

/* Backward: compute the facts at V's entry from those of its successors.  */
static void
visit_backward (struct solver *s, uint32_t v)
{
  const struct wpp_problem *p = s->problem;
  bool must = s->must, changed = false;
  memset (s->out, must ? 0xff : 0, s->words * sizeof *s->out);
  memset (s->inside, must ? 0xff : 0, s->words * sizeof *s->inside);
  for (uint32_t e = s->first[v]; e < s->first[v + 1]; e++)
    {
      bool gap = s->cfg->edges[e].flags & WPP_EDGE_GAP;
      const uint64_t *after = set_of (s, s->cfg->edges[e].dst);
      copy (s, s->at, after);
      if (p->edge && !gap)
        apply (s, &p->edge[e], s->at);
      meet (s, s->out, s->at);
      if (gap)
        meet (s, s->inside, after);
    }
  if (v == WPP_NODE_EXIT)
    return;
  /* A node without successors, such as a call of exit, ends the activation, and no fact holds there.  */
  if (s->first[v] == s->first[v + 1])
    {
      memset (s->out, 0, s->words * sizeof *s->out);
      memset (s->inside, must ? 0xff : 0, s->words * sizeof *s->inside);
    }
  apply (s, &p->node[v], s->out);
  meet (s, s->inside, s->out);
  if (p->enter)
    apply (s, &p->enter[v], s->inside);
  changed = meet (s, set_of (s, v), s->inside);
  for (uint32_t i = s->first_into[v]; changed && i < s->first_into[v + 1]; i++)
    s->pending[s->cfg->edges[s->into[i]].src] = true;
}

/* Start with the facts that hold at the beginning (backward: after the end) of an activation.  */
static void
start (struct solver *s)
{
  const struct wpp_problem *p = s->problem;
  uint32_t v = p->backward ? WPP_NODE_EXIT : WPP_NODE_ENTRY;
  memset (s->sets, s->must ? 0xff : 0, (size_t)p->n_nodes * s->words * sizeof *s->sets);
  memset (set_of (s, v), 0, s->words * sizeof *s->sets);
  for (uint32_t i = 0; i < p->n_boundary; i++)
    wpp_bit_set (set_of (s, v), p->boundary[i], true);
  /* As in frequency.c, EXIT is entered, not executed.  */
  if (p->backward && p->enter)
    apply (s, &p->enter[v], set_of (s, v));
  memset (s->pending, true, p->n_nodes * sizeof *s->pending);
}

static void
solve (struct solver *s)
{
  uint32_t n = s->problem->n_nodes;
  bool any = true;
  start (s);
  while (any)
    {
      any = false;
      for (uint32_t i = 0; i < n; i++)
        {
          uint32_t v = s->problem->backward ? n - 1 - i : i;
          if (!s->pending[v])
            continue;
          any = true;
          s->pending[v] = false;
          if (s->problem->backward)
            visit_backward (s, v);
          else
            visit_forward (s, v);
        }
    }
}

static bool
index_edges (struct solver *s)
{
  uint32_t n = s->cfg->n_nodes, m = s->cfg->n_edges;
  const struct wpp_edge *edges = s->cfg->edges;
  s->first = calloc ((size_t)n + 1, sizeof *s->first);
  s->first_into = calloc ((size_t)n + 2, sizeof *s->first_into);
  s->into = malloc (((size_t)m + 1) * sizeof *s->into);
  if (!s->first || !s->first_into || !s->into)
    return false;
  for (uint32_t e = 0; e < m; e++)
    {
      s->first[edges[e].src + 1]++;
      s->first_into[edges[e].dst + 2]++;
    }
  for (uint32_t v = 0; v < n; v++)
    {
      s->first[v + 1] += s->first[v];
      s->first_into[v + 1] += s->first_into[v];
    }
  for (uint32_t e = 0; e < m; e++)
    s->into[s->first_into[edges[e].dst + 1]++] = e;
  return true;
}

struct wpp_static *
wpp_static_solve (const struct wpp_problem *problem, const struct wpp_cfg *cfg)
{
  struct wpp_static *r = calloc (1, sizeof *r);
  struct solver s = { .problem = problem, .cfg = cfg, .words = problem->n_facts / 64 + 1 };
  size_t size = (size_t)problem->n_nodes * s.words * sizeof (uint64_t);
  s.at = malloc (s.words * sizeof *s.at);
  s.inside = malloc (s.words * sizeof *s.inside);
  s.out = malloc (s.words * sizeof *s.out);
  s.fetched = malloc (problem->n_facts + 1);
  s.pending = malloc (problem->n_nodes + 1);
  bool ok = r && s.at && s.inside && s.out && s.fetched && s.pending && index_edges (&s);
  if (ok)
    {
      *r = (struct wpp_static){ problem->n_facts, problem->n_nodes, s.words, malloc (size),
                                malloc (size) };
      ok = r->may && r->must;
    }
  for (int must = 0; ok && must < 2; must++)
    {
      s.must = must;
      s.sets = must ? r->must : r->may;
      solve (&s);
    }
  free (s.at);
  free (s.inside);
  free (s.out);
  free (s.fetched);
  free (s.pending);
  free (s.first);
  free (s.first_into);
  free (s.into);
  if (ok)
    return r;
  wpp_static_free (r);
  return NULL;
}

void
wpp_static_free (struct wpp_static *s)
{
  if (!s)
    return;
  free (s->may);
  free (s->must);
  free (s);
}
