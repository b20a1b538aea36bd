/* Reading frequency dumps.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A dump is JSON that -fwpp-dump-format=json wrote.  Every value that is used is checked; messages name
   the element: `functions[3].blocks[0].count'.  */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/file-names.h"
#include "tool/freq.h"
#include "tool/json-read.h"

/* Read a count: an integer, or a string of digits, which may begin with `>='.  Set *VALUE to an approximation.  */
static struct json_object *
get_count (const struct wpp_json_place *p, struct json_object *o, const char *key, double *value)
{
  struct json_object *n;
  if (!json_object_object_get_ex (o, key, &n)
      || !(json_object_is_type (n, json_type_int) || json_object_is_type (n, json_type_string)))
    wpp_json_wrong (p, key, "not a count");
  const char *text = json_object_get_string (n);
  text += 2 * (strncmp (text, ">=", 2) == 0);
  if (!*text || text[strspn (text, "0123456789")])
    wpp_json_wrong (p, key, "not a count");
  *value = strtod (text, NULL);
  return n;
}

static double
get_number (const struct wpp_json_place *p, struct json_object *o, const char *key)
{
  struct json_object *n;
  if (!json_object_object_get_ex (o, key, &n)
      || !(json_object_is_type (n, json_type_int) || json_object_is_type (n, json_type_double)))
    wpp_json_wrong (p, key, "not a number");
  return json_object_get_double (n);
}

/* ---- Rows.  */

static void
add_row (struct wpp_freq *f, const struct wpp_freq_row *row)
{
  if (f->n_rows == f->rows_room)
    {
      f->rows_room = f->rows_room ? 2 * f->rows_room : 64;
      f->rows = wpp_grow (f->rows, f->rows_room, sizeof *f->rows);
    }
  f->rows[f->n_rows++] = *row;
}

/* Complete ROW from O, a fact or a site.  COST is that of an execution of its block.  */
static void
read_row (struct wpp_freq *f, const struct wpp_json_place *p, struct json_object *o,
          struct wpp_freq_row *row, double count, double cost)
{
  double frequency;
  row->text = wpp_json_get_string (p, o, row->site ? "site" : "fact");
  row->line = wpp_json_get_integer (p, o, "line");
  row->frequency = get_count (p, o, "frequency", &frequency);
  if (row->site)
    row->count = get_count (p, o, "count", &count);
  if (frequency > count)
    wpp_json_wrong (p, "frequency", "more than the count");
  row->share = count > 0 && isfinite (count) ? frequency / count : 0;
  row->cost = isfinite (frequency * cost) ? frequency * cost : 0;
  add_row (f, row);
}

static void
read_block (struct wpp_freq *f, const struct wpp_json_place *p, struct json_object *o,
            struct wpp_freq_row *row)
{
  double count, cost;
  struct json_object *facts = wpp_json_get_array (p, o, "facts"), *sites;
  row->block = wpp_json_get_integer (p, o, "block");
  row->lines = wpp_json_get_array (p, o, "lines");
  for (size_t i = 0; i < json_object_array_length (row->lines); i++)
    if (!json_object_is_type (json_object_array_get_idx (row->lines, i), json_type_int))
      wpp_json_wrong (p, "lines", "not an array of integers");
  struct json_object *executed = get_count (p, o, "count", &count);
  cost = get_number (p, o, "cost");
  cost = count > 0 && isfinite (cost) ? cost / count : 0;
  row->site = false;
  for (size_t i = 0; i < json_object_array_length (facts); i++)
    {
      struct wpp_json_place e = wpp_json_element_place (p, "facts", i);
      row->count = executed;
      read_row (f, &e, json_object_array_get_idx (facts, i), row, count, cost);
    }
  if (!json_object_object_get_ex (o, "sites", &sites))
    return;
  sites = wpp_json_get_array (p, o, "sites");
  row->site = true;
  for (size_t i = 0; i < json_object_array_length (sites); i++)
    {
      struct wpp_json_place e = wpp_json_element_place (p, "sites", i);
      read_row (f, &e, json_object_array_get_idx (sites, i), row, 0, cost);
    }
}

static void
read_summary (struct wpp_freq *f, const struct wpp_json_place *p, struct json_object *function,
              const struct wpp_freq_row *row)
{
  struct wpp_json_place at = { p->file, "" };
  snprintf (at.path, sizeof at.path, "%.150s.summary", p->path);
  struct json_object *o = wpp_json_get (p, function, "summary", json_type_object, "not an object");
  struct json_object *w = wpp_json_get (&at, o, "without_profile", json_type_object, "not an object");
  struct json_object *u = wpp_json_get (&at, w, "of_unknown", json_type_object, "not an object");
  struct wpp_freq_summary s = {
    .file = row->file, .path = row->path, .problem = row->problem, .function = row->function
  };
  const struct { uint64_t *to; struct json_object *from; const char *key; } numbers[]
    = { { &s.facts, o, "facts" }, { &s.always, o, "always" }, { &s.never, o, "never" },
        { &s.sometimes, o, "sometimes" }, { &s.certain, w, "certain" },
        { &s.impossible, w, "impossible" }, { &s.unknown, w, "unknown" },
        { &s.unknown_always, u, "always" }, { &s.unknown_never, u, "never" } };
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    {
      int64_t n = wpp_json_get_integer (&at, numbers[i].from, numbers[i].key);
      if (n < 0)
        wpp_json_wrong (&at, numbers[i].key, "negative");
      *numbers[i].to = n;
    }
  if (f->n_summaries == f->summaries_room)
    {
      f->summaries_room = f->summaries_room ? 2 * f->summaries_room : 64;
      f->summaries = wpp_grow (f->summaries, f->summaries_room, sizeof *f->summaries);
    }
  f->summaries[f->n_summaries++] = s;
}

/* Set ROW's file, as it is printed, and path to those of the dump.  */
static void
read_names (const struct wpp_freq *f, const struct wpp_json_place *top, struct json_object *dump,
            struct wpp_freq_row *row)
{
  const char *file = wpp_json_get_string (top, dump, "file");
  struct json_object *path;
  if (json_object_object_get_ex (dump, "path", &path))
    row->path = wpp_json_get_string (top, dump, "path");
  const char *below = row->path && f->source_root ? wpp_file_below (f->source_root, row->path) : NULL;
  char *name = below ? strdup (below) : wpp_file_tidy ("", file, false);
  if (!name)
    wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
  json_object_object_add (dump, "file", json_object_new_string (name));
  row->file = wpp_json_get_string (top, dump, "file");
  free (name);
}

static void
read_dump (struct wpp_freq *f, const char *file, struct json_object *dump)
{
  struct wpp_json_place top = { file, "" };
  struct wpp_freq_row row = { .file = NULL };
  read_names (f, &top, dump, &row);
  row.problem = wpp_json_get_string (&top, dump, "problem");
  struct json_object *functions = wpp_json_get_array (&top, dump, "functions");
  for (size_t i = 0; i < json_object_array_length (functions); i++)
    {
      struct wpp_json_place p = wpp_json_element_place (&top, "functions", i);
      struct json_object *function = json_object_array_get_idx (functions, i);
      row.function = wpp_json_get_string (&p, function, "name");
      struct json_object *blocks = wpp_json_get_array (&p, function, "blocks");
      for (size_t j = 0; j < json_object_array_length (blocks); j++)
        {
          struct wpp_json_place b = wpp_json_element_place (&p, "blocks", j);
          read_block (f, &b, json_object_array_get_idx (blocks, j), &row);
        }
      read_summary (f, &p, function, &row);
    }
}

/* ---- Files.  */

void
wpp_freq_add (void *freq, const char *file, struct json_object *dump)
{
  struct wpp_freq *f = freq;
  f->dumps = wpp_grow (f->dumps, f->n_dumps + 1, sizeof *f->dumps);
  f->dumps[f->n_dumps++] = dump;
  read_dump (f, file, dump);
}

void
wpp_freq_read (struct wpp_freq *f, const char *file)
{
  static const struct wpp_json_kind kind = { "frequency dump", ".freq", "freq", NULL };
  wpp_json_read (&kind, file, wpp_freq_add, f);
}

void
wpp_freq_release (struct wpp_freq *f)
{
  for (size_t i = 0; i < f->n_dumps; i++)
    json_object_put (f->dumps[i]);
  free (f->dumps);
  free (f->rows);
  free (f->summaries);
}
