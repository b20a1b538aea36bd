/* wpp select: lists of interesting paths for -fwpp-interesting.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The counts of the same path in several profiles are added up, if the function's name, unit, checksum and number of
   paths are equal.  --cover selects the paths that were executed most often, until they have the given share of all
   executions.  Paths that were executed as often as the last of these are selected, too, so that the order of the input
   does not matter.

   A name that was written into a list by hand may be that of no function.  No compilation of a single unit can notice
   that.  This command reports it when profiles are given, too.  */

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "recording/profile/events.h"
#include "activations/counts/interesting.h"
#include "base/names.h"
#include "base/saturate.h"
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

enum
{
  OPTION_COVER = 0x200
};

static const struct argp_option options[] = {
  WPP_OPTION ("cover", OPTION_COVER, "SHARE%",
              "Select the most frequent paths that make up SHARE% of all executions only"),
  WPP_OPTION ("function", 'f', "FUNCTION", "Select paths of FUNCTION only"),
  WPP_OPTION ("output", 'o', "FILE", "Write the list to FILE"),
  { 0 }
};

/* ARG as a share: `99', `99.9' or `99%'.  */
static double
share_of (const struct argp_state *state, const char *arg)
{
  char *end;
  double percent = strtod (arg, &end);
  if (end == arg || (*end && strcmp (end, "%") != 0) || !(percent > 0 && percent <= 100))
    wpp_options_wrong (state, "--cover: '%s' is no share of more than 0%% and at most 100%%", arg);
  return percent / 100;
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct select *select = state->input;
  switch (key)
    {
    case OPTION_COVER:
      select->cover = share_of (state, arg);
      return 0;
    case 'f':
      select->function = arg;
      return 0;
    case 'o':
      select->output = arg;
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

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

/* Drop the counts of functions other than NAME.  */
static void
keep_function (struct wpp_path_counts *counts, const struct wpp_code *code, const char *name)
{
  for (size_t i = 0; i < code->n_functions; i++)
    if (!wpp_function_named_p (code->functions[i].function, name))
      counts[i].n = 0;
}

/* Does P have jumps whose target is given by the number of activations that ended?  */
static bool
jumps_p (const struct wpp_profile *p)
{
  for (size_t t = 0; t < p->n_threads; t++)
    for (size_t s = 0; s < p->threads[t].n_segments; s++)
      for (uint32_t i = 0; i < p->threads[t].segments[s]->n_terminals; i++)
        if (wpp_event_lands_p (p->threads[t].segments[s]->terminals[i]))
          return true;
  return false;
}

static void
read_profile (struct select *select, const char *file)
{
  struct wpp_profile *p = wpp_file_read (file);
  struct wpp_code *code = wpp_file_code (file, p, &select->common);
  int err;
  /* Functions without notes may have activations among those that ended.  */
  if (code->n_missing && jumps_p (p))
    wpp_die (file, "notes: %s; without them paths cannot be joined across jumps (longjmp, exceptions)",
             code->missing[0].what);
  wpp_tell_missing (file, code);
  look_up (select, code);
  wpp_progress ("joining paths of", file);
  struct wpp_path_counts *counts = wpp_path_counts_new (p, code, WPP_PATH_COUNTS_LIMIT, NULL, &err);
  if (counts && select->function)
    keep_function (counts, code, select->function);
  if (counts)
    err = wpp_interests_add (&select->list, code, counts, WPP_PATH_COUNTS_LIMIT);
  wpp_progress_end ();
  if (err)
    wpp_die (file, "%s", wpp_strerror (err));
  wpp_path_counts_free (counts, code);
  wpp_code_free (code);
  wpp_profile_free (p);
}

/* ---- Adding up.  */

static int
compare_texts (const char *a, const char *b)
{
  return a && b ? strcmp (a, b) : (a != NULL) - (b != NULL);
}

static int
compare_functions (const void *a, const void *b)
{
  const struct wpp_interest *x = a, *y = b;
  int order = compare_texts (x->unit, y->unit);
  if (!order)
    order = strcmp (x->name, y->name);
  if (order)
    return order;
  if (x->checked != y->checked)
    return x->checked - y->checked;
  if (x->checksum != y->checksum)
    return x->checksum < y->checksum ? -1 : 1;
  if (x->n_paths != y->n_paths)
    return x->n_paths < y->n_paths ? -1 : 1;
  return (x->n_lines > 0) - (y->n_lines > 0);
}

static int
compare_paths (const void *a, const void *b)
{
  const struct wpp_counted_path *x = a, *y = b;
  return x->path < y->path ? -1 : x->path > y->path;
}

/* Sort I's paths, each once.  */
static void
add_up (struct wpp_interest *i)
{
  size_t kept = 0;
  if (i->n)
    qsort (i->paths, i->n, sizeof *i->paths, compare_paths);
  for (size_t k = 0; k < i->n; k++)
    if (kept && i->paths[kept - 1].path == i->paths[k].path)
      i->paths[kept - 1].count = wpp_saturating_add (i->paths[kept - 1].count, i->paths[k].count);
    else
      i->paths[kept++] = i->paths[k];
  i->n = kept;
}

/* Move the paths of FROM to TO.  */
static void
absorb (struct wpp_interest *to, struct wpp_interest *from)
{
  to->paths = wpp_grow (to->paths, to->n + from->n, sizeof *to->paths);
  memcpy (to->paths + to->n, from->paths, from->n * sizeof *from->paths);
  to->n += from->n;
  from->n = 0;
}

/* Merge the lines of each function into one.  Lines that stand for source lines stay as they are.  */
static void
merge (struct wpp_interests *list)
{
  struct wpp_interest *into = NULL;
  if (list->n)
    qsort (list->functions, list->n, sizeof *list->functions, compare_functions);
  for (size_t i = 0; i < list->n; i++)
    {
      struct wpp_interest *f = &list->functions[i];
      if (into && !f->n_lines && compare_functions (into, f) == 0)
        absorb (into, f);
      else
        into = f;
    }
  for (size_t i = 0; i < list->n; i++)
    add_up (&list->functions[i]);
}

/* ---- Selecting.  */

static int
compare_counts (const void *a, const void *b)
{
  const uint64_t *x = a, *y = b;
  return *x > *y ? -1 : *x < *y;
}

/* The least count of the paths of LIST that together have the share COVER of all executions.  */
static uint64_t
threshold (const struct wpp_interests *list, double cover)
{
  size_t n = 0, at = 0;
  uint64_t *counts = NULL;
  long double total = 0, sum = 0;
  for (size_t i = 0; i < list->n; i++)
    {
      const struct wpp_interest *f = &list->functions[i];
      counts = wpp_grow (counts, n + f->n, sizeof *counts);
      for (size_t k = 0; k < f->n; k++)
        total += counts[n++] = f->paths[k].count;
    }
  if (n)
    qsort (counts, n, sizeof *counts, compare_counts);
  while (at < n && sum < total * cover)
    sum += counts[at++];
  uint64_t least = at ? counts[at - 1] : 0;
  free (counts);
  return least;
}

static void
drop_below (struct wpp_interest *i, uint64_t least)
{
  size_t kept = 0;
  for (size_t k = 0; k < i->n; k++)
    if (i->paths[k].count >= least)
      i->paths[kept++] = i->paths[k];
  i->n = kept;
}

/* ---- Output.  */

static struct json_object *
interest_json (const struct wpp_interest *i)
{
  char checksum[17];
  struct json_object *o = json_object_new_object (), *paths = json_object_new_array ();
  struct json_object *lines = json_object_new_array ();
  snprintf (checksum, sizeof checksum, "%016" PRIx64, i->checksum);
  json_object_object_add (o, "function", wpp_json_string (i->name));
  json_object_object_add (o, "unit", wpp_json_string (i->unit));
  json_object_object_add (o, "checksum", wpp_json_string (i->checked ? checksum : NULL));
  json_object_object_add (o, "feasible", i->checked ? wpp_json_path_number (i->n_paths) : NULL);
  for (size_t k = 0; k < i->n; k++)
    {
      struct json_object *path = json_object_new_object ();
      json_object_object_add (path, "path", wpp_json_path_number (i->paths[k].path));
      json_object_object_add (path, "count", wpp_json_count (i->paths[k].count));
      json_object_array_add (paths, path);
    }
  for (size_t k = 0; k < i->n_lines; k++)
    json_object_array_add (lines, wpp_json_number (i->lines[k]));
  json_object_object_add (o, "paths", paths);
  json_object_object_add (o, "lines", lines);
  return o;
}

/* Print the selected paths; return the number of functions.  */
static size_t
write_list (const struct select *select)
{
  size_t n = 0;
  bool first = true;
  if (select->common.json)
    wpp_missing_begin_json ();
  fputs (select->common.json ? "\"functions\":[" : "# wpp: interesting paths\n", stdout);
  if (!select->common.json)
    wpp_interests_print_units (stdout, &select->list);
  for (size_t i = 0; i < select->list.n; i++)
    {
      const struct wpp_interest *f = &select->list.functions[i];
      if (f->n == 0 && f->n_lines == 0)
        continue;
      n++;
      if (select->common.json)
        wpp_json_element (interest_json (f), &first);
      else
        wpp_interest_print (stdout, f);
    }
  if (select->common.json)
    fputs ("\n]}\n", stdout);
  return n;
}

/* The same, to the output file: everything prints on standard output.  */
static size_t
write_file (const struct select *select)
{
  FILE *standard = stdout, *file = wpp_output_open (select->output);
  stdout = file;
  size_t n = write_list (select);
  stdout = standard;
  wpp_output_close (file);
  return n;
}

int
wpp_command_select (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, parse,
    "List the paths of profiles for -fwpp-interesting: those that were executed, or the most frequent "
    "of them.  Whole paths are joined at calls.  A FILE may be a list itself."
  };
  struct select select = { .cover = 1 };
  wpp_options_parse (&line, argc, argv, &select.common, &select);
  struct wpp_files files = wpp_files_find (&select.common);
  for (size_t i = 0; i < files.n; i++)
    if (wpp_interests_text_p (files.name[i]))
      read_list (&select, files.name[i]);
  for (size_t i = 0; i < files.n; i++)
    if (!wpp_interests_text_p (files.name[i]))
      read_profile (&select, files.name[i]);
  tell_unknown (&select);
  wpp_files_free (&files);
  free (select.named);
  merge (&select.list);
  if (select.cover < 1)
    {
      uint64_t least = threshold (&select.list, select.cover);
      for (size_t i = 0; i < select.list.n; i++)
        drop_below (&select.list.functions[i], least);
    }
  size_t n = select.output ? write_file (&select) : write_list (&select);
  if (n == 0)
    wpp_say (select.function ? select.function : select.common.args[0],
             select.function ? "no paths of this function" : "no path was executed");
  wpp_interests_release (&select.list);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
