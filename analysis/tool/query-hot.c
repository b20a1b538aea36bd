/* wpp query --hot: the loads worth removing.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   TWPP, section 4.3.1: the degree of redundancy of a load is how many of its executions were redundant.  Sites are
   asked by falling number of executions, as many as may still be among the first.  */

#include <stdlib.h>
#include "tool/query.h"

/* A site that may be asked.  */
struct candidate
{
  uint64_t executions;
  uint32_t in, site;           /* function among FOUND's, number in it */
};

struct hot
{
  const struct wpp_query_options *o;
  struct wpp_traced *t;
  const struct wpp_at_found *found;
  const struct wpp_callee *callees;   /* or null: calls are static */
  size_t n, room;
  struct candidate *candidates;
  size_t n_best;
  struct wpp_query_result *best;   /* [n_best] by falling number */
  struct wpp_query_function *functions;   /* [found->n] */
  bool *open, *refined;        /* [found->n] */
};

/* Add the sites of function IN.  */
static void
add_sites (struct hot *h, uint32_t in, const struct wpp_query_function *f)
{
  const struct wpp_facts *facts = &f->queries.facts;
  uint64_t *counts = wpp_new (facts->n_nodes, sizeof *counts);
  if (wpp_query_counts (&f->queries.space, wpp_query_activations (f), counts))
    wpp_need (NULL);
  for (uint32_t i = 0; i < facts->n_sites; i++)
    if (counts[facts->sites[i].node])
      {
        if (h->n == h->room)
          h->candidates = wpp_grow (h->candidates, h->room = h->room ? 2 * h->room : 64, sizeof *h->candidates);
        h->candidates[h->n++] = (struct candidate){ counts[facts->sites[i].node], in, i };
      }
  free (counts);
}

static int
compare_candidates (const void *pa, const void *pb)
{
  const struct candidate *a = pa, *b = pb;
  if (a->executions != b->executions)
    return a->executions < b->executions ? 1 : -1;
  if (a->in != b->in)
    return a->in < b->in ? -1 : 1;
  return a->site < b->site ? -1 : a->site > b->site;
}

/* Put R where it belongs among the best, or away.  */
static void
add_result (struct hot *h, struct wpp_query_result *r)
{
  size_t at = h->n_best;
  while (at > 0 && h->best[at - 1].held < r->held)
    at--;
  if (!r->held || at >= h->o->top)
    {
      wpp_query_result_release (r);
      return;
    }
  if (h->n_best == h->o->top)
    wpp_query_result_release (&h->best[--h->n_best]);
  h->best = wpp_grow (h->best, h->n_best + 1, sizeof *h->best);
  for (size_t i = h->n_best++; i > at; i--)
    h->best[i] = h->best[i - 1];
  h->best[at] = *r;
}

/* Can C not be among the best?  */
static bool
too_cold_p (const struct hot *h, const struct candidate *c)
{
  return h->n_best == h->o->top && h->best[h->n_best - 1].held >= c->executions;
}

/* What calls did is found out of functions that may have hot sites.  */
static void
refine (struct hot *h, uint32_t in)
{
  if (!h->callees || h->refined[in])
    return;
  wpp_query_close (&h->functions[in]);
  wpp_query_open (&h->functions[in], h->t, &h->found->functions[in], h->o, h->callees, NULL);
  h->refined[in] = true;
}

static void
ask_all (struct hot *h)
{
  for (size_t i = 0; i < h->n && !too_cold_p (h, &h->candidates[i]); i++)
    {
      const struct candidate *c = &h->candidates[i];
      refine (h, c->in);
      struct wpp_query_function *f = &h->functions[c->in];
      struct wpp_query_result r = wpp_query_site (f, h->t, h->o, &f->queries.facts.sites[c->site], false);
      add_result (h, &r);
    }
}

static void
print (const struct hot *h)
{
  bool first = true;
  if (h->o->common.json)
    {
      wpp_missing_begin_json ();
      printf ("\"problem\":\"%s\",\"facts\":[", wpp_problem_kinds[h->o->problem].name);
    }
  else if (h->n_best)
    printf ("%14s %14s %8s  %s\n", "times", "executions", "share", wpp_problem_kinds[h->o->problem].site);
  for (size_t i = 0; i < h->n_best; i++)
    if (h->o->common.json)
      wpp_json_element (wpp_query_json (h->o, &h->best[i]), &first);
    else
      wpp_query_print (h->o, &h->best[i]);
  if (h->o->common.json)
    puts ("\n]}");
}

int
wpp_query_hot (const struct wpp_query_options *o, struct wpp_traced *t, const struct wpp_at_found *found,
               const struct wpp_callee *callees)
{
  struct hot h = { .o = o, .t = t, .found = found, .callees = callees, .refined = wpp_new (found->n, sizeof *h.refined),
                   .functions = wpp_new (found->n, sizeof *h.functions),
                   .open = wpp_new (found->n, sizeof *h.open) };
  wpp_progress ("asking of loads in", t->profile->file);
  for (size_t i = 0; i < found->n; i++)
    if ((h.open[i] = wpp_query_open (&h.functions[i], t, &found->functions[i], o, NULL, NULL)))
      add_sites (&h, i, &h.functions[i]);
  if (h.n)
    qsort (h.candidates, h.n, sizeof *h.candidates, compare_candidates);
  ask_all (&h);
  wpp_progress_end ();
  print (&h);
  bool any = h.n_best;
  for (size_t i = 0; i < h.n_best; i++)
    wpp_query_result_release (&h.best[i]);
  for (size_t i = 0; i < found->n; i++)
    if (h.open[i])
      wpp_query_close (&h.functions[i]);
  free (h.best);
  free (h.candidates);
  free (h.functions);
  free (h.open);
  free (h.refined);
  if (!any)
    wpp_say (t->profile->file, "%s: never", wpp_problem_kinds[o->problem].site);
  return any ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
