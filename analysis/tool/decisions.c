/* wpp decisions: what optimisations considered and why, of many files.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/saved-decisions.h"
#include "tool/tool.h"

struct decisions
{
  struct wpp_options common;
  struct wpp_decisions_asked asked;
};

#define TO(MEMBER) WPP_MEMBER (struct decisions, MEMBER)

static const struct wpp_option options[] = {
  WPP_TEXT ("function", 'f', "NAME", TO (asked.function), "Only the function called NAME"),
  WPP_TEXT ("kind", 0, "NAME", TO (asked.kind), "Only the kind of optimisation NAME"),
  WPP_FLAG ("chosen", TO (asked.chosen), "Only what was carried out"),
  WPP_NUMBER ("top", 0, "N", TO (asked.top), 1, UINT64_MAX,
              "Only the N decisions that are expected to gain most, these first"),
  { 0 }
};

int
wpp_command_decisions (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, NULL,
    "Print what optimisations considered, whether it was carried out and why, from the dumps, text or JSON, that "
    "-fwpp-dump-decisions wrote.  Every FILE is a dump or a folder of dumps (*.decisions)."
  };
  static const struct wpp_dump_kind kind = { "decision dumps", ".decisions", wpp_saved_decisions_read };
  struct decisions d = { .common = { 0 } };
  struct wpp_saved_decisions all = { 0 };
  wpp_options_parse (&line, argc, argv, &d.common, &d);
  for (size_t i = 0; i < d.common.n_args; i++)
    wpp_dumps_read (&kind, d.common.args[i], &all);
  struct wpp_row_sink *sink = wpp_output_sink (&d.common);
  int64_t n = wpp_answer_saved_decisions (&all, &d.asked, sink);
  wpp_output_done (sink, NULL, n < 0 ? n : 0, NULL);
  wpp_saved_decisions_release (&all);
  if (!n)
    wpp_say (d.common.args[0], "no such decisions");
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
