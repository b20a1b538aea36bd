/* wpp slice: what a line depends on, or what depends on it, in this run.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/slice.h"
#include "tool/at.h"

struct slice_options
{
  struct wpp_options common;
  struct wpp_slice_asked asked;
};

enum
{
  OPTION_AT = 0x200,
  OPTION_EXECUTION,
  OPTION_APPROACH,
  OPTION_FORWARD,
  OPTION_DEPTH,
  OPTION_VALUES
};

static const struct argp_option options[] = {
  WPP_OPTION ("at", OPTION_AT, "FILE:LINE[:VARIABLE]",
              "The line, or what VARIABLE holds behind it; FILE is any ending of the file's name that is unique"),
  WPP_OPTION ("execution", OPTION_EXECUTION, "K|last",
              "The K-th time that a block with a statement of the line is entered (default: last)"),
  WPP_OPTION ("approach", OPTION_APPROACH, "1|2|3",
              "1: what the executed statements allow; 2: what was exercised; 3: by this execution alone (default)"),
  WPP_OPTION ("forward", OPTION_FORWARD, NULL, "Print what depends on the line instead"),
  WPP_OPTION ("depth", OPTION_DEPTH, "N",
              "Print only lines that are there for the criterion's sake through N reasons at most"),
  WPP_OPTION ("values", OPTION_VALUES, NULL, "Print what the statements computed, if values were recorded"),
  WPP_OPTION ("thread", 't', "THREAD", "In thread THREAD (default 0)"),
  { 0 }
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct wpp_slice_asked *q = &((struct slice_options *)state->input)->asked;
  switch (key)
    {
    case OPTION_AT:
      q->text = arg;
      q->variable = wpp_at_parse_variable (&q->at, state, arg);
      return 0;
    case OPTION_EXECUTION:
      q->execution = wpp_at_parse_execution (state, arg);
      return 0;
    case OPTION_APPROACH:
      q->approach = wpp_options_number (state, "--approach", arg, 1, 3);
      return 0;
    case OPTION_FORWARD:
      q->forward = true;
      return 0;
    case OPTION_DEPTH:
      q->depth = wpp_options_number (state, "--depth", arg, 0, UINT32_MAX - 1);
      return 0;
    case OPTION_VALUES:
      q->values = true;
      return 0;
    case 't':
      q->thread = wpp_options_thread (state, arg);
      return 0;
    case ARGP_KEY_END:
      if (!q->at.text)
        wpp_options_wrong (state, "say what to slice: --at=FILE:LINE or --at=FILE:LINE:VARIABLE");
      if (q->values && q->approach != 3)
        wpp_options_wrong (state, "--values are of one execution each: --approach=3");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

int
wpp_command_slice (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, parse, "Print the lines that a line, or a variable behind it, depends on in the run that was recorded."
  };
  struct slice_options o = { .asked = { .approach = 3, .depth = UINT32_MAX - 1 } };
  struct wpp_place place = { "", 0, "" };
  wpp_options_parse (&line, argc, argv, &o.common, &o);
  struct wpp_recording *r = wpp_open (&o.common, o.asked.values ? WPP_HAS_ORDER | WPP_HAS_VALUES : 0);
  struct wpp_row_sink *sink = wpp_output_sink (&o.common);
  wpp_answered (sink, r, wpp_answer_slice (r, &o.asked, sink, &place), &place);
  wpp_recording_free (r);
  return WPP_EXIT_DONE;
}
