/* wpp query: when and how often a data flow fact held at a line.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Zhang and Gupta, PLDI 2001, section 4: queries about executions, answered from the path that was taken.  */

#include <string.h>
#include "answers/query.h"
#include "facts/problems/problem.h"
#include "tool/at.h"

struct query_options
{
  struct wpp_options common;
  struct wpp_query_asked asked;
  bool hot;
};

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
parse_calls (struct query_options *o, const struct argp_state *state, const char *arg)
{
  o->asked.static_calls = !strcmp (arg, "static");
  if (!o->asked.static_calls && strcmp (arg, "trace"))
    wpp_options_wrong (state, "--calls: '%s' is neither trace nor static", arg);
}

static void
parse_problem (struct query_options *o, const struct argp_state *state, const char *name)
{
  unsigned set = 0;
  size_t length;
  if (wpp_problems_named (name, &set, &length) || __builtin_popcount (set) != 1)
    wpp_options_wrong (state, "--problem: there is no problem '%s'; known are: %s", name,
                       (char *)wpp_need (wpp_problem_names ()));
  o->asked.problem = __builtin_ctz (set);
}

static void
parse_executions (struct query_options *o, const struct argp_state *state, const char *arg)
{
  wpp_times_release (&o->asked.executions);
  if (wpp_times_parse (&o->asked.executions, arg))
    wpp_options_wrong (state, "--executions: '%s' is no set like 1,5:9,10:90:10", arg);
  o->asked.limited = true;
}

static void
check_options (const struct query_options *o, const struct argp_state *state)
{
  if (!o->asked.at.text && !o->hot)
    wpp_options_wrong (state, "nothing is asked: --at or --hot");
  if (o->asked.at.text && o->hot)
    wpp_options_wrong (state, "--at and --hot exclude each other");
  if (o->hot && (o->asked.fact || o->asked.limited))
    wpp_options_wrong (state, "%s goes with --at", o->asked.fact ? "--fact" : "--executions");
  if (o->hot && !wpp_problem_kinds[o->asked.problem].site)
    wpp_options_wrong (state, "--hot: problem %s finds nothing redundant", wpp_problem_kinds[o->asked.problem].name);
  if (o->asked.fact && !wpp_problem_kinds[o->asked.problem].holds)
    wpp_options_wrong (state, "--fact: problem %s shows no facts", wpp_problem_kinds[o->asked.problem].name);
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct query_options *o = state->input;
  switch (key)
    {
    case OPTION_PROBLEM:
      parse_problem (o, state, arg);
      return 0;
    case OPTION_AT:
      wpp_at_parse (&o->asked.at, state, arg);
      return 0;
    case OPTION_FACT:
      o->asked.fact = arg;
      return 0;
    case OPTION_EXECUTIONS:
      parse_executions (o, state, arg);
      return 0;
    case OPTION_CALLS:
      parse_calls (o, state, arg);
      return 0;
    case 't':
      o->asked.one_thread = true;
      o->asked.thread = wpp_options_thread (state, arg);
      return 0;
    case OPTION_HOT:
      o->hot = true;
      return 0;
    case OPTION_TOP:
      o->asked.top = wpp_options_number (state, "--top", arg, 1, 1000000);
      return 0;
    case ARGP_KEY_END:
      check_options (o, state);
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

/* Say that there is nothing in what R was asked.  */
static void
explain (const struct wpp_query_asked *asked, bool hot, const struct wpp_recording *r)
{
  const struct wpp_problem_kind *kind = &wpp_problem_kinds[asked->problem];
  if (hot)
    wpp_say (wpp_recording_file (r), "%s: never", kind->site);
  else if (kind->site)
    wpp_say (asked->at.text, "no statement of which '%s' could be said%s", kind->site,
             kind->holds ? "; --fact asks for facts" : "");
  else
    wpp_say (asked->at.text, "no fact of problem %s held", kind->name);
}

int
wpp_command_query (int argc, char **argv)
{
  static const struct wpp_command_line line = { options, parse,
                                                "Print when and how often a data flow fact held at a line." };
  struct query_options o = { .asked.top = 20 };
  struct wpp_place place = { "", 0, "" };
  unsigned set = 0;
  size_t length;
  wpp_problems_named ("available-loads", &set, &length);
  o.asked.problem = __builtin_ctz (set);
  wpp_options_parse (&line, argc, argv, &o.common, &o);
  struct wpp_recording *r = wpp_open (&o.common, WPP_HAS_ACTIVATIONS | WPP_TRACES_LATE);
  wpp_open_code (r);
  struct wpp_row_sink *sink = wpp_output_sink (&o.common);
  uint64_t n = wpp_answered (sink, r, (o.hot ? wpp_answer_query_hot : wpp_answer_query) (r, &o.asked, sink, &place),
                             &place);
  if (!n)
    explain (&o.asked, o.hot, r);
  wpp_recording_free (r);
  wpp_times_release (&o.asked.executions);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
