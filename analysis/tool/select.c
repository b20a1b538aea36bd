/* wpp select: lists of interesting paths for -fwpp-interesting.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A name that was written into a list by hand may be that of no function.  No compilation of a single unit can notice
   that.  This command reports it when profiles are given, too.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "answers/selection.h"
#include "base/names.h"
#include "tool/tool.h"

/* A function that a list names without a checksum.  */
struct named
{
  const char *file;           /* the list */
  unsigned line;
  const char *name;
  bool known;                 /* a profile has it */
};

struct select
{
  struct wpp_options common;
  const char *function, *output;
  double cover;               /* 0 .. 1 */
  struct wpp_interests list;
  struct named *named;
  size_t n_named;
  bool profiles;              /* there are profiles among the inputs */
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
  WPP_FUNCTION (TO (function), "Select paths of FUNCTION only"),
  WPP_TEXT ("output", 'o', "FILE", TO (output), "Write the list to FILE"),
  { 0 }
};

/* ---- Input.  */

static void
read_list (struct select *select, const char *file)
{
  struct wpp_place place = { "", 0, "" };
  size_t size, before = select->list.n;
  char *text = wpp_interests_load (file, &size);
  if (!text)
    wpp_die (file, "%s", strerror (errno));
  int err = wpp_interests_parse (&select->list, text, size, &place);
  if (err)
    wpp_die_at (file, err, &place);
  free (text);
  for (size_t i = before; i < select->list.n; i++)
    {
      struct wpp_interest *f = &select->list.functions[i];
      select->named = wpp_grow (select->named, select->n_named + 1, sizeof *select->named);
      if (!f->checked)
        select->named[select->n_named++] = (struct named){ file, f->line, f->name, false };
      if (select->function && !wpp_names_p (f->name, select->function))
        f->n = f->n_lines = 0;
    }
}

/* Mark the functions named in lists that CODE has.  */
static void
look_up (struct select *select, const struct wpp_code *code)
{
  for (size_t n = 0; n < select->n_named; n++)
    {
      struct named *named = &select->named[n];
      for (size_t i = 0; i < code->n_functions && !named->known; i++)
        named->known = wpp_function_named_p (code->functions[i].function, named->name);
    }
  select->profiles = true;
}

static void
tell_unknown (const struct select *select)
{
  const struct named *named = select->named;
  for (size_t i = 0; i < select->n_named && select->profiles; i++)
    if (!named[i].known)
      wpp_say (NULL, "%s:%u: the profiles know no function '%s'", named[i].file, named[i].line, named[i].name);
}

/* Read what FILE, a profile of NEIGHBOURS, has: its order if there is one, since whole paths are joined.  */
static void
read_profile (struct select *select, const char *file, struct wpp_neighbours *neighbours)
{
  struct wpp_place place = { "", 0, "" };
  const char *bad;
  struct wpp_recording *r = wpp_open_file (&select->common, file, neighbours, 0);
  int err = wpp_recording_need (r, wpp_recording_has (r) & (WPP_HAS_ORDER | WPP_HAS_COUNTS), &bad, &place);
  if (err)
    wpp_die_at (file, err, &place);
  struct wpp_code *code = wpp_open_code (r);
  wpp_progress ("joining paths of", file);
  err = wpp_selection_add (&select->list, wpp_recording_profile (r), code, select->function, &place);
  wpp_progress_end ();
  if (err)
    wpp_die (file, "%s", err == WPP_E_TOLD ? place.what : wpp_strerror (err));
  look_up (select, code);
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
  int64_t n = wpp_answer_selection (&select->list, select->cover, sink);
  wpp_output_done (sink, NULL, n < 0 ? n : 0, NULL);
  return n;
}

static int64_t
write_file (struct select *select)
{
  FILE *file = wpp_output_open (select->output);
  int64_t n = write_list (select, file);
  wpp_output_close (file);
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
  tell_unknown (&select);
  wpp_files_free (&files);
  free (select.named);
  int64_t n = select.output ? write_file (&select) : write_list (&select, stdout);
  if (n == 0)
    wpp_say (select.function ? select.function : select.common.args[0],
             select.function ? "no paths of this function" : "no path was executed");
  wpp_interests_release (&select.list);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
