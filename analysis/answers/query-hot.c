/* When and how often data flow facts held: the sites at which they held most often.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Sites are asked by falling number of executions, as many as may still be among the first.  What was found in a large
   recording is kept for the next question.  */

#include <stdlib.h>
#include "answers/kept-query.h"
#include "base/array.h"
#include "facts/problems/problem.h"
#include "recording/opened/kept-traces.h"

/* A site that may be asked.  */
struct candidate
{
  uint64_t executions;
  uint32_t in, site;           /* function among FOUND's, number in it */
};

struct hot
{
  struct wpp_query_asking a;
  uint64_t top;
  size_t n, room;
  struct candidate *candidates;
  size_t n_best;
  struct wpp_query_result *best;   /* [n_best] by falling number */
  struct wpp_query_function *functions;   /* [found.n] */
  bool *refined;               /* [found.n] */
};

/* Add the sites of function IN.  */
static int
add_sites (struct hot *h, uint32_t in)
{
  const struct wpp_query_function *f = &h->functions[in];
  const struct wpp_facts *facts = &f->queries.facts;
  uint64_t *counts = wpp_query_node_counts (f);
  int err = counts ? 0 : WPP_E_NOMEM;
  for (uint32_t i = 0; i < facts->n_sites && !err; i++)
    if (counts[facts->sites[i].node])
      {
        err = WPP_RESERVE (h->candidates, h->room, h->n, 1);
        if (!err)
          h->candidates[h->n++] = (struct candidate){ counts[facts->sites[i].node], in, i };
      }
  free (counts);
  return err;
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
static int
add_result (struct hot *h, struct wpp_query_result *r)
{
  size_t at = h->n_best;
  while (at > 0 && h->best[at - 1].held < r->held)
    at--;
  bool wanted = r->held && at < h->top;
  if (wanted && h->n_best == h->top)
    wpp_query_result_release (&h->best[--h->n_best]);
  int err = wanted && h->n_best < h->top ? WPP_EXTEND (h->best, h->n_best) : 0;
  if (!wanted || err)
    {
      wpp_query_result_release (r);
      return err;
    }
  for (size_t i = h->n_best++; i > at; i--)
    h->best[i] = h->best[i - 1];
  h->best[at] = *r;
  return 0;
}

/* Can C not be among the best?  */
static bool
too_cold_p (const struct hot *h, const struct candidate *c)
{
  return h->n_best == h->top && h->best[h->n_best - 1].held >= c->executions;
}

/* What calls did is found out of functions that may have hot sites.  */
static int
refine (struct hot *h, uint32_t in)
{
  if (!h->a.callees || h->refined[in])
    return 0;
  h->refined[in] = true;
  wpp_query_close (&h->functions[in]);
  return wpp_query_open (&h->functions[in], &h->a, &h->a.found.functions[in], WPP_QUERY_REFINED);
}

static int
ask_candidate (struct hot *h, const struct candidate *c)
{
  struct wpp_query_function *f = &h->functions[c->in];
  struct wpp_query_result r;
  int err = refine (h, c->in);
  if (err)
    return err;
  err = wpp_query_site (f, &f->queries.facts.sites[c->site], false, &r);
  if (!err)
    return add_result (h, &r);
  wpp_query_result_release (&r);
  return err;
}

/* Find the best sites of A's functions.  */
static int
find_best (struct hot *h)
{
  int err = 0;
  h->functions = calloc (h->a.found.n + 1, sizeof *h->functions);
  h->refined = calloc (h->a.found.n + 1, sizeof *h->refined);
  if (!h->functions || !h->refined)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < h->a.found.n && !err; i++)
    {
      err = wpp_query_open (&h->functions[i], &h->a, &h->a.found.functions[i], WPP_QUERY_STATIC);
      if (!err && h->functions[i].number != WPP_NO_FUNCTION)
        err = add_sites (h, i);
    }
  if (h->n)
    qsort (h->candidates, h->n, sizeof *h->candidates, compare_candidates);
  for (size_t i = 0; i < h->n && !err && !too_cold_p (h, &h->candidates[i]); i++)
    err = ask_candidate (h, &h->candidates[i]);
  return err;
}

/* Send RESULTS [N] of A.  */
static int
send (const struct wpp_query_asking *a, const struct wpp_query_result *results, size_t n, struct wpp_row_sink *sink)
{
  const struct wpp_problem_kind *kind = &wpp_problem_kinds[a->asked->problem];
  const struct wpp_query_head head = { kind->name, kind->site, NULL, 0 };
  int err = wpp_sink_begin (sink, &wpp_query_hot_schema, &head);
  for (size_t i = 0; i < n && !err; i++)
    err = wpp_query_send (a, &results[i], sink);
  return err ? err : wpp_sink_end (sink);
}

static void
release (struct hot *h)
{
  for (size_t i = 0; i < h->n_best; i++)
    wpp_query_result_release (&h->best[i]);
  for (size_t i = 0; h->functions && i < h->a.found.n; i++)
    wpp_query_close (&h->functions[i]);
  free (h->best);
  free (h->candidates);
  free (h->functions);
  free (h->refined);
  wpp_query_asking_release (&h->a);
}

/* Ask, and keep what was found for K, unless that is null.  */
static int64_t
ask (struct wpp_recording *r, const struct wpp_query_asked *asked, const struct wpp_kept *k, struct wpp_row_sink *sink,
     struct wpp_place *place)
{
  struct hot h = { .top = asked->top };
  int err = wpp_query_asking_open (&h.a, r, asked, true, place);
  if (!err)
    {
      wpp_recording_doing (r, "asking of loads in");
      err = find_best (&h);
      wpp_recording_done (r);
    }
  if (!err && k)
    wpp_kept_query_put (k, h.a.t.code, h.best, h.n_best);
  if (!err)
    err = send (&h.a, h.best, h.n_best, sink);
  int64_t n = h.n_best;
  release (&h);
  return err ? err : n;
}

/* Send what is kept for K.  Return how many rows there are, an error, or WPP_E_RANGE: nothing is kept.  */
static int64_t
send_kept (struct wpp_recording *r, const struct wpp_query_asked *asked, const struct wpp_kept *k,
           const struct wpp_code *code, struct wpp_row_sink *sink, struct wpp_place *place)
{
  struct wpp_query_asking a = { .asked = asked, .place = place, .t = { .recording = r } };
  struct wpp_kept_query q = { 0 };
  int err = wpp_at_find_in (&a.found, r, &asked->at, place);
  if (!err && !wpp_kept_query_find (k, code, &a.found, &q))
    err = WPP_E_RANGE;
  if (!err)
    err = send (&a, q.results, q.n, sink);
  int64_t n = q.n;
  wpp_kept_query_release (&q);
  wpp_at_release (&a.found);
  return err ? err : n;
}

int64_t
wpp_answer_query_hot (struct wpp_recording *r, const struct wpp_query_asked *asked, struct wpp_row_sink *sink,
                      struct wpp_place *place)
{
  struct wpp_kept k = { 0 };
  int err;
  const struct wpp_code *code = wpp_recording_code (r, &err, place);
  if (!code)
    return err;
  bool keep = wpp_recording_kept (r, code, true, &k);
  wpp_kept_query_of (&k, asked);
  int64_t n = keep ? send_kept (r, asked, &k, code, sink, place) : WPP_E_RANGE;
  return n == WPP_E_RANGE ? ask (r, asked, keep ? &k : NULL, sink, place) : n;
}
