/* wpp path: how a thread got to a line.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/arrival.h"
#include "tool/at.h"

struct path_options
{
  struct wpp_options common;
  struct wpp_arrival_asked asked;
};

static void
check (void *input, const struct argp_state *state)
{
  if (!((struct path_options *)input)->asked.at.text)
    wpp_options_wrong (state, "no line given: --at=FILE:LINE");
}

#define TO(MEMBER) WPP_MEMBER (struct path_options, MEMBER)

static const struct wpp_option options[] = {
  WPP_AT (TO (asked.at), "The line; FILE is any ending of its name that is unique"),
  WPP_EXECUTION (TO (asked.execution),
                 "The K-th time that a block with a statement of the line was entered (default: last)"),
  WPP_THREAD (TO (asked.thread), "In thread THREAD (default 0)"),
  { 0 }
};

int
wpp_command_path (int argc, char **argv)
{
  static const struct wpp_command_line line
    = { options, check, "Print how a thread got to a line: the calls, the path before it, and what was different "
                        "when it last went elsewhere." };
  struct path_options o = { .asked.thread = 0 };
  struct wpp_place place = { "", 0, "" };
  wpp_options_parse (&line, argc, argv, &o.common, &o);
  struct wpp_recording *r = wpp_open (&o.common, WPP_HAS_ORDER | WPP_BY_STACKS);
  wpp_open_code (r);
  struct wpp_row_sink *sink = wpp_output_sink_late (&o.common);
  wpp_answered (sink, r, wpp_answer_arrival (r, &o.asked, sink, &place), &place);
  wpp_recording_free (r);
  return WPP_EXIT_DONE;
}
