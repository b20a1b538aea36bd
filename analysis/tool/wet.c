/* wpp wet: make the index of a recording with values, or its graph.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/graph.h"
#include "answers/wet.h"
#include "tool/tool.h"

struct wet_options
{
  struct wpp_options common;
  struct wpp_graph_asked asked;
};

#define TO(MEMBER) WPP_MEMBER (struct wet_options, MEMBER)

static const struct wpp_option options[] = {
  WPP_TEXT ("output", 'o', "OUT", TO (asked.out),
            "Write the graph of the recording (WET) to OUT, instead of making the index"),
  WPP_TEXT ("predictor", 0, "KIND", TO (asked.predictor), "How OUT is coded: best (the default), paper, none, or one "
            "predictor, as fcm-2"),
  WPP_FLAG ("check", TO (asked.check), "Read OUT again, forward and backward, and compare it with replay"),
  { 0 }
};

/* Build the graph of R.  */
static void
build (struct wpp_recording *r, struct wet_options *o, struct wpp_row_sink *sink)
{
  struct wpp_place place = { "", 0, "" };
  FILE *f = wpp_output_open (o->asked.out);
  o->asked.fd = fileno (f);
  wpp_progress ("building the graph of", wpp_recording_file (r));
  wpp_answered (sink, r, wpp_answer_graph (r, &o->asked, sink, &place), &place);
  wpp_output_close (f);
}

int
wpp_command_wet (int argc, char **argv)
{
  static const struct wpp_command_line line
    = { options, NULL, "Make the index of a recording with values, beside it: other commands that need values "
                        "are faster then.  Or, with -o, build its graph: the whole execution trace (WET)." };
  struct wet_options o = { .common.programs = NULL };
  struct wpp_place place = { "", 0, "" };
  wpp_options_parse (&line, argc, argv, &o.common, &o);
  struct wpp_row_sink *sink;
  struct wpp_recording *r = wpp_open_values (&o.common, &sink);
  if (o.asked.out)
    build (r, &o, sink);
  else
    wpp_answered (sink, r, wpp_answer_wet (r, sink, &place), &place);
  wpp_recording_free (r);
  return WPP_EXIT_DONE;
}
