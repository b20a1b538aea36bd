/* wpp expand: the path trace, one event a line.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <unistd.h>
#include "answers/executed.h"
#include "answers/replayed.h"
#include "answers/trace.h"
#include "tool/tool.h"

struct expand
{
  struct wpp_options common;
  struct wpp_trace_asked asked;
  struct wpp_trace_left left;
  bool values;
};

static void
read_thread (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  wpp_read_number (input, o, arg, state);
  ((struct expand *)input)->asked.all_threads = false;
}

static void
check (void *input, const struct argp_state *state)
{
  const struct expand *x = input;
  const struct wpp_trace_asked *asked = &x->asked;
  if (x->values && (asked->bare || asked->words || asked->blocks))
    wpp_options_wrong (state, "--values goes with neither --binary, --numbers nor --blocks");
  if (asked->bare && (x->common.json || asked->words || asked->blocks))
    wpp_options_wrong (state, "--binary goes with neither --json, --numbers nor --blocks");
  if (asked->words && asked->blocks)
    wpp_options_wrong (state, "--numbers and --blocks exclude each other");
}

#define TO(MEMBER) WPP_MEMBER (struct expand, MEMBER)

static const struct wpp_option options[] = {
  WPP_ROW ("thread", 't', "THREAD", read_thread, "Print the events of thread THREAD only (0, 1, ...)",
           TO (asked.thread), .max = UINT32_MAX - 1),
  WPP_FUNCTION (TO (asked.function), "Print the paths of FUNCTION only"),
  WPP_FLAG ("blocks", TO (asked.blocks), "Print each path's blocks and source lines as well"),
  WPP_FLAG ("numbers", TO (asked.words), "Print bare event words"),
  WPP_FLAG ("binary", TO (asked.bare), "Write 32-bit little-endian event words"),
  WPP_NUMBER ("from", 0, "N", TO (left.skip), 0, UINT64_MAX - 1, "Skip the first N events"),
  WPP_NUMBER ("limit", 0, "N", TO (left.send), 0, UINT64_MAX - 1, "Stop after N events"),
  WPP_FLAG ("values", TO (values), "Print what each path assigned (with -fwpp-generate=wet)"),
  { 0 }
};

static struct wpp_row_sink *
new_sink (const struct expand *x)
{
  if (x->asked.bare)
    return wpp_trace_binary_sink (stdout);
  if (x->common.json)
    return wpp_trace_sink (wpp_json_sink (stdout));
  return wpp_trace_sink (x->asked.words ? wpp_trace_words_sink (stdout) : wpp_text_sink (stdout));
}

/* Say why nothing was found up to R, the last one.  */
static void
explain (const struct expand *x, struct wpp_recording *r)
{
  if (!x->asked.all_threads && !x->left.thread_found)
    wpp_say (wpp_recording_file (r), "no thread %u", x->asked.thread);
  else if (x->asked.function)
    wpp_function_absent (wpp_open_code (r), x->asked.function);
  else
    wpp_say (wpp_recording_file (r), "no such events");
}

/* Send the events of R, which is number I of N files.  */
static int
send_events (struct expand *x, struct wpp_recording *r, size_t i, size_t n, struct wpp_row_sink *sink)
{
  struct wpp_place place = { "", 0, "" };
  if ((!x->asked.words && !x->asked.bare) || x->asked.function)
    wpp_open_code (r);
  if (!isatty (STDOUT_FILENO))
    wpp_progress ("expanding", wpp_recording_file (r));
  int err = i ? 0 : wpp_sink_begin (sink, &wpp_trace_schema, NULL);
  if (!err)
    err = wpp_answer_trace (r, &x->asked, n == 1, &x->left, sink, &place);
  wpp_progress_end ();
  if (err == WPP_E_IO && ferror (stdout))
    wpp_flush_output ();
  if (err)
    wpp_die_at (wpp_recording_file (r), err, place.what[0] ? &place : NULL);
  return i + 1 == n ? wpp_sink_end (sink) : 0;
}

/* Print the paths with what they assigned.  */
static int
expand_values (struct expand *x)
{
  const struct wpp_executed_asked asked = { .function = x->asked.function,
                                            .thread = x->asked.all_threads ? WPP_ALL_THREADS : x->asked.thread,
                                            .from = x->left.skip,
                                            .limit = x->left.send };
  struct wpp_place place = { "", 0, "" };
  struct wpp_recording *r = wpp_open (&x->common, WPP_HAS_ORDER | WPP_HAS_VALUES);
  struct wpp_code *code = wpp_open_code (r);
  struct wpp_row_sink *sink = wpp_output_sink (&x->common);
  uint64_t n = wpp_answered (sink, r, wpp_answer_executed (r, &asked, sink, &place), &place);
  if (!n && x->asked.function)
    wpp_function_absent (code, x->asked.function);
  else if (!n)
    wpp_say (wpp_recording_file (r), "no such events");
  wpp_recording_free (r);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}

int
wpp_command_expand (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, check,
    "Print the path trace of profiles, an event a line: thread, function, path number.  A path "
    "number is that of Ball and Larus in the function; see `wpp paths'."
  };
  struct expand x = { .asked.all_threads = true, .left.send = UINT64_MAX };
  wpp_options_parse (&line, argc, argv, &x.common, &x);
  if (x.values)
    return expand_values (&x);
  struct wpp_files files = wpp_files_find (&x.common);
  struct wpp_neighbours neighbours = { .files = (const char *const *)files.name, .n = files.n };
  struct wpp_row_sink *sink = wpp_need (new_sink (&x));
  wpp_missing_about (sink, true);
  setvbuf (stdout, NULL, _IOFBF, 1 << 18);
  for (size_t i = 0; i < files.n; i++)
    {
      struct wpp_recording *r = wpp_open_file (&x.common, files.name[i], &neighbours,
                                                 WPP_HAS_ACTIVATIONS | WPP_IN_TIME);
      send_events (&x, r, i, files.n, sink);
      if (i + 1 == files.n && !x.left.sent)
        explain (&x, r);
      wpp_recording_free (r);
    }
  wpp_sink_free (sink);
  wpp_module_names_release (&neighbours.modules);
  wpp_files_free (&files);
  return x.left.sent ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
