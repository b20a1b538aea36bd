/* Several data flow problems of a function solved in one pass.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Following activations through a grammar costs more than carrying a few facts along.  So the problems of one
   direction are combined into a single problem with the facts of all, and its frequencies are then divided
   among them.  */

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "facts/frequency/frequency.h"
#include "base/numbers.h"
#include "facts/frequency/transition.h"

struct together
{
  struct wpp_problem all;
  struct wpp_transition *node, *enter, *edge;
  struct wpp_change *changes; /* storage of all */
  uint32_t *boundary;
};

/* Append T, which may be null, to TO, with its facts renumbered from FIRST on.  The changes are put at *CHANGES.  */
static void
append (struct wpp_transition *to, const struct wpp_transition *t, uint32_t first,
        struct wpp_change **changes)
{
  if (!to->changes)
    to->changes = *changes;
  for (uint32_t i = 0; t && i < t->n; i++)
    {
      struct wpp_change c = t->changes[i];
      bool special = c.source == WPP_FROM_NONE || c.source == WPP_FROM_LAMBDA;
      to->changes[to->n++]
          = (struct wpp_change){ first + c.fact, special ? c.source : first + c.source };
      ++*changes;
    }
}

/* Combine one array of transitions of PROBLEMS [N], the one at OFFSET in struct wpp_problem, in TO [N_TRANSITIONS].  */
static void
append_all (struct wpp_transition *to, size_t n_transitions, const struct wpp_problem *problems,
            size_t n, size_t offset, struct wpp_change **changes)
{
  for (size_t i = 0; i < n_transitions; i++)
    {
      uint32_t first = 0;
      for (size_t p = 0; p < n; first += problems[p++].n_facts)
        {
          const struct wpp_transition *t;
          memcpy (&t, (const char *)&problems[p] + offset, sizeof t);
          append (&to[i], t ? &t[i] : NULL, first, changes);
        }
    }
}

static int
combine (const struct wpp_problem *problems, size_t n, size_t n_edges, struct together *t)
{
  size_t n_nodes = problems->n_nodes, n_changes = 0, n_boundary = 0;
  uint64_t n_facts = 0;
  for (size_t p = 0; p < n; p++)
    {
      n_facts += problems[p].n_facts;
      n_boundary += problems[p].n_boundary;
      n_changes += wpp_count_changes (problems[p].node, n_nodes)
                   + wpp_count_changes (problems[p].enter, n_nodes)
                   + wpp_count_changes (problems[p].edge, n_edges);
    }
  if (n_facts >= WPP_FROM_LAMBDA)
    return WPP_E_TOOBIG;
  t->node = calloc (n_nodes + 1, sizeof *t->node);
  t->enter = calloc (n_nodes + 1, sizeof *t->enter);
  t->edge = calloc (n_edges + 1, sizeof *t->edge);
  t->changes = malloc ((n_changes + 1) * sizeof *t->changes);
  t->boundary = malloc ((n_boundary + 1) * sizeof *t->boundary);
  if (!t->node || !t->enter || !t->edge || !t->changes || !t->boundary)
    return WPP_E_NOMEM;
  struct wpp_change *changes = t->changes;
  append_all (t->node, n_nodes, problems, n, offsetof (struct wpp_problem, node), &changes);
  append_all (t->enter, n_nodes, problems, n, offsetof (struct wpp_problem, enter), &changes);
  append_all (t->edge, n_edges, problems, n, offsetof (struct wpp_problem, edge), &changes);
  t->all = (struct wpp_problem){ .n_facts = n_facts, .n_nodes = n_nodes,
                                 .backward = problems->backward, .node = t->node,
                                 .enter = t->enter, .edge = t->edge, .boundary = t->boundary };
  uint32_t first = 0;
  for (size_t p = 0; p < n; first += problems[p++].n_facts)
    for (uint32_t i = 0; i < problems[p].n_boundary; i++)
      t->boundary[t->all.n_boundary++] = first + problems[p].boundary[i];
  return 0;
}

/* The frequencies in ALL of the facts FIRST .. FIRST + N_FACTS - 1; null when out of memory.  */
static struct wpp_frequencies *
part (const struct wpp_frequencies *all, uint32_t first, uint32_t n_facts)
{
  struct wpp_frequencies *r = calloc (1, sizeof *r);
  size_t number = all->words * sizeof *all->frequency, n = 0, room = all->start[all->n_nodes] + 1;
  if (!r)
    return NULL;
  r->n_facts = n_facts;
  r->n_nodes = all->n_nodes;
  r->n_edges = all->n_edges;
  r->words = all->words;
  r->count = malloc (((size_t)r->n_nodes + 1) * number);
  r->edge_count = malloc (((size_t)r->n_edges + 1) * number);
  r->start = malloc (((size_t)r->n_nodes + 1) * sizeof *r->start);
  r->fact = malloc (room * sizeof *r->fact);
  r->frequency = malloc (room * number);
  if (!r->count || !r->edge_count || !r->start || !r->fact || !r->frequency)
    {
      wpp_frequencies_free (r);
      return NULL;
    }
  memcpy (r->count, all->count, r->n_nodes * number);
  memcpy (r->edge_count, all->edge_count, r->n_edges * number);
  for (uint32_t v = 0; v < r->n_nodes; v++)
    {
      r->start[v] = n;
      for (size_t i = all->start[v]; i < all->start[v + 1]; i++)
        if (all->fact[i] >= first && all->fact[i] - first < n_facts)
          {
            r->fact[n] = all->fact[i] - first;
            wpp_number_copy (r->frequency + n++ * r->words, all->frequency + i * all->words, r->words);
          }
    }
  r->start[r->n_nodes] = n;
  return r;
}

int
wpp_frequencies_solve_together (const struct wpp_problem *problems, size_t n,
                                const struct wpp_cfg *cfg, const struct wpp_stream *streams,
                                size_t n_streams, struct wpp_frequencies **results)
{
  struct together t = { .node = NULL };
  struct wpp_frequencies *all = NULL;
  uint32_t first = 0;
  memset (results, 0, n * sizeof *results);
  int err = n ? combine (problems, n, cfg->n_edges, &t) : 0;
  if (!err && n)
    all = wpp_frequencies_solve (&t.all, cfg, streams, n_streams, &err);
  for (size_t p = 0; all && !err && p < n; first += problems[p++].n_facts)
    {
      results[p] = part (all, first, problems[p].n_facts);
      err = results[p] ? 0 : WPP_E_NOMEM;
    }
  wpp_frequencies_free (all);
  free (t.node);
  free (t.enter);
  free (t.edge);
  free (t.changes);
  free (t.boundary);
  for (size_t p = 0; err && p < n; p++)
    {
      wpp_frequencies_free (results[p]);
      results[p] = NULL;
    }
  return err;
}
