/* wpp state: the calls that are open at a time, and the variables.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/state.h"
#include "tool/at.h"

struct state_options
{
  struct wpp_options common;
  struct wpp_moment_asked asked;
};

static void
check (void *input, const struct argp_state *state)
{
  wpp_moment_check (&((struct state_options *)input)->asked, state);
}

#define TO(MEMBER) WPP_MEMBER (struct state_options, MEMBER)

static const struct wpp_option options[] = {
  WPP_AT (TO (asked.at), "Before the line; FILE is any ending of its name that is unique"),
  WPP_EXECUTION (TO (asked.execution),
                 "The K-th time that a block with a statement of the line is executed (default: last)"),
  WPP_TIME (TO (asked.time), "Before the event number T of the thread (0, 1, ...; see wpp expand)"),
  WPP_THREAD (TO (asked.thread), "In thread THREAD (default 0)"),
  { 0 }
};

int
wpp_command_state (int argc, char **argv)
{
  static const struct wpp_command_line line
    = { options, check, "Print the calls that were open at a time, and what variables held, in a run that was recorded "
                        "with values." };
  struct state_options o = { .asked.time = WPP_NO_TIME };
  struct wpp_place place = { "", 0, "" };
  wpp_options_parse (&line, argc, argv, &o.common, &o);
  struct wpp_row_sink *sink;
  struct wpp_recording *r = wpp_open_values (&o.common, &sink);
  uint64_t n = wpp_answered (sink, r, wpp_answer_state (r, &o.asked, sink, &place), &place);
  if (!n)
    wpp_say (wpp_recording_file (r), "no call was open then");
  wpp_recording_free (r);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
