/* wpp dump: the grammar, one rule a line.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/grammars.h"
#include "tool/tool.h"

struct dump
{
  struct wpp_options common;
  bool numbers;
};

static const struct wpp_option options[] = {
  WPP_ROW ("numbers", 'n', NULL, wpp_read_flag, "Print terminals as bare event words",
           WPP_MEMBER (struct dump, numbers)),
  { 0 }
};

/* What notes of a file are not available, and why.  */
struct lacking
{
  char why[1024];               /* … none of them are; or empty, and … */
  const struct wpp_code *code;  /* … those of some modules are not */
};

static int
get_lacking (void *data, size_t i, void *row)
{
  const struct lacking *l = data;
  *(const char **)row = *l->why ? l->why : l->code->missing[i].what;
  return 0;
}

/* The notes of R, unless they are not wanted or do not exist.  Without notes, numbers stand for names.  */
static struct wpp_code *
load_code (const struct dump *dump, struct wpp_recording *r, struct lacking *lacking)
{
  struct wpp_place place = { "", 0, "" };
  int err = 0;
  struct wpp_code *code = dump->numbers ? NULL : wpp_recording_find_code (r, &err, &place);
  lacking->code = code;
  lacking->why[0] = 0;
  if (err && dump->common.programs)
    wpp_die_at (wpp_recording_file (r), err, &place);
  if (err)
    wpp_error_text (err, &place, lacking->why, sizeof lacking->why);
  return code;
}

static int
dump_file (const struct dump *dump, struct wpp_recording *r, bool first, bool only, struct wpp_row_sink *sink)
{
  struct lacking lacking;
  struct wpp_code *code = load_code (dump, r, &lacking);
  struct wpp_grammars_file_head head = { .file = wpp_recording_file (r), .only = only, .numbers = dump->numbers };
  head.lacking = (struct wpp_row_list){ *lacking.why ? 1 : code ? code->n_missing : 0, &lacking, get_lacking };
  int err = first ? wpp_sink_begin (sink, &wpp_grammars_schema, NULL) : 0;
  return err ? err : wpp_answer_grammars (wpp_recording_profile (r), code, &head, sink);
}

int
wpp_command_dump (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, NULL,
    "Print the grammars of profiles, a rule a line: `R3 [x12]: main:4 R4^7' is rule 3, which "
    "occurs 12 times; main:4 is path 4 of main; R4^7 is rule 4 seven times in a row."
  };
  struct dump dump = { 0 };
  wpp_options_parse (&line, argc, argv, &dump.common, &dump);
  struct wpp_files files = wpp_files_find (&dump.common);
  struct wpp_row_sink *sink = wpp_output_sink_late (&dump.common);
  struct wpp_neighbours neighbours = { .files = (const char *const *)files.name, .n = files.n };
  int err = 0;
  for (size_t i = 0; i < files.n && !err; i++)
    {
      struct wpp_recording *r = wpp_open_file (&dump.common, files.name[i], &neighbours, WPP_HAS_ORDER);
      err = dump_file (&dump, r, i == 0, files.n == 1, sink);
      wpp_recording_free (r);
    }
  if (!err)
    err = wpp_sink_end (sink);
  wpp_output_done (sink, NULL, err, NULL);
  wpp_module_names_release (&neighbours.modules);
  wpp_files_free (&files);
  return WPP_EXIT_DONE;
}
