/* wpp paths: the executed paths with their counts, hottest first; or coverage by paths, or prime paths.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/coverage.h"
#include "answers/paths.h"
#include "answers/prime.h"
#include "tool/tool.h"

struct paths
{
  struct wpp_options common;
  struct wpp_question_asked asked;
  uint64_t top;                 /* 0: not given */
  bool coverage, prime;
};

static void
check (void *input, const struct argp_state *state)
{
  const struct paths *paths = input;
  if (paths->coverage && paths->prime)
    wpp_options_wrong (state, "--coverage and --prime exclude each other");
}

#define TO(MEMBER) WPP_MEMBER (struct paths, MEMBER)

static const struct wpp_option options[] = {
  WPP_FUNCTION (TO (asked.function), "Print the paths of FUNCTION only"),
  WPP_TOP (TO (top), "Print the N hottest paths only"),
  WPP_FLAG ("coverage", TO (coverage), "Print how many of each function's feasible paths were executed instead"),
  WPP_FLAG ("prime", TO (prime),
            "Print how often each function's prime paths were executed instead; --top: of each function"),
  { 0 }
};

int
wpp_command_paths (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, check,
    "Print the executed paths with their counts, hottest first.  A path's cost is its count times "
    "the statements on it."
  };
  struct paths paths = { .top = 0 };
  struct wpp_place place = { "", 0, "" };
  wpp_options_parse (&line, argc, argv, &paths.common, &paths);
  const char *function = paths.asked.function;
  bool each = paths.coverage || paths.prime;
  wpp_answer *answer = paths.coverage ? wpp_answer_coverage : paths.prime ? wpp_answer_prime : wpp_answer_paths;
  paths.asked.top = paths.coverage ? UINT64_MAX : wpp_rows_most (&paths.common, paths.top);
  struct wpp_recording *r = wpp_open (&paths.common, paths.prime ? WPP_HAS_ACTIVATIONS : WPP_HAS_COUNTS);
  struct wpp_code *code = wpp_open_code (r);
  struct wpp_row_sink *sink = wpp_output_sink (&paths.common);
  wpp_progress (paths.prime ? "finding prime paths" : "decoding paths", NULL);
  uint64_t n = wpp_answered (sink, r, answer (r, &paths.asked, sink, &place), &place);
  if (!each)
    wpp_rows_shown (&paths.common, n, paths.top, "paths");
  if (!n && function)
    wpp_function_absent (code, function);
  else if (!n)
    wpp_say (wpp_recording_file (r), each ? "no function has paths" : "no path was executed");
  wpp_recording_free (r);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
