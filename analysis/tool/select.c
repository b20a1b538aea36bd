/* wpp select: lists of interesting paths for -fwpp-interesting.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "answers/selection.h"
#include "tool/tool.h"

struct select
{
  struct wpp_options common;
  const char *output;
  double cover;               /* 0 .. 1 */
  struct wpp_selection selection;
};

/* ARG as a share: `99', `99.9' or `99%'.  */
static void
read_cover (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  char *end;
  double percent = strtod (arg, &end);
  if (end == arg || (*end && strcmp (end, "%") != 0) || !(percent > 0 && percent <= 100))
    wpp_options_wrong (state, "--cover: '%s' is no share of more than 0%% and at most 100%%", arg);
  ((struct select *)input)->cover = percent / 100;
}

#define TO(MEMBER) WPP_MEMBER (struct select, MEMBER)

static const struct wpp_option options[] = {
  WPP_OWN ("cover", 0, "SHARE%", read_cover,
           "Select the most frequent paths that make up SHARE% of all executions only"),
  WPP_FUNCTION (TO (selection.function), "Select paths of FUNCTION only"),
  WPP_TEXT ("output", 'o', "FILE", TO (output), "Write the list to FILE"),
  { 0 }
};

/* ---- Input.  */

static void
read_list (struct select *select, const char *file)
{
  struct wpp_place place = { "", 0, "" };
  int err = wpp_selection_add_list (&select->selection, file, &place);
  if (err)
    wpp_die_at (file, err, &place);
}

/* Read what FILE, a profile of NEIGHBOURS, has: its order if there is one, since whole paths are joined.  */
static void
read_profile (struct select *select, const char *file, struct wpp_neighbours *neighbours)
{
  struct wpp_place place = { "", 0, "" };
  struct wpp_recording *r = wpp_open_file (&select->common, file, neighbours, 0);
  wpp_open_need (r, wpp_recording_has (r) & (WPP_HAS_ORDER | WPP_HAS_COUNTS));
  wpp_open_code (r);
  wpp_progress ("joining paths of", file);
  int err = wpp_selection_add (&select->selection, r, &place);
  wpp_progress_end ();
  if (err)
    wpp_die (file, "%s", err == WPP_E_TOLD ? place.what : wpp_strerror (err));
  wpp_recording_free (r);
}

/* Read the lists among FILES, and then the profiles.  */
static void
read_files (struct select *select, const struct wpp_files *files)
{
  struct wpp_neighbours neighbours = { .files = wpp_new (files->n, sizeof *files->name) };
  for (size_t i = 0; i < files->n; i++)
    if (wpp_interests_text_p (files->name[i]))
      read_list (select, files->name[i]);
    else
      ((const char **)neighbours.files)[neighbours.n++] = files->name[i];
  for (size_t i = 0; i < neighbours.n; i++)
    read_profile (select, neighbours.files[i], &neighbours);
  wpp_module_names_release (&neighbours.modules);
  free ((void *)neighbours.files);
}

/* ---- Output.  */

/* Write the list to OUT; return the number of functions.  */
static int64_t
write_list (struct select *select, FILE *out)
{
  const struct wpp_form *form = wpp_form_named (select->common.json ? "json" : "text");
  struct wpp_row_sink *sink = wpp_output_sink_of (form->new_sink (out));
  int64_t n = wpp_answer_selection (&select->selection, select->cover, sink);
  wpp_output_done (sink, NULL, n < 0 ? n : 0, NULL);
  return n;
}

int
wpp_command_select (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, NULL,
    "List the paths of profiles for -fwpp-interesting: those that were executed, or the most frequent "
    "of them.  Whole paths are joined at calls.  A FILE may be a list itself."
  };
  struct select select = { .cover = 1 };
  wpp_options_parse (&line, argc, argv, &select.common, &select);
  struct wpp_files files = wpp_files_find (&select.common);
  read_files (&select, &files);
  const char *function = select.selection.function;
  wpp_selection_tell_unknown (&select.selection, &wpp_tool_listener);
  wpp_files_free (&files);
  FILE *out = select.output ? wpp_output_open (select.output) : stdout;
  int64_t n = write_list (&select, out);
  if (select.output)
    wpp_output_close (out);
  if (n == 0)
    wpp_say (function ? function : select.common.args[0],
             function ? "no paths of this function" : "no path was executed");
  wpp_selection_release (&select.selection);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
