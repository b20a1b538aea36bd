/* wpp info: what a profile holds.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/info.h"
#include "tool/tool.h"

/* Functions, and threads, that are listed unless the user wants all.  */
#define MOST_LISTED 20u

enum
{
  OPTION_ALL = 0x200
};

static const struct argp_option options[] = {
  WPP_OPTION ("all", OPTION_ALL, NULL, "List all threads, and all functions that are left out or cut"),
  { 0 }
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  size_t *most = state->input;
  if (key != OPTION_ALL)
    return ARGP_ERR_UNKNOWN;
  *most = SIZE_MAX;
  return 0;
}

int
wpp_command_info (int argc, char **argv)
{
  static const struct wpp_command_line line
    = { options, parse, "Print what profiles hold: program, threads, events, rules, sizes." };
  size_t most = MOST_LISTED;
  struct wpp_options common = { 0 };
  wpp_options_parse (&line, argc, argv, &common, &most);
  struct wpp_files files = wpp_files_find (&common);
  struct wpp_neighbours neighbours = { .files = (const char *const *)files.name, .n = files.n };
  struct wpp_row_sink *sink = wpp_output_sink_late (&common);
  int err = 0;
  for (size_t i = 0; i < files.n && !err; i++)
    {
      struct wpp_recording *r = wpp_open_file (&common, files.name[i], &neighbours, WPP_HAS_COUNTS);
      err = i ? 0 : wpp_sink_begin (sink, &wpp_info_schema, NULL);
      if (!err)
        err = wpp_answer_info (r, most, i == 0, sink);
      wpp_recording_free (r);
    }
  if (!err)
    err = wpp_sink_end (sink);
  wpp_output_done (sink, NULL, err, NULL);
  wpp_module_names_release (&neighbours.modules);
  wpp_files_free (&files);
  return WPP_EXIT_DONE;
}
