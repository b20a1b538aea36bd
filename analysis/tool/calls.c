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

static void
read_thread (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  wpp_read_number (input, o, arg, state);
  ((struct calls *)input)->asked.contexts.all_threads = false;
}

static void
check (void *input, const struct argp_state *state)
{
  const struct calls *c = input;
  if (c->common.json + c->folded + c->dot > 1)
    wpp_options_wrong (state, "--json, --folded and --dot exclude each other");
}

#define TO(MEMBER) WPP_MEMBER (struct calls, MEMBER)

static const struct wpp_option options[] = {
  WPP_ROW ("thread", 't', "THREAD", read_thread, "Print the calls of thread THREAD only (0, 1, ...)",
           TO (asked.contexts.thread), .max = UINT32_MAX - 1),
  WPP_FUNCTION (TO (asked.function), "Print the contexts of FUNCTION, their callers and callees only"),
  WPP_FLAG ("folded", TO (folded), "Print a line a context as flame graph tools read it"),
  WPP_FLAG ("dot", TO (dot), "Print the call graph in the language of dot"),
  WPP_NUMBER ("depth", 0, "N", TO (asked.contexts.depth), 1, WPP_MOST_LEVELS, "Tell N levels of calls apart"),
  WPP_NUMBER ("min-count", 0, "N", TO (asked.min_count), 0, UINT64_MAX, "Leave out what has fewer than N activations"),
  WPP_ROW ("min-share", 0, "P%", wpp_read_percentage,
           "Leave out what has, with all that it called, less than P% of all activations (default: the least, if there "
           "are more than 1000 lines; 0% leaves nothing out)", TO (asked.min_share)),
  WPP_FLAG ("merge-recursion", TO (asked.contexts.merge),
            "Let a recursive call go on with the context of its function"),
  { 0 }
};

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
    options, check,
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
