/* Lists of interesting paths, of other lists and of profiles.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "answers/selection.h"
#include "base/array.h"
#include "base/names.h"
#include "base/saturate.h"
#include "recording/profile/events.h"

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)

#define OF wpp_selected_path_row
static const struct wpp_row_column path_columns[]
  = { COLUMN (path, PATH_NUMBER), COLUMN (count, COUNT, .unit = "executions") };
static const struct wpp_schema path_schema = WPP_SCHEMA ("path", struct OF, path_columns);
#undef OF

#define OF wpp_selected_row
static const struct wpp_row_column columns[]
  = { COLUMN (function, TEXT), COLUMN (unit, TEXT), COLUMN (checksum, TEXT), COLUMN (feasible, ANY, .unit = "paths"),
      COLUMN (paths, LIST, .of = &path_schema), COLUMN (lines, LIST, .of = &wpp_number32_schema) };
static const struct wpp_schema function_schema = WPP_SCHEMA ("function", struct OF, columns);
#undef OF

const struct wpp_schema wpp_selection_schema
  = { .name = "selection", .size = sizeof (struct wpp_selection_head), .rows = "functions", .of = &function_schema };

/* A function that a list names without a checksum.  */
struct wpp_selection_name
{
  const char *file;             /* the list */
  unsigned line;
  const char *name;
  bool known;                   /* a profile has it */
};

/* ---- Profiles.  */

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

/* Mark S's names that CODE has.  */
static void
look_up (struct wpp_selection *s, const struct wpp_code *code)
{
  for (size_t n = 0; n < s->n_names; n++)
    for (size_t i = 0; i < code->n_functions && !s->names[n].known; i++)
      s->names[n].known = wpp_function_named_p (code->functions[i].function, s->names[n].name);
  s->profiles = true;
}

int
wpp_selection_add (struct wpp_selection *s, struct wpp_recording *r, struct wpp_place *place)
{
  int err = 0;
  const struct wpp_profile *p = wpp_recording_profile (r);
  struct wpp_code *code = wpp_recording_code (r, &err, place);
  if (!code)
    return err;
  look_up (s, code);
  /* Functions without notes may have activations among those that ended.  */
  if (code->n_missing && jumps_p (p))
    return wpp_complain (place, "", 0, WPP_E_TOLD,
                         "notes: %.80s; without them paths cannot be joined across jumps (longjmp, exceptions)",
                         code->missing[0].what);
  struct wpp_path_counts *counts = wpp_path_counts_new (p, code, WPP_PATH_COUNTS_LIMIT, NULL, &err);
  if (counts && s->function)
    keep_function (counts, code, s->function);
  if (counts)
    err = wpp_interests_add (&s->list, code, counts, WPP_PATH_COUNTS_LIMIT);
  wpp_path_counts_free (counts, code);
  return err;
}

/* ---- Lists.  */

/* F comes from the list FILE.  */
static int
note_name (struct wpp_selection *s, const char *file, struct wpp_interest *f)
{
  if (s->function && !wpp_names_p (f->name, s->function))
    f->n = f->n_lines = 0;
  if (f->checked)
    return 0;
  if (WPP_EXTEND (s->names, s->n_names))
    return WPP_E_NOMEM;
  s->names[s->n_names++] = (struct wpp_selection_name){ file, f->line, f->name, false };
  return 0;
}

int
wpp_selection_add_list (struct wpp_selection *s, const char *file, struct wpp_place *place)
{
  size_t size, before = s->list.n;
  char *text = wpp_interests_load (file, &size);
  if (!text)
    return WPP_E_IO;
  int err = wpp_interests_parse (&s->list, text, size, place);
  free (text);
  for (size_t i = before; i < s->list.n && !err; i++)
    err = note_name (s, file, &s->list.functions[i]);
  return err;
}

void
wpp_selection_tell_unknown (const struct wpp_selection *s, const struct wpp_listener *listener)
{
  for (size_t i = 0; i < s->n_names && s->profiles; i++)
    {
      const struct wpp_selection_name *n = &s->names[i];
      char *what;
      if (n->known || asprintf (&what, "%s:%u: the profiles know no function '%s'", n->file, n->line, n->name) < 0)
        continue;
      listener->say (listener->data, NULL, what);
      free (what);
    }
}

void
wpp_selection_release (struct wpp_selection *s)
{
  wpp_interests_release (&s->list);
  free (s->names);
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
static int
absorb (struct wpp_interest *to, struct wpp_interest *from)
{
  struct wpp_counted_path *paths = reallocarray (to->paths, to->n + from->n + 1, sizeof *paths);
  if (!paths)
    return WPP_E_NOMEM;
  to->paths = paths;
  memcpy (to->paths + to->n, from->paths, from->n * sizeof *from->paths);
  to->n += from->n;
  from->n = 0;
  return 0;
}

/* Merge the lines of each function into one.  Lines that stand for source lines stay as they are.  */
static int
merge (struct wpp_interests *list)
{
  struct wpp_interest *into = NULL;
  int err = 0;
  if (list->n)
    qsort (list->functions, list->n, sizeof *list->functions, compare_functions);
  for (size_t i = 0; i < list->n && !err; i++)
    {
      struct wpp_interest *f = &list->functions[i];
      if (into && !f->n_lines && compare_functions (into, f) == 0)
        err = absorb (into, f);
      else
        into = f;
    }
  for (size_t i = 0; i < list->n; i++)
    add_up (&list->functions[i]);
  return err;
}

/* ---- Selecting.  */

static int
compare_counts (const void *a, const void *b)
{
  const uint64_t *x = a, *y = b;
  return *x > *y ? -1 : *x < *y;
}

/* Set *LEAST to the least count of the paths of LIST that together have the share COVER of all executions.  */
static int
threshold (const struct wpp_interests *list, double cover, uint64_t *least)
{
  size_t n = 0, room = 0, at = 0;
  uint64_t *counts = NULL;
  long double total = 0, sum = 0;
  for (size_t i = 0; i < list->n; i++)
    {
      const struct wpp_interest *f = &list->functions[i];
      if (WPP_RESERVE (counts, room, n, f->n))
        {
          free (counts);
          return WPP_E_NOMEM;
        }
      for (size_t k = 0; k < f->n; k++)
        total += counts[n++] = f->paths[k].count;
    }
  if (n)
    qsort (counts, n, sizeof *counts, compare_counts);
  while (at < n && sum < total * cover)
    sum += counts[at++];
  *least = at ? counts[at - 1] : 0;
  free (counts);
  return 0;
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

/* ---- Sending.  */

static int
get_path (void *data, size_t i, void *row)
{
  const struct wpp_interest *f = data;
  *(struct wpp_selected_path_row *)row = (struct wpp_selected_path_row){ f->paths[i].path, f->paths[i].count };
  return 0;
}

static int
send_function (const struct wpp_interest *f, struct wpp_row_sink *sink)
{
  char checksum[17];
  struct wpp_selected_row row = { .function = f->name,
                                  .unit = f->unit,
                                  .checksum = f->checked ? checksum : NULL,
                                  .feasible = { WPP_CELL_TEXT, { .text = NULL } },
                                  .paths = { f->n, (void *)f, get_path },
                                  .lines = wpp_numbers32 (f->lines, f->n_lines),
                                  .interest = f };
  snprintf (checksum, sizeof checksum, "%016" PRIx64, f->checksum);
  if (f->checked)
    row.feasible = (struct wpp_any_cell){ WPP_CELL_PATH_NUMBER, { .number = f->n_paths } };
  return wpp_sink_row (sink, &row);
}

static int64_t
send_list (const struct wpp_interests *list, struct wpp_row_sink *sink)
{
  struct wpp_selection_head head = { list };
  int64_t n = 0;
  int err = wpp_sink_begin (sink, &wpp_selection_schema, &head);
  for (size_t i = 0; i < list->n && !err; i++)
    if (list->functions[i].n || list->functions[i].n_lines)
      {
        err = send_function (&list->functions[i], sink);
        n++;
      }
  if (!err)
    err = wpp_sink_end (sink);
  return err ? err : n;
}

int64_t
wpp_answer_selection (struct wpp_selection *s, double cover, struct wpp_row_sink *sink)
{
  struct wpp_interests *list = &s->list;
  uint64_t least = 0;
  int err = merge (list);
  if (!err && cover < 1)
    err = threshold (list, cover, &least);
  for (size_t i = 0; i < list->n && cover < 1 && !err; i++)
    drop_below (&list->functions[i], least);
  return err ? err : send_list (list, sink);
}
