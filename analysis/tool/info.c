/* wpp info: what a profile holds.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/info.h"
#include "answers/stale.h"
#include "tool/tool.h"

/* Functions, and threads, that are listed unless the user wants all.  */
#define MOST_LISTED 20u

struct info
{
  bool all, grammar, stale;
};

static const struct wpp_option options[] = {
  WPP_FLAG ("all", WPP_MEMBER (struct info, all), "List all threads, and all functions that are left out or cut"),
  WPP_FLAG ("grammar", WPP_MEMBER (struct info, grammar),
            "Make the grammars of drafts, if none are kept, for their rules and symbols"),
  WPP_FLAG ("stale", WPP_MEMBER (struct info, stale),
            "List the functions of the program, as it is now, that no run knows"),
  { 0 }
};

/* Which functions of the program that COMMON names, or that ran, does no run know?  */
static int
list_stale (const struct wpp_options *common)
{
  struct wpp_place place = { "", 0, "" };
  const char *bad;
  struct wpp_recording *r = wpp_open (common, WPP_HAS_COUNTS);
  const char *build = common->programs ? common->programs[0] : wpp_recording_program (r);
  struct wpp_row_sink *sink = wpp_output_sink (common);
  int64_t found = wpp_answer_stale (r, build, sink, &bad, &place);
  wpp_output_done (sink, bad ? bad : wpp_recording_file (r), found < 0 ? found : 0, &place);
  if (!found)
    wpp_say (build, "no function is unknown to the runs");
  wpp_recording_free (r);
  return found ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}

int
wpp_command_info (int argc, char **argv)
{
  static const struct wpp_command_line line
    = { options, NULL, "Print what profiles hold: program, threads, events, rules, sizes." };
  struct info wanted = { .all = false };
  struct wpp_options common = { 0 };
  wpp_options_parse (&line, argc, argv, &common, &wanted);
  if (wanted.stale)
    return list_stale (&common);
  unsigned needs = WPP_HAS_COUNTS | WPP_EVEN_SUMMARY | (wanted.grammar ? WPP_WITH_RULES : 0);
  struct wpp_files files = wpp_files_find (&common);
  struct wpp_neighbours neighbours = { .files = (const char *const *)files.name, .n = files.n };
  struct wpp_row_sink *sink = wpp_output_sink_late (&common);
  int err = 0;
  for (size_t i = 0; i < files.n && !err; i++)
    {
      struct wpp_recording *r = wpp_open_file (&common, files.name[i], &neighbours, needs);
      err = i ? 0 : wpp_sink_begin (sink, &wpp_info_schema, NULL);
      if (!err)
        err = wpp_answer_info (r, wanted.all ? SIZE_MAX : MOST_LISTED, i == 0, sink);
      wpp_recording_free (r);
    }
  if (!err)
    err = wpp_sink_end (sink);
  wpp_output_done (sink, NULL, err, NULL);
  wpp_module_names_release (&neighbours.modules);
  wpp_files_free (&files);
  return WPP_EXIT_DONE;
}
