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

static void
read_calls (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  bool fixed = !strcmp (arg, "static");
  if (!fixed && strcmp (arg, "trace"))
    wpp_options_wrong (state, "--calls: '%s' is neither trace nor static", arg);
  ((struct query_options *)input)->asked.static_calls = fixed;
}

static void
read_problem (void *input, const struct wpp_option *o, char *name, const struct argp_state *state)
{
  unsigned set = 0;
  size_t length;
  if (wpp_problems_named (name, &set, &length) || __builtin_popcount (set) != 1)
    wpp_options_wrong (state, "--problem: there is no problem '%s'; known are: %s", name,
                       (char *)wpp_need (wpp_problem_names ()));
  ((struct query_options *)input)->asked.problem = __builtin_ctz (set);
}

static void
read_executions (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  struct wpp_query_asked *asked = &((struct query_options *)input)->asked;
  wpp_times_release (&asked->executions);
  if (wpp_times_parse (&asked->executions, arg))
    wpp_options_wrong (state, "--executions: '%s' is no set like 1,5:9,10:90:10", arg);
  asked->limited = true;
}

static void
read_thread (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  wpp_read_number (input, o, arg, state);
  ((struct query_options *)input)->asked.one_thread = true;
}

static void
check (void *input, const struct argp_state *state)
{
  const struct query_options *o = input;
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

#define TO(MEMBER) WPP_MEMBER (struct query_options, MEMBER)

static const struct wpp_option options[] = {
  WPP_OWN ("problem", 0, "NAME", read_problem, "The data flow problem that has the fact (default: available-loads)"),
  WPP_AT (TO (asked.at), "Ask at this line; FILE is any ending of its name that is unique"),
  WPP_TEXT ("fact", 0, "TEXT", TO (asked.fact), "Ask for facts with TEXT in them, when a block of the line is entered"),
  WPP_OWN ("executions", 0, "SET", read_executions, "Ask about these executions only: `1,5:9,10:90:10'"),
  WPP_FLAG ("hot", TO (hot), "List the loads, or what else the problem finds, that were redundant most often"),
  WPP_NUMBER ("top", 0, "N", TO (asked.top), 1, 1000000, "With --hot: list N (default 20)"),
  WPP_ROW ("thread", 't', "THREAD", read_thread, "Ask about executions in this thread only", TO (asked.thread),
           .max = UINT32_MAX - 1),
  WPP_OWN ("calls", 0, "trace|static", read_calls,
           "A call changes what its callee changed in this run (default), or all that the compiler thought it may"),
  { 0 }
};

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
  static const struct wpp_command_line line = { options, check,
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
