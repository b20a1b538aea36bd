/* wpp calls: activations by calling context, as a tree, as folded stacks, or as a graph.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/calls.h"
#include "tool/tool.h"

/* Lines that are printed unless the user says which.  */
#define MOST_LINES 1000u
#define MOST_EDGES 500u

struct calls
{
  struct wpp_options common;
  struct wpp_calls_asked asked;
  bool folded, dot;
};

enum
{
  OPTION_FOLDED = 0x200,
  OPTION_DOT,
  OPTION_DEPTH,
  OPTION_MIN_COUNT,
  OPTION_MIN_SHARE,
  OPTION_MERGE
};

static const struct argp_option options[] = {
  WPP_OPTION ("thread", 't', "THREAD", "Print the calls of thread THREAD only (0, 1, ...)"),
  WPP_OPTION ("function", 'f', "FUNCTION", "Print the contexts of FUNCTION, their callers and callees only"),
  WPP_OPTION ("folded", OPTION_FOLDED, NULL, "Print a line a context as flame graph tools read it"),
  WPP_OPTION ("dot", OPTION_DOT, NULL, "Print the call graph in the language of dot"),
  WPP_OPTION ("depth", OPTION_DEPTH, "N", "Tell N levels of calls apart"),
  WPP_OPTION ("min-count", OPTION_MIN_COUNT, "N", "Leave out what has fewer than N activations"),
  WPP_OPTION ("min-share", OPTION_MIN_SHARE, "P%",
    "Leave out what has, with all that it called, less than P% of all activations (default: the least, if there are "
    "more than 1000 lines; 0% leaves nothing out)"),
  WPP_OPTION ("merge-recursion", OPTION_MERGE, NULL, "Let a recursive call go on with the context of its function"),
  { 0 }
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct calls *c = state->input;
  switch (key)
    {
    case 't':
      c->asked.contexts.all_threads = false;
      c->asked.contexts.thread = wpp_options_thread (state, arg);
      return 0;
    case 'f':
      c->asked.function = arg;
      return 0;
    case OPTION_FOLDED:
      c->folded = true;
      return 0;
    case OPTION_DOT:
      c->dot = true;
      return 0;
    case OPTION_DEPTH:
      c->asked.contexts.depth = wpp_options_number (state, "--depth", arg, 1, WPP_MOST_LEVELS);
      return 0;
    case OPTION_MIN_COUNT:
      c->asked.min_count = wpp_options_number (state, "--min-count", arg, 0, UINT64_MAX);
      return 0;
    case OPTION_MIN_SHARE:
      c->asked.min_share = wpp_options_percentage (state, "--min-share", arg);
      return 0;
    case OPTION_MERGE:
      c->asked.contexts.merge = true;
      return 0;
    case ARGP_KEY_END:
      if (c->common.json + c->folded + c->dot > 1)
        wpp_options_wrong (state, "--json, --folded and --dot exclude each other");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

/* Say why nothing was printed of R.  */
static void
explain (const struct calls *c, struct wpp_recording *r)
{
  const struct wpp_calls_asked *asked = &c->asked;
  bool found = asked->contexts.all_threads;
  for (size_t t = 0; t < wpp_recording_threads (r); t++)
    found |= wpp_recording_thread (r, t)->index == asked->contexts.thread;
  if (!found)
    wpp_say (wpp_recording_file (r), "no thread %u", asked->contexts.thread);
  else if (asked->function && !asked->min_count && asked->min_share <= 0)
    wpp_function_absent (wpp_open_code (r), asked->function);
  else
    wpp_say (wpp_recording_file (r), "no such calls");
}

int
wpp_command_calls (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, parse,
    "Print how often each function was entered, by calling context: a function, where it was called, and the "
    "context of its caller.  Threads are added up."
  };
  struct calls c = { .asked = { .contexts.all_threads = true, .min_share = -1 } };
  struct wpp_place place = { "", 0, "" };
  wpp_options_parse (&line, argc, argv, &c.common, &c);
  c.asked.contexts.graph = c.dot && !c.asked.function && !c.asked.contexts.depth;
  c.asked.most = c.dot ? MOST_EDGES : c.common.json ? 0 : MOST_LINES;
  struct wpp_recording *r = wpp_open (&c.common, WPP_HAS_ACTIVATIONS);
  wpp_open_code (r);
  struct wpp_row_sink *sink
    = c.folded ? wpp_output_sink_of (wpp_folded_calls_sink (stdout)) : wpp_output_sink (&c.common);
  int64_t found = (c.dot ? wpp_answer_call_graph : wpp_answer_calls) (r, &c.asked, sink, &place);
  uint64_t n = wpp_answered (sink, r, found, &place);
  if (!n)
    explain (&c, r);
  wpp_recording_free (r);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
