/* When and how often a data flow fact held at a line.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "answers/query-impl.h"
#include "facts/problems/problem.h"

/* What is asked at a line, and what was sent.  */
struct asking
{
  struct wpp_query_asking a;
  struct wpp_late_sink out;
  size_t executed;             /* functions of the line */
};

static int
open_function (struct asking *a, struct wpp_query_function *f, const struct wpp_at_function *in)
{
  return wpp_query_open (f, &a->a, in, WPP_QUERY_CALLERS);
}

/* If R, of F, has to be asked of callers, have all traces, release it, and set *AGAIN.  */
static int
trace_callers (struct asking *a, struct wpp_query_function *f, struct wpp_query_result *r, bool *again)
{
  struct wpp_at_function in = f->in;
  *again = r->climbs;
  if (!r->climbs)
    return 0;
  wpp_query_result_release (r);
  *r = (struct wpp_query_result){ 0 };
  wpp_query_close (f);
  int err = wpp_query_asking_trace (&a->a);
  return err ? err : open_function (a, f, &in);
}

/* Ask for site number I of F.  */
static int
ask_site (struct asking *a, struct wpp_query_function *f, uint32_t i)
{
  struct wpp_query_result r;
  bool again = false;
  int err = wpp_query_site (f, &f->queries.facts.sites[i], true, &r);
  if (!err)
    err = trace_callers (a, f, &r, &again);
  if (!err && again)
    err = wpp_query_site (f, &f->queries.facts.sites[i], true, &r);
  if (!err)
    err = wpp_query_send (&a->a, &r, &a->out.sink);
  wpp_query_result_release (&r);
  return err;
}

/* Ask for the sites of the line in F.  */
static int
ask_sites (struct asking *a, struct wpp_query_function *f)
{
  int err = 0;
  for (uint32_t i = 0; !err && i < f->queries.facts.n_sites; i++)
    {
      const struct wpp_statement *s = &f->in.body->statements[f->queries.facts.sites[i].statement];
      if (wpp_at_p (&f->in, s, a->a.found.file, a->a.asked->at.line))
        err = ask_site (a, f, i);
    }
  return err;
}

/* Ask for fact number I that F has at NODES [N].  Without a text those that never held are left out.  */
static int
ask_fact (struct asking *a, struct wpp_query_function *f, uint32_t i, const uint32_t *nodes, uint32_t n)
{
  struct wpp_query_result r;
  bool again = false;
  int err = wpp_query_fact (f, i, nodes, n, &r);
  if (!err)
    err = trace_callers (a, f, &r, &again);
  if (!err && again)
    err = wpp_query_fact (f, i, nodes, n, &r);
  if (!err && (a->a.asked->fact || r.held))
    err = wpp_query_send (&a->a, &r, &a->out.sink);
  wpp_query_result_release (&r);
  return err;
}

/* Ask for the facts that F has at NODES [N].  */
static int
ask_facts (struct asking *a, struct wpp_query_function *f, const uint32_t *nodes, uint32_t n)
{
  const char *text = a->a.asked->fact;
  int err = 0;
  for (uint32_t i = 0; !err && i < f->queries.facts.n_facts; i++)
    {
      const struct wpp_fact *fact = &f->queries.facts.facts[i];
      if (!fact->hidden && (!text || strstr (fact->text, text)))
        err = ask_fact (a, f, i, nodes, n);
    }
  return err;
}

/* Set *EXECUTED to whether any of F's NODES [N] was.  */
static int
find_executed (const struct wpp_query_function *f, const uint32_t *nodes, uint32_t n, bool *executed)
{
  uint64_t *counts = wpp_query_node_counts (f);
  *executed = false;
  for (uint32_t i = 0; i < n && counts; i++)
    *executed |= counts[nodes[i]] > 0;
  free (counts);
  return counts ? 0 : WPP_E_NOMEM;
}

/* Ask of the line in F, which is open.  */
static int
ask_open_function (struct asking *a, struct wpp_query_function *f)
{
  bool executed;
  uint32_t n, *nodes = wpp_at_entries (&f->in, a->a.found.file, &a->a.asked->at, &n);
  int err = nodes ? find_executed (f, nodes, n, &executed) : WPP_E_NOMEM;
  if (!err && executed)
    {
      a->executed++;
      err = wpp_problem_kinds[a->a.asked->problem].site && !a->a.asked->fact ? ask_sites (a, f)
                                                                             : ask_facts (a, f, nodes, n);
    }
  free (nodes);
  return err;
}

/* Ask of the line in IN.  */
static int
ask_function (struct asking *a, const struct wpp_at_function *in)
{
  struct wpp_query_function f;
  int err = open_function (a, &f, in);
  if (!err && f.number != WPP_NO_FUNCTION)
    err = ask_open_function (a, &f);
  wpp_query_close (&f);
  return err;
}

/* Nothing was found: is that an error?  */
static int
explain (const struct asking *a)
{
  const struct wpp_query_asked *asked = a->a.asked;
  if (!a->executed)
    return wpp_at_complain (a->a.place, &asked->at, "the line was never executed");
  if (asked->fact)
    return wpp_at_complain (a->a.place, &asked->at, "problem %s has no fact with '%s' in its text",
                            wpp_problem_kinds[asked->problem].name, asked->fact);
  return 0;
}

int64_t
wpp_answer_query (struct wpp_recording *r, const struct wpp_query_asked *asked, struct wpp_row_sink *sink,
                  struct wpp_place *place)
{
  struct asking a = { .executed = 0 };
  int err = wpp_query_asking_open (&a.a, r, asked, false, place);
  const struct wpp_problem_kind *kind = &wpp_problem_kinds[asked->problem];
  const struct wpp_query_head head = { kind->name, kind->site, a.a.found.file, asked->at.line };
  a.out = wpp_late_sink (sink, &wpp_query_schema, &head);
  for (size_t i = 0; i < a.a.found.n && !err; i++)
    err = ask_function (&a, &a.a.found.functions[i]);
  if (!err && !a.out.sent)
    err = explain (&a);
  int64_t n = err ? err : wpp_late_end (&a.out);
  wpp_query_asking_release (&a.a);
  return n;
}
