/* Functions of a build that no run knows (stale.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "answers/stale.h"
#include "program/notes/notes.h"
#include "recording/profile/events.h"

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)

#define OF wpp_stale_row
static const struct wpp_row_column columns[]
  = { COLUMN (function, TEXT), COLUMN (file, TEXT), COLUMN (line, NUMBER32), COLUMN (why, TEXT) };
static const struct wpp_schema row_schema = WPP_SCHEMA ("function", struct OF, columns);
#undef OF

#define OF wpp_stale_head
static const struct wpp_row_column head_columns[]
  = { COLUMN (build, TEXT), COLUMN (instrumented, NUMBER), COLUMN (executed, NUMBER), COLUMN (idle, NUMBER),
      COLUMN (changed, NUMBER), COLUMN (unknown, NUMBER) };
const struct wpp_schema wpp_stale_schema
  = WPP_SCHEMA ("stale", struct OF, head_columns, .rows = "functions", .of = &row_schema);
#undef OF

/* A function that the recording knows.  */
struct known
{
  const char *name;
  uint64_t checksum;
  bool executed;
};

static int
compare_known (const void *a, const void *b)
{
  const struct known *x = a, *y = b;
  int order = strcmp (x->name, y->name);
  if (!order)
    order = (x->checksum > y->checksum) - (x->checksum < y->checksum);
  return order ? order : y->executed - x->executed;
}

static int
compare_names (const void *a, const void *b)
{
  return strcmp (((const struct known *)a)->name, ((const struct known *)b)->name);
}

static int
compare_graphs (const void *a, const void *b)
{
  const struct known *x = a, *y = b;
  int order = strcmp (x->name, y->name);
  return order ? order : (x->checksum > y->checksum) - (x->checksum < y->checksum);
}

/* The functions of CODE, those that R has executed marked, sorted, once each; null when out of memory.  */
static struct known *
list_known (const struct wpp_recording *r, struct wpp_code *code, size_t *n)
{
  size_t n_counts, kept = 0;
  struct wpp_event_count *counts = wpp_recording_counts (r, &n_counts);
  struct known *known = calloc (code->n_functions + 1, sizeof *known);
  for (size_t i = 0; known && i < code->n_functions; i++)
    known[i] = (struct known){ code->functions[i].function->name, code->functions[i].function->checksum, false };
  for (size_t i = 0; counts && known && i < n_counts; i++)
    {
      uint64_t number;
      const struct wpp_code_function *f
        = wpp_event_path_p (counts[i].event) ? wpp_code_find (code, counts[i].event, &number) : NULL;
      if (f)
        known[f - code->functions].executed = true;
    }
  if (known && code->n_functions)
    qsort (known, code->n_functions, sizeof *known, compare_known);
  for (size_t i = 0; known && i < code->n_functions; i++)
    if (!i || compare_graphs (&known[kept - 1], &known[i]))
      known[kept++] = known[i];
  *n = kept;
  free (counts);
  if (counts)
    return known;
  free (known);
  return NULL;
}

/* The functions of a build, compared with those that are known.  */
struct comparison
{
  const struct known *known;
  size_t n;
  struct wpp_stale_head head;
};

/* Why is F unknown?  Null: it is known; count it.  */
static const char *
judge (struct comparison *c, const struct wpp_function *f)
{
  const struct known wanted = { f->name, f->checksum, false };
  const struct known *same = bsearch (&wanted, c->known, c->n, sizeof wanted, compare_graphs);
  c->head.instrumented++;
  c->head.executed += same && same->executed;
  c->head.idle += same && !same->executed;
  if (same)
    return NULL;
  bool changed = bsearch (&wanted, c->known, c->n, sizeof wanted, compare_names);
  c->head.changed += changed;
  c->head.unknown += !changed;
  return changed ? "changed" : "new";
}

/* Send the unknown functions of UNITS [N], or, without a SINK, only count all.  */
static int64_t
go_through (struct comparison *c, struct wpp_unit *const *units, size_t n, struct wpp_row_sink *sink)
{
  int64_t found = 0;
  for (size_t u = 0; u < n; u++)
    for (uint32_t i = 0; i < units[u]->n_functions; i++)
      {
        const struct wpp_function *f = &units[u]->functions[i];
        const char *why = f->flags & WPP_FN_SKIPPED ? NULL : judge (c, f);
        struct wpp_stale_row row = { wpp_function_name (f), units[u]->files[f->file], f->start_line, why };
        int err = why && sink ? wpp_sink_row (sink, &row) : 0;
        if (err)
          return err;
        found += why != NULL;
      }
  return found;
}

/* Compare UNITS [N] with KNOWN [N_KNOWN].  */
static int64_t
compare (struct comparison *c, const char *build, struct wpp_unit *const *units, size_t n, struct wpp_row_sink *sink)
{
  c->head.build = build;
  go_through (c, units, n, NULL);
  const struct wpp_stale_head head = c->head;
  int64_t found = wpp_sink_begin (sink, &wpp_stale_schema, &head);
  if (!found)
    found = go_through (c, units, n, sink);
  int err = found < 0 ? found : wpp_sink_end (sink);
  return err ? err : found;
}

int64_t
wpp_answer_stale (struct wpp_recording *r, const char *build, struct wpp_row_sink *sink, const char **bad,
                  struct wpp_place *place)
{
  struct comparison c = { 0 };
  struct wpp_unit **units = NULL;
  size_t n_units = 0;
  int err;
  *bad = NULL;
  struct wpp_code *code = wpp_recording_code (r, &err, place);
  if (!code)
    return err;
  *bad = build;
  err = wpp_notes_read_elf (build, NULL, &units, &n_units, place);
  struct known *known = err ? NULL : list_known (r, code, &c.n);
  c.known = known;
  int64_t found = err ? err : known ? compare (&c, build, units, n_units, sink) : WPP_E_NOMEM;
  for (size_t u = 0; u < n_units; u++)
    wpp_unit_free (units[u]);
  free (units);
  free (known);
  return found;
}
