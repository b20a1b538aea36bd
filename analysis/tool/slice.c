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

static void
read_at (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  struct wpp_slice_asked *q = &((struct slice_options *)input)->asked;
  q->text = arg;
  q->variable = wpp_at_parse_variable (&q->at, state, arg);
}

static void
check (void *input, const struct argp_state *state)
{
  const struct wpp_slice_asked *q = &((struct slice_options *)input)->asked;
  if (!q->at.text)
    wpp_options_wrong (state, "say what to slice: --at=FILE:LINE or --at=FILE:LINE:VARIABLE");
  if (q->values && q->approach != 3)
    wpp_options_wrong (state, "--values are of one execution each: --approach=3");
}

#define TO(MEMBER) WPP_MEMBER (struct slice_options, MEMBER)

static const struct wpp_option options[] = {
  WPP_OWN ("at", 0, "FILE:LINE[:VARIABLE]", read_at,
           "The line, or what VARIABLE holds after it; FILE is any ending of the file's name that is unique"),
  WPP_EXECUTION (TO (asked.execution),
                 "The K-th time that a block with a statement of the line is entered (default: last)"),
  WPP_NUMBER ("approach", 0, "1|2|3", TO (asked.approach), 1, 3,
              "1: what the executed statements allow; 2: what was exercised; 3: by this execution alone (default)"),
  WPP_FLAG ("forward", TO (asked.forward), "Print what depends on the line instead"),
  WPP_NUMBER ("depth", 0, "N", TO (asked.depth), 0, UINT32_MAX - 1,
              "Print only lines that are there for the criterion's sake through N reasons at most"),
  WPP_FLAG ("values", TO (asked.values), "Print what the statements computed, if values were recorded"),
  WPP_THREAD (TO (asked.thread), "In thread THREAD (default 0)"),
  { 0 }
};

int
wpp_command_slice (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, check, "Print the lines that a line, or a variable after it, depends on in the run that was recorded."
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
