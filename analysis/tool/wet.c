/* wpp wet: make the index of a recording with values.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/wet.h"
#include "tool/tool.h"

struct wet_options
{
  struct wpp_options common;
};

static const struct argp_option options[] = { { 0 } };

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  return ARGP_ERR_UNKNOWN;
}

int
wpp_command_wet (int argc, char **argv)
{
  static const struct wpp_command_line line
    = { options, parse, "Make the index of a recording with values, beside it: other commands that need values "
                        "are faster then." };
  struct wet_options o = { .common.programs = NULL };
  struct wpp_place place = { "", 0, "" };
  wpp_options_parse (&line, argc, argv, &o.common, &o);
  struct wpp_row_sink *sink;
  struct wpp_recording *r = wpp_open_values (&o.common, &sink);
  wpp_answered (sink, r, wpp_answer_wet (r, sink, &place), &place);
  wpp_recording_free (r);
  return WPP_EXIT_DONE;
}
