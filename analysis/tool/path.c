/* wpp path: how a thread got to a line.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/arrival.h"
#include "tool/at.h"

enum
{
  OPTION_AT = 0x200,
  OPTION_EXECUTION
};

struct path_options
{
  struct wpp_options common;
  struct wpp_arrival_asked asked;
};

static const struct argp_option options[] = {
  WPP_OPTION ("at", OPTION_AT, "FILE:LINE", "The line; FILE is any ending of its name that is unique"),
  WPP_OPTION ("execution", OPTION_EXECUTION, "K|last",
              "The K-th time that a block with a statement of the line was entered (default: last)"),
  WPP_OPTION ("thread", 't', "THREAD", "In thread THREAD (default 0)"),
  { 0 }
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct path_options *o = state->input;
  switch (key)
    {
    case OPTION_AT:
      wpp_at_parse (&o->asked.at, state, arg);
      return 0;
    case OPTION_EXECUTION:
      o->asked.execution = wpp_at_parse_execution (state, arg);
      return 0;
    case 't':
      o->asked.thread = wpp_options_thread (state, arg);
      return 0;
    case ARGP_KEY_END:
      if (!o->asked.at.text)
        wpp_options_wrong (state, "no line given: --at=FILE:LINE");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

int
wpp_command_path (int argc, char **argv)
{
  static const struct wpp_command_line line
    = { options, parse, "Print how a thread got to a line: the calls, the path before it, and what was different "
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
