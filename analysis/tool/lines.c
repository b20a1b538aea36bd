/* wpp lines: execution counts of source lines, as gcov prints them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "answers/gcov.h"
#include "answers/misses.h"
#include "tool/tool.h"

struct lines
{
  struct wpp_options common;
  struct wpp_lines_asked asked;
  bool misses;
  struct wpp_misses_asked models;
  unsigned gcov_format;         /* the version of gcov's JSON */
};

static void
read_format (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  if (strcmp (arg, "1") != 0 && strcmp (arg, "2") != 0)
    wpp_options_wrong (state, "--gcov-format: '%s' is neither 1 nor 2", arg);
  ((struct lines *)input)->gcov_format = *arg - '0';
}

#define TO(MEMBER) WPP_MEMBER (struct lines, MEMBER)

static const struct wpp_option options[] = {
  WPP_FLAG ("gcov", TO (asked.gcov), "Print the header lines of gcov as well; with --json, its JSON"),
  WPP_OWN ("gcov-format", 0, "VERSION", read_format,
           "With --gcov --json, the version of the format: 1 as before GCC 14, 2 from then on (default: that of the "
           "compiler that wpp was built for)"),
  WPP_TEXT ("source", 's', "SOURCE", TO (asked.source), "Print the source file SOURCE only"),
  WPP_FLAG ("misses", TO (misses), "Print misses of simulated caches and branches of each line (needs values)"),
  WPP_TEXT ("cache", 0, "CACHES", TO (models.caches), "With --misses: SIZE/WAYS/LINE,... (" WPP_USUAL_CACHES ")"),
  WPP_TEXT ("predictor", 0, "KIND", TO (models.predictor), "With --misses: tage (the default) or bimodal"),
  { 0 }
};

static int64_t
answer (struct wpp_recording *r, struct lines *l, struct wpp_row_sink *sink, struct wpp_place *place)
{
  l->models.source = l->asked.source;
  return l->misses                         ? wpp_answer_misses (r, &l->models, sink, place)
         : l->asked.gcov && l->common.json ? wpp_answer_gcov (r, &l->asked, l->gcov_format, sink, place)
                                           : wpp_answer_lines (r, &l->asked, sink, place);
}

int
wpp_command_lines (int argc, char **argv)
{
  static const struct wpp_command_line line
    = { options, NULL, "Print how often each source line was executed, as gcov does." };
  struct lines lines = { .asked.top = UINT64_MAX, .gcov_format = wpp_gcov_format () };
  struct wpp_place place = { "", 0, "" };
  wpp_options_parse (&line, argc, argv, &lines.common, &lines);
  const struct wpp_lines_asked *asked = &lines.asked;
  struct wpp_recording *r = wpp_open_named (&lines.common, WPP_HAS_COUNTS, asked->gcov);
  wpp_open_code (r);
  struct wpp_row_sink *sink = wpp_output_sink (&lines.common);
  wpp_progress ("counting lines", NULL);
  uint64_t n = wpp_answered (sink, r, answer (r, &lines, sink, &place), &place);
  if (!n)
    wpp_say (asked->source ? asked->source : wpp_recording_file (r),
             asked->source ? "no such source file" : "no source lines known");
  wpp_recording_free (r);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
