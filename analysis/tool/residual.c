/* wpp residual: the paths that a run executed and that were not listed as interesting.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/residual.h"
#include "tool/tool.h"

struct residual
{
  struct wpp_options common;
  const char *function;
};

static const struct argp_option options[] = {
  WPP_OPTION ("function", 'f', "FUNCTION", "Print the paths of FUNCTION only"),
  { 0 }
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct residual *residual = state->input;
  if (key != 'f')
    return ARGP_ERR_UNKNOWN;
  residual->function = arg;
  return 0;
}

/* Say why nothing of the function called NAME was found.  */
static void
explain (const struct wpp_code *code, const char *name)
{
  for (size_t i = 0; i < code->n_functions; i++)
    if (wpp_function_named_p (code->functions[i].function, name))
      {
        wpp_say (name, "no residual paths");
        return;
      }
  wpp_function_absent (code, name);
}

int
wpp_command_residual (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, parse,
    "Print the executed paths that are not among the interesting ones, with their counts and when each was "
    "executed first.  For profiles of -fwpp-generate=preferential."
  };
  struct residual residual = { 0 };
  struct wpp_place place = { "", 0, "" };
  wpp_options_parse (&line, argc, argv, &residual.common, &residual);
  struct wpp_recording *r = wpp_open (&residual.common, WPP_HAS_COUNTS);
  struct wpp_code *code = wpp_open_code (r);
  struct wpp_row_sink *sink = wpp_output_sink (&residual.common);
  uint64_t n = wpp_answered (sink, r, wpp_answer_residual (r, residual.function, sink, &place), &place);
  if (!n && residual.function)
    explain (code, residual.function);
  else if (!n)
    wpp_say (wpp_recording_file (r), "no residual paths");
  wpp_recording_free (r);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
