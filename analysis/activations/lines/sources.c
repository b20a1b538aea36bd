/* The source files of several units, each once.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Its tidied absolute name identifies a file (file-names.h).  */

#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/file-names.h"
#include "base/search.h"
#include "activations/lines/lines-impl.h"

#define NONE UINT32_MAX

struct entry
{
  char *path;              /* absolute; both names are handed over with the source */
  char *name;              /* as printed */
  const struct wpp_unit *unit;
  uint32_t same;           /* index of the first entry with this path */
  uint32_t number;         /* of the source; NONE until it is requested */
};

struct first_entry
{
  const struct wpp_unit *unit;
  uint32_t entry;
};

struct wpp_source_table
{
  struct first_entry *units;   /* by address, each once */
  size_t n_units;
  struct entry *entries;       /* files of the units, unit by unit */
  size_t n_entries;
  struct wpp_sources *sources;
};

static int
compare_units (const void *a, const void *b)
{
  const struct first_entry *x = a, *y = b;
  return x->unit < y->unit ? -1 : x->unit > y->unit;
}

static int
compare_paths (const void *a, const void *b)
{
  const struct entry *x = *(struct entry *const *)a, *y = *(struct entry *const *)b;
  int order = strcmp (x->path, y->path);
  return order ? order : x < y ? -1 : x > y;
}

static int
list_units (struct wpp_source_table *t, const struct wpp_counted_function *functions, size_t n)
{
  uint64_t n_entries = 0;
  t->units = calloc (n + 1, sizeof *t->units);
  if (!t->units)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < n; i++)
    t->units[i].unit = functions[i].unit;
  qsort (t->units, n, sizeof *t->units, compare_units);
  for (size_t i = 0; i < n; i++)
    if (i == 0 || t->units[i].unit != t->units[t->n_units - 1].unit)
      {
        const struct wpp_unit *unit = t->units[i].unit;
        if (n_entries + unit->n_files >= NONE)
          return WPP_E_TOOBIG;
        t->units[t->n_units++] = (struct first_entry){ unit, n_entries };
        n_entries += unit->n_files;
      }
  t->entries = calloc (n_entries + 1, sizeof *t->entries);
  return t->entries ? WPP_OK : WPP_E_NOMEM;
}

static int
list_files (struct wpp_source_table *t)
{
  for (size_t i = 0; i < t->n_units; i++)
    {
      const struct wpp_unit *unit = t->units[i].unit;
      for (uint32_t file = 0; file < unit->n_files; file++)
        {
          struct entry *e = &t->entries[t->n_entries++];
          e->path = unit->names ? strdup (unit->names[file].path)
                                : wpp_file_complete (unit->directory, unit->files[file]);
          e->name = unit->names ? strdup (unit->names[file].file)
                                : wpp_file_tidy (unit->directory, unit->files[file], false);
          e->unit = unit;
          e->number = NONE;
          if (!e->path || !e->name)
            return WPP_E_NOMEM;
        }
    }
  return WPP_OK;
}

static int
unite (struct wpp_source_table *t)
{
  struct entry **sorted = calloc (t->n_entries + 1, sizeof *sorted);
  if (!sorted)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < t->n_entries; i++)
    sorted[i] = &t->entries[i];
  qsort (sorted, t->n_entries, sizeof *sorted, compare_paths);
  for (size_t i = 0; i < t->n_entries; i++)
    {
      bool again = i > 0 && strcmp (sorted[i]->path, sorted[i - 1]->path) == 0;
      sorted[i]->same = again ? sorted[i - 1]->same : sorted[i] - t->entries;
    }
  free (sorted);
  return WPP_OK;
}

/* Make room for all sources, so that requests cannot fail.  */
static int
make_sources (struct wpp_source_table *t)
{
  t->sources = calloc (1, sizeof *t->sources);
  if (!t->sources)
    return WPP_E_NOMEM;
  t->sources->sources = calloc (t->n_entries + 1, sizeof *t->sources->sources);
  return t->sources->sources ? WPP_OK : WPP_E_NOMEM;
}

struct wpp_source_table *
wpp_source_table_new (const struct wpp_counted_function *functions, size_t n, int *err)
{
  struct wpp_source_table *t = calloc (1, sizeof *t);
  *err = t ? list_units (t, functions, n) : WPP_E_NOMEM;
  if (!*err)
    *err = list_files (t);
  if (!*err)
    *err = unite (t);
  if (!*err)
    *err = make_sources (t);
  if (!*err)
    return t;
  wpp_source_table_free (t);
  return NULL;
}

void
wpp_source_table_free (struct wpp_source_table *t)
{
  if (!t)
    return;
  for (size_t i = 0; i < t->n_entries; i++)
    {
      free (t->entries[i].path);
      free (t->entries[i].name);
    }
  free (t->entries);
  free (t->units);
  wpp_sources_free (t->sources);
  free (t);
}

uint32_t
wpp_source_number (struct wpp_source_table *t, const struct wpp_unit *unit, uint32_t file)
{
  size_t found = WPP_FIND_SORTED (i, t->n_units, t->units[i].unit, unit);
  struct entry *e = &t->entries[t->entries[t->units[found].entry + file].same];
  if (e->number == NONE)
    {
      e->number = t->sources->n++;
      t->sources->sources[e->number].directory = e->unit->directory;
      t->sources->sources[e->number].file = e->name;
      t->sources->sources[e->number].path = e->path;
      e->name = e->path = NULL;
    }
  return e->number;
}

struct wpp_sources *
wpp_source_table_take (struct wpp_source_table *t)
{
  struct wpp_sources *s = t->sources;
  t->sources = NULL;
  return s;
}
