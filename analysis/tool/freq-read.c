/* Reading frequency dumps.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A dump is JSON that -fwpp-dump-format=json wrote.  Every value that is used is checked; messages name
   the element: `functions[3].blocks[0].count'.  */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "support/file-names.h"
#include "tool/freq.h"

/* The place in a dump of a value that is read.  */
struct place
{
  const char *file;
  char path[200];
};

static void wrong (const struct place *p, const char *key, const char *what)
  __attribute__ ((noreturn));

static void
wrong (const struct place *p, const char *key, const char *what)
{
  wpp_die (p->file, "%s%s%s: %s", p->path, *p->path && *key ? "." : "", key, what);
}

/* The place of element I of the array KEY of P's object.  */
static struct place
element (const struct place *p, const char *key, size_t i)
{
  struct place e = { p->file, "" };
  snprintf (e.path, sizeof e.path, "%.150s%s%.20s[%zu]", p->path, *p->path ? "." : "", key, i);
  return e;
}

static struct json_object *
get (const struct place *p, struct json_object *o, const char *key, enum json_type type,
     const char *what)
{
  struct json_object *value;
  if (!json_object_is_type (o, json_type_object))
    wrong (p, "", "not an object");
  if (!json_object_object_get_ex (o, key, &value) || !json_object_is_type (value, type))
    wrong (p, key, what);
  return value;
}

static const char *
get_string (const struct place *p, struct json_object *o, const char *key)
{
  return json_object_get_string (get (p, o, key, json_type_string, "not a string"));
}

static int64_t
get_integer (const struct place *p, struct json_object *o, const char *key)
{
  return json_object_get_int64 (get (p, o, key, json_type_int, "not an integer"));
}

static struct json_object *
get_array (const struct place *p, struct json_object *o, const char *key)
{
  return get (p, o, key, json_type_array, "not an array");
}

/* Read a count: an integer, or a string of digits, which may begin with `>='.  Set *VALUE to an approximation.  */
static struct json_object *
get_count (const struct place *p, struct json_object *o, const char *key, double *value)
{
  struct json_object *n;
  if (!json_object_object_get_ex (o, key, &n)
      || !(json_object_is_type (n, json_type_int) || json_object_is_type (n, json_type_string)))
    wrong (p, key, "not a count");
  const char *text = json_object_get_string (n);
  text += 2 * (strncmp (text, ">=", 2) == 0);
  if (!*text || text[strspn (text, "0123456789")])
    wrong (p, key, "not a count");
  *value = strtod (text, NULL);
  return n;
}

static double
get_number (const struct place *p, struct json_object *o, const char *key)
{
  struct json_object *n;
  if (!json_object_object_get_ex (o, key, &n)
      || !(json_object_is_type (n, json_type_int) || json_object_is_type (n, json_type_double)))
    wrong (p, key, "not a number");
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
read_row (struct wpp_freq *f, const struct place *p, struct json_object *o,
          struct wpp_freq_row *row, double count, double cost)
{
  double frequency;
  row->text = get_string (p, o, row->site ? "site" : "fact");
  row->line = get_integer (p, o, "line");
  row->frequency = get_count (p, o, "frequency", &frequency);
  if (row->site)
    row->count = get_count (p, o, "count", &count);
  if (frequency > count)
    wrong (p, "frequency", "more than the count");
  row->share = count > 0 && isfinite (count) ? frequency / count : 0;
  row->cost = isfinite (frequency * cost) ? frequency * cost : 0;
  add_row (f, row);
}

static void
read_block (struct wpp_freq *f, const struct place *p, struct json_object *o,
            struct wpp_freq_row *row)
{
  double count, cost;
  struct json_object *facts = get_array (p, o, "facts"), *sites;
  row->block = get_integer (p, o, "block");
  row->lines = get_array (p, o, "lines");
  for (size_t i = 0; i < json_object_array_length (row->lines); i++)
    if (!json_object_is_type (json_object_array_get_idx (row->lines, i), json_type_int))
      wrong (p, "lines", "not an array of integers");
  struct json_object *executed = get_count (p, o, "count", &count);
  cost = get_number (p, o, "cost");
  cost = count > 0 && isfinite (cost) ? cost / count : 0;
  row->site = false;
  for (size_t i = 0; i < json_object_array_length (facts); i++)
    {
      struct place e = element (p, "facts", i);
      row->count = executed;
      read_row (f, &e, json_object_array_get_idx (facts, i), row, count, cost);
    }
  if (!json_object_object_get_ex (o, "sites", &sites))
    return;
  sites = get_array (p, o, "sites");
  row->site = true;
  for (size_t i = 0; i < json_object_array_length (sites); i++)
    {
      struct place e = element (p, "sites", i);
      read_row (f, &e, json_object_array_get_idx (sites, i), row, 0, cost);
    }
}

static void
read_summary (struct wpp_freq *f, const struct place *p, struct json_object *function,
              const struct wpp_freq_row *row)
{
  struct place at = { p->file, "" };
  snprintf (at.path, sizeof at.path, "%.150s.summary", p->path);
  struct json_object *o = get (p, function, "summary", json_type_object, "not an object");
  struct json_object *w = get (&at, o, "without_profile", json_type_object, "not an object");
  struct json_object *u = get (&at, w, "of_unknown", json_type_object, "not an object");
  struct wpp_freq_summary s = { .file = row->file, .path = row->path, .problem = row->problem, .function = row->function };
  const struct { uint64_t *to; struct json_object *from; const char *key; } numbers[]
    = { { &s.facts, o, "facts" }, { &s.always, o, "always" }, { &s.never, o, "never" },
        { &s.sometimes, o, "sometimes" }, { &s.certain, w, "certain" },
        { &s.impossible, w, "impossible" }, { &s.unknown, w, "unknown" },
        { &s.unknown_always, u, "always" }, { &s.unknown_never, u, "never" } };
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    {
      int64_t n = get_integer (&at, numbers[i].from, numbers[i].key);
      if (n < 0)
        wrong (&at, numbers[i].key, "negative");
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
read_names (const struct wpp_freq *f, const struct place *top, struct json_object *dump, struct wpp_freq_row *row)
{
  const char *file = get_string (top, dump, "file");
  struct json_object *path;
  if (json_object_object_get_ex (dump, "path", &path))
    row->path = get_string (top, dump, "path");
  const char *below = row->path && f->source_root ? wpp_file_below (f->source_root, row->path) : NULL;
  char *name = below ? strdup (below) : wpp_file_tidy ("", file, false);
  if (!name)
    wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
  json_object_object_add (dump, "file", json_object_new_string (name));
  row->file = get_string (top, dump, "file");
  free (name);
}

static void
read_dump (struct wpp_freq *f, const char *file, struct json_object *dump)
{
  struct place top = { file, "" };
  struct wpp_freq_row row = { .file = NULL };
  read_names (f, &top, dump, &row);
  row.problem = get_string (&top, dump, "problem");
  struct json_object *functions = get_array (&top, dump, "functions");
  for (size_t i = 0; i < json_object_array_length (functions); i++)
    {
      struct place p = element (&top, "functions", i);
      struct json_object *function = json_object_array_get_idx (functions, i);
      row.function = get_string (&p, function, "name");
      struct json_object *blocks = get_array (&p, function, "blocks");
      for (size_t j = 0; j < json_object_array_length (blocks); j++)
        {
          struct place b = element (&p, "blocks", j);
          read_block (f, &b, json_object_array_get_idx (blocks, j), &row);
        }
      read_summary (f, &p, function, &row);
    }
}

/* ---- Files.  */

/* Read the bytes of FILE, and set *SIZE to their number, which must not exceed json-c's limit.  */
static char *
read_bytes (const char *file, size_t *size)
{
  size_t room = 1 << 16;
  char *bytes = wpp_new (room, 1);
  ssize_t n;
  int fd = open (file, O_RDONLY | O_CLOEXEC);
  *size = 0;
  if (fd < 0)
    wpp_die (file, "%s", strerror (errno));
  while ((n = read (fd, bytes + *size, room - *size)) != 0)
    {
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        wpp_die (file, "%s", strerror (errno));
      *size += n;
      if (*size > INT32_MAX)
        wpp_die (file, "%s", wpp_strerror (WPP_E_TOOBIG));
      if (*size == room)
        bytes = wpp_grow (bytes, room *= 2, 1);
    }
  close (fd);
  return bytes;
}

/* Parse the JSON in BYTES [SIZE].  If it is invalid, return null, and set *WHY and the byte *AT.  */
static struct json_object *
parse (const char *bytes, size_t size, size_t *at, const char **why)
{
  struct json_tokener *tokener = json_tokener_new ();
  struct json_object *dump = tokener ? json_tokener_parse_ex (tokener, bytes, size) : NULL;
  *at = tokener ? json_tokener_get_parse_end (tokener) : 0;
  *why = tokener ? json_tokener_error_desc (json_tokener_get_error (tokener)) : wpp_strerror (WPP_E_NOMEM);
  if (tokener)
    json_tokener_free (tokener);
  return dump;
}

static void
read_file (struct wpp_freq *f, const char *file)
{
  size_t size, at;
  const char *why;
  wpp_progress ("reading", file);
  char *bytes = read_bytes (file, &size);
  bool text = size && bytes[0] == '#';
  struct json_object *dump = size && !text ? parse (bytes, size, &at, &why) : NULL;
  free (bytes);
  if (size == 0)
    wpp_die (file, "%s", wpp_strerror (WPP_E_EMPTY));
  if (text)
    wpp_die (file, "byte 0: a dump as text; wpp freq reads what -fwpp-dump-format=json writes");
  if (!dump)
    wpp_die (file, "byte %zu: no frequency dump: %s", at, why);
  f->dumps = wpp_grow (f->dumps, f->n_dumps + 1, sizeof *f->dumps);
  f->dumps[f->n_dumps++] = dump;
  read_dump (f, file, dump);
  wpp_progress_end ();
}

static int
dump_p (const struct dirent *entry)
{
  size_t n = strlen (entry->d_name);
  return n > 5 && strcmp (entry->d_name + n - 5, ".freq") == 0;
}

void
wpp_freq_read (struct wpp_freq *f, const char *file)
{
  struct stat st;
  if (stat (file, &st) != 0 || !S_ISDIR (st.st_mode))
    {
      read_file (f, file);
      return;
    }
  struct dirent **entries;
  int n = scandir (file, &entries, dump_p, alphasort);
  if (n < 0)
    wpp_die (file, "%s", strerror (errno));
  if (n == 0)
    wpp_die (file, "no frequency dumps (*.freq) in this folder");
  for (int i = 0; i < n; i++)
    {
      char *name;
      if (asprintf (&name, "%s/%s", file, entries[i]->d_name) < 0)
        wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
      read_file (f, name);
      free (name);
      free (entries[i]);
    }
  free (entries);
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
