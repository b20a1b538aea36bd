/* wpp query: when and how often a data flow fact held at a line.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Zhang and Gupta, PLDI 2001, section 4: queries about executions, answered from the path that was taken.  */

#include <stdlib.h>
#include <string.h>
#include "tool/query.h"

enum
{
  OPTION_PROBLEM = 0x200,
  OPTION_AT,
  OPTION_FACT,
  OPTION_EXECUTIONS,
  OPTION_HOT,
  OPTION_TOP,
  OPTION_CALLS
};

static const struct argp_option options[] = {
  WPP_OPTION ("problem", OPTION_PROBLEM, "NAME", "The data flow problem that has the fact (default: available-loads)"),
  WPP_OPTION ("at", OPTION_AT, "FILE:LINE", "Ask at this line; FILE is any ending of its name that is unique"),
  WPP_OPTION ("fact", OPTION_FACT, "TEXT", "Ask for facts with TEXT in them, when a block of the line is entered"),
  WPP_OPTION ("executions", OPTION_EXECUTIONS, "SET", "Ask about these executions only: `1,5:9,10:90:10'"),
  WPP_OPTION ("hot", OPTION_HOT, NULL,
              "List the loads, or what else the problem finds, that were redundant most often"),
  WPP_OPTION ("top", OPTION_TOP, "N", "With --hot: list N (default 20)"),
  WPP_OPTION ("thread", 't', "THREAD", "Ask about executions in this thread only"),
  WPP_OPTION ("calls", OPTION_CALLS, "trace|static",
              "A call changes what its callee changed in this run (default), or all that the compiler thought it may"),
  { 0 }
};

static void
parse_calls (struct wpp_query_options *o, const struct argp_state *state, const char *arg)
{
  o->static_calls = !strcmp (arg, "static");
  if (!o->static_calls && strcmp (arg, "trace"))
    wpp_options_wrong (state, "--calls: '%s' is neither trace nor static", arg);
}

static void
parse_problem (struct wpp_query_options *o, const struct argp_state *state, const char *name)
{
  unsigned set = 0;
  size_t length;
  if (wpp_problems_named (name, &set, &length) || __builtin_popcount (set) != 1)
    wpp_options_wrong (state, "--problem: there is no problem '%s'; known are: %s", name,
                       (char *)wpp_need (wpp_problem_names ()));
  o->problem = __builtin_ctz (set);
}

static void
parse_executions (struct wpp_query_options *o, const struct argp_state *state, const char *arg)
{
  wpp_times_release (&o->executions);
  if (wpp_times_parse (&o->executions, arg))
    wpp_options_wrong (state, "--executions: '%s' is no set like 1,5:9,10:90:10", arg);
  o->limited = true;
}

static void
check_options (const struct wpp_query_options *o, const struct argp_state *state)
{
  if (!o->at.text && !o->hot)
    wpp_options_wrong (state, "nothing is asked: --at or --hot");
  if (o->at.text && o->hot)
    wpp_options_wrong (state, "--at and --hot exclude each other");
  if (o->hot && (o->fact || o->limited))
    wpp_options_wrong (state, "%s goes with --at", o->fact ? "--fact" : "--executions");
  if (o->hot && !wpp_problem_kinds[o->problem].site)
    wpp_options_wrong (state, "--hot: problem %s finds nothing redundant", wpp_problem_kinds[o->problem].name);
  if (o->fact && !wpp_problem_kinds[o->problem].holds)
    wpp_options_wrong (state, "--fact: problem %s shows no facts", wpp_problem_kinds[o->problem].name);
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct wpp_query_options *o = state->input;
  switch (key)
    {
    case OPTION_PROBLEM:
      parse_problem (o, state, arg);
      return 0;
    case OPTION_AT:
      wpp_at_parse (&o->at, state, arg);
      return 0;
    case OPTION_FACT:
      o->fact = arg;
      return 0;
    case OPTION_EXECUTIONS:
      parse_executions (o, state, arg);
      return 0;
    case OPTION_CALLS:
      parse_calls (o, state, arg);
      return 0;
    case 't':
      o->one_thread = true;
      o->thread = wpp_options_number (state, "--thread", arg, 0, UINT32_MAX);
      return 0;
    case OPTION_HOT:
      o->hot = true;
      return 0;
    case OPTION_TOP:
      o->top = wpp_options_number (state, "--top", arg, 1, 1000000);
      return 0;
    case ARGP_KEY_END:
      check_options (o, state);
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

/* ---- A line.  */

/* What is asked at a line, and what has been printed of it.  */
struct asking
{
  const struct wpp_query_options *o;
  struct wpp_traced *t;
  const struct wpp_at_found *found;
  struct wpp_callee **callees; /* they are null: calls are static */
  struct wpp_callers_known callers;
  size_t executed;             /* functions of the line */
  size_t printed;
  bool first;
};

static void
begin_json (const struct asking *a)
{
  struct json_object *file = wpp_json_string (a->found->file);
  wpp_missing_begin_json ();
  printf ("\"problem\":\"%s\",\"file\":%s,\"line\":%lu,\"facts\":[", wpp_problem_kinds[a->o->problem].name,
          json_object_to_json_string_ext (file, WPP_JSON_STYLE), (unsigned long)a->o->at.line);
  json_object_put (file);
}

static void
print_result (struct asking *a, struct wpp_query_result *r)
{
  if (a->o->common.json && !a->printed)
    begin_json (a);
  if (a->o->common.json)
    wpp_json_element (wpp_query_json (a->o, r), &a->first);
  else
    wpp_query_print (a->o, r);
  a->printed++;
  wpp_query_result_release (r);
}

static bool
open_function (const struct asking *a, struct wpp_query_function *f, const struct wpp_at_function *in)
{
  return wpp_query_open (f, a->t, in, a->o, *a->callees, *a->callees ? &a->callers : NULL);
}

/* If R, of F, has to be asked of callers have all traces, and release it.  */
static bool
again_p (struct asking *a, struct wpp_query_function *f, struct wpp_query_result *r)
{
  struct wpp_at_function in = f->in;
  if (!r->climbs)
    return false;
  wpp_query_result_release (r);
  wpp_query_close (f);
  wpp_traced_remake (a->t);
  free (*a->callees);
  a->callers.callees = *a->callees = wpp_query_callees (a->t, a->callers.all);
  a->callers.traced = true;
  return open_function (a, f, &in);
}

/* Ask for the sites of the line in F.  */
static void
ask_sites (struct asking *a, struct wpp_query_function *f)
{
  const struct wpp_facts *facts = &f->queries.facts;
  for (uint32_t i = 0; i < facts->n_sites; i++)
    {
      if (!wpp_at_p (&f->in, &f->in.body->statements[facts->sites[i].statement], a->found->file, a->o->at.line))
        continue;
      struct wpp_query_result r = wpp_query_site (f, a->t, a->o, &facts->sites[i], true);
      if (again_p (a, f, &r))
        r = wpp_query_site (f, a->t, a->o, &facts->sites[i], true);
      print_result (a, &r);
    }
}

/* Ask for the facts that F has at NODES [N].  Without a text those that never held are left out.  */
static void
ask_facts (struct asking *a, struct wpp_query_function *f, const uint32_t *nodes, uint32_t n)
{
  const struct wpp_facts *facts = &f->queries.facts;
  for (uint32_t i = 0; i < facts->n_facts; i++)
    {
      if (facts->facts[i].hidden || (a->o->fact && !strstr (facts->facts[i].text, a->o->fact)))
        continue;
      struct wpp_query_result r = wpp_query_fact (f, a->t, a->o, i, nodes, n);
      if (again_p (a, f, &r))
        r = wpp_query_fact (f, a->t, a->o, i, nodes, n);
      if (a->o->fact || r.held)
        print_result (a, &r);
      else
        wpp_query_result_release (&r);
    }
}

static bool
executed_p (const struct wpp_query_function *f, const uint32_t *nodes, uint32_t n)
{
  uint64_t *counts = wpp_new (f->queries.facts.n_nodes, sizeof *counts);
  bool executed = false;
  if (wpp_query_counts (&f->queries.space, wpp_query_activations (f), counts))
    wpp_need (NULL);
  for (uint32_t i = 0; i < n; i++)
    executed |= counts[nodes[i]] > 0;
  free (counts);
  return executed;
}

/* Ask of the line in IN.  */
static void
ask_function (struct asking *a, const struct wpp_at_function *in)
{
  struct wpp_query_function f;
  if (!open_function (a, &f, in))
    return;
  uint32_t n, *nodes = wpp_at_entries (&f.in, a->found->file, a->o->at.line, &n);
  bool executed = executed_p (&f, nodes, n);
  a->executed += executed;
  if (executed && wpp_problem_kinds[a->o->problem].site && !a->o->fact)
    ask_sites (a, &f);
  else if (executed)
    ask_facts (a, &f, nodes, n);
  free (nodes);
  wpp_query_close (&f);
}

/* Say why nothing was printed.  */
static void
explain (const struct asking *a)
{
  const struct wpp_problem_kind *kind = &wpp_problem_kinds[a->o->problem];
  if (!a->executed)
    wpp_die (a->o->at.text, "the line was never executed");
  if (a->o->fact)
    wpp_die (a->o->at.text, "problem %s has no fact with '%s' in its text", kind->name, a->o->fact);
  if (kind->site)
    wpp_say (a->o->at.text, "no statement of which '%s' could be said%s", kind->site,
             kind->holds ? "; --fact asks for facts" : "");
  else
    wpp_say (a->o->at.text, "no fact of problem %s held", kind->name);
}

static int
ask_line (const struct wpp_query_options *o, struct wpp_traced *t, const struct wpp_at_found *found,
          const struct wpp_at_found *all, struct wpp_callee **callees)
{
  struct asking a = {
    .o = o, .t = t, .found = found, .callees = callees, .callers = { *callees, all, false }, .first = true
  };
  wpp_progress_end ();
  for (size_t i = 0; i < found->n; i++)
    ask_function (&a, &found->functions[i]);
  if (!a.printed)
    explain (&a);
  if (!a.printed && o->common.json)
    begin_json (&a);
  if (o->common.json)
    puts ("\n]}");
  return a.printed ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}

/* Have the traces that O needs, of FOUND's functions and, unless ALL is null, of those of ALL that they call.  */
static void
make_traces (const struct wpp_query_options *o, struct wpp_traced *t, const struct wpp_at_found *found,
             const struct wpp_at_found *all)
{
  bool *wanted = wpp_query_wanted (t->code, found, all);
  if (o->hot)
    wpp_traced_need_all (t);
  wpp_traced_make (t, wanted);
  if (o->one_thread)
    wpp_traced_only (t, o->thread);
  free (wanted);
}

int
wpp_command_query (int argc, char **argv)
{
  static const struct wpp_command_line line = { options, parse,
                                                "Print when and how often a data flow fact held at a line." };
  struct wpp_query_options o = { .top = 20 };
  struct wpp_traced t;
  struct wpp_at_found found, all;
  struct wpp_callee *callees = NULL;
  unsigned set = 0;
  size_t length;
  wpp_problems_named ("available-loads", &set, &length);
  o.problem = __builtin_ctz (set);
  wpp_options_parse (&line, argc, argv, &o.common, &o);
  wpp_traced_begin (&t, &o.common);
  wpp_at_need (&found, t.code, t.profile->file, &o.at);
  if (!o.static_calls)
    wpp_at_need (&all, t.code, t.profile->file, &(struct wpp_at){ 0 });
  make_traces (&o, &t, &found, o.static_calls ? NULL : &all);
  if (!o.static_calls)
    callees = wpp_query_callees (&t, &all);
  int status = o.hot ? wpp_query_hot (&o, &t, &found, callees) : ask_line (&o, &t, &found, &all, &callees);
  if (!o.static_calls)
    wpp_at_release (&all);
  free (callees);
  wpp_at_release (&found);
  wpp_traced_free (&t);
  wpp_times_release (&o.executions);
  return status;
}
