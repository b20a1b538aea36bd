/* Which fields of structures are used together, and which layouts would touch fewer cache lines.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE /* stpcpy */
#include <stdlib.h>
#include <string.h>
#include "answers/fields-impl.h"

/* Sets of fields that are told of a record, and layouts whose misses are simulated.  */
#define TOLD_SETS 5u
#define SIMULATED 8u

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)
#define OF wpp_field_row
static const struct wpp_row_column field_columns[]
  = { COLUMN (field, TEXT), COLUMN (offset, NUMBER, .unit = "bytes"), COLUMN (size, NUMBER, .unit = "bytes"),
      COLUMN (visits, COUNT), COLUMN (share, REAL), COLUMN (then, NUMBER, .unit = "bytes"), COLUMN (rest, TRUTH) };
static const struct wpp_schema field_schema = WPP_SCHEMA ("field", struct OF, field_columns);
#undef OF
#define OF wpp_field_set_row
static const struct wpp_row_column set_columns[]
  = { COLUMN (fields, TEXT), COLUMN (visits, COUNT), COLUMN (share, REAL) };
static const struct wpp_schema set_schema = WPP_SCHEMA ("set", struct OF, set_columns);
#undef OF
#define OF wpp_field_misses_row
static const struct wpp_row_column level_columns[]
  = { COLUMN (level, NUMBER32), COLUMN (misses, COUNT), COLUMN (then, COUNT) };
static const struct wpp_schema level_schema = WPP_SCHEMA ("level", struct OF, level_columns);
#undef OF
#define OF wpp_fields_row
static const struct wpp_row_column columns[]
  = { COLUMN (record, TEXT), COLUMN (size, NUMBER, .unit = "bytes"), COLUMN (visits, COUNT), COLUMN (lines, REAL),
      COLUMN (layout, TEXT), COLUMN (lines_then, REAL), COLUMN (gain, COUNT, .unit = "lines"),
      COLUMN (bytes, NUMBER, .unit = "bytes"), COLUMN (rest_bytes, NUMBER, .unit = "bytes"),
      COLUMN (levels, LIST, .of = &level_schema), COLUMN (fields, LIST, .of = &field_schema),
      COLUMN (together, LIST, .of = &set_schema) };
static const struct wpp_schema row_schema = WPP_SCHEMA ("record", struct OF, columns);
#undef OF
#define OF wpp_fields_head
static const struct wpp_row_column head_columns[]
  = { COLUMN (line, NUMBER32, .unit = "bytes"), COLUMN (caches, TEXT) };
const struct wpp_schema wpp_fields_schema
  = WPP_SCHEMA ("fields", struct OF, head_columns, .rows = "records", .of = &row_schema);
#undef OF

/* ---- The order of records.  */

static double
gain_of (const struct wpp_record *r)
{
  return (r->lines - r->lines_then) * (double)r->visits;
}

static int
compare_records (const void *a, const void *b)
{
  const struct wpp_record *x = *(struct wpp_record *const *)a, *y = *(struct wpp_record *const *)b;
  double m = gain_of (x), n = gain_of (y);
  if (m != n)
    return m < n ? 1 : -1;
  if (x->visits != y->visits)
    return x->visits < y->visits ? 1 : -1;
  return strcmp (x->name, y->name);
}

/* The cycles that MISSES are taken to cost: 10 of the first level, and of each further one ten times as many.  */
static double
cost_of (const struct wpp_fields *f, const uint64_t *misses)
{
  double sum = 0;
  for (unsigned i = f->n_levels; i-- > 0;)
    sum = 10 * (sum + (double)misses[i]);
  return sum;
}

/* Let RECORDS [*N] be those of F that were visited, with layouts; those with the greatest gain first.  */
static int
choose (struct wpp_fields *f, struct wpp_record **records, size_t *n)
{
  int err = WPP_OK;
  for (size_t i = 0; i < f->n && !err; i++)
    if (f->records[i].visits)
      {
        records[(*n)++] = &f->records[i];
        err = wpp_fields_choose (&f->records[i], f->line);
      }
  if (*n)
    qsort (records, *n, sizeof (struct wpp_record *), compare_records);
  return err;
}

/* Simulate the first ones that would gain, and keep what does not pay as it is.  */
static int
simulate (struct wpp_fields *f, struct wpp_record **records, size_t n, const char *caches, struct wpp_place *place)
{
  size_t some = 0;
  while (some < n && some < SIMULATED && records[some]->choice != WPP_RECORD_KEEP)
    some++;
  if (!some)
    return WPP_OK;
  int err = wpp_fields_simulate (f, records, some, caches, place);
  for (size_t i = 0; i < some && !err; i++)
    if (cost_of (f, records[i]->misses_then) >= cost_of (f, f->misses))
      {
        records[i]->choice = WPP_RECORD_KEEP;
        records[i]->lines_then = records[i]->lines;
      }
  qsort (records, n, sizeof (struct wpp_record *), compare_records);
  return err;
}

/* ---- Rows.  */

struct shown
{
  const struct wpp_fields *f;
  const struct wpp_record *r;
  char *text;                   /* of a set */
};

static double
share_of (const struct wpp_record *r, uint64_t visits)
{
  return r->visits ? (double)visits / (double)r->visits : 0;
}

static int
get_field (void *data, size_t i, void *row)
{
  const struct wpp_record *r = ((struct shown *)data)->r;
  bool kept = r->choice == WPP_RECORD_KEEP;
  uint32_t number = kept ? i : r->then.order[i];
  const struct wpp_record_field *x = &r->fields[number];
  *(struct wpp_field_row *)row
    = (struct wpp_field_row){ x->name, x->offset, x->size, x->visits, share_of (r, x->visits),
                              kept ? x->offset : r->then.at[number], !kept && r->then.rest[number] };
  return WPP_OK;
}

/* The names of the fields of SET, malloc'ed; null when out of memory.  */
static char *
name_set (const struct wpp_record *r, const struct wpp_field_set *set)
{
  size_t bytes = 1;
  for (uint32_t i = 0; i < r->n_fields; i++)
    bytes += wpp_field_in_p (set, i) ? strlen (r->fields[i].name) + 2 : 0;
  char *text = malloc (bytes), *at = text;
  for (uint32_t i = 0; text && i < r->n_fields; i++)
    if (wpp_field_in_p (set, i))
      {
        if (at > text)
          at = stpcpy (at, ", ");
        at = stpcpy (at, r->fields[i].name);
      }
  if (text)
    *at = '\0';
  return text;
}

static int
get_set (void *data, size_t i, void *row)
{
  struct shown *s = data;
  const struct wpp_field_use *u = &s->r->uses[i];
  free (s->text);
  s->text = name_set (s->r, &u->set);
  *(struct wpp_field_set_row *)row = (struct wpp_field_set_row){ s->text, u->visits, share_of (s->r, u->visits) };
  return s->text ? WPP_OK : WPP_E_NOMEM;
}

static int
get_level (void *data, size_t i, void *row)
{
  const struct shown *s = data;
  *(struct wpp_field_misses_row *)row
    = (struct wpp_field_misses_row){ i + 1, s->f->misses[i], s->r->misses_then[i] };
  return WPP_OK;
}

static int
send (const struct wpp_fields *f, const struct wpp_record *r, struct wpp_row_sink *sink)
{
  static const char *const names[] = { "keep", "reorder", "split" };
  bool kept = r->choice == WPP_RECORD_KEEP;
  struct shown s = { f, r, NULL };
  double gain = gain_of (r);
  struct wpp_fields_row row
    = { .record = r->name, .size = r->size, .visits = r->visits, .lines = r->lines, .layout = names[r->choice],
        .lines_then = r->lines_then, .gain = gain < 0x1p64 ? (uint64_t)gain : UINT64_MAX,
        .bytes = kept ? r->size : r->then.bytes, .rest_bytes = kept ? 0 : r->then.rest_bytes,
        .levels = { r->simulated ? f->n_levels : 0, &s, get_level }, .fields = { r->n_fields, &s, get_field },
        .together = { r->n_uses < TOLD_SETS ? r->n_uses : TOLD_SETS, &s, get_set } };
  int err = wpp_sink_row (sink, &row);
  free (s.text);
  return err;
}

/* ---- All.  */

static void
release (struct wpp_fields *f)
{
  for (size_t i = 0; i < f->n; i++)
    {
      for (size_t k = 0; k < f->records[i].n_fields; k++)
        free (f->records[i].fields[k].name);
      free (f->records[i].fields);
      free (f->records[i].uses);
    }
  for (size_t i = 0; f->functions && i < f->code->n_functions; i++)
    {
      free (f->functions[i].first);
      free (f->functions[i].touches);
    }
  free (f->functions);
  free (f->records);
  free (f->use_at);
  wpp_hash_release (&f->named);
  wpp_hash_release (&f->used);
  wpp_at_release (&f->found);
}

/* Set F's caches, of TEXT, and whether R has values for them.  */
static int
read_caches (struct wpp_fields *f, const char *text, struct wpp_place *place)
{
  int err;
  struct wpp_caches *c = wpp_caches_new (text, &err, place);
  if (!c)
    return err;
  f->line = wpp_caches_line (c);
  f->n_levels = wpp_recording_has (f->recording) & WPP_HAS_VALUES ? wpp_caches_levels (c) : 0;
  wpp_caches_free (c);
  return WPP_OK;
}

int64_t
wpp_answer_fields (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
                   struct wpp_place *place)
{
  struct wpp_fields f = { .recording = r };
  const char *caches = asked->caches ? asked->caches : WPP_USUAL_CACHES;
  struct wpp_record **records = NULL;
  size_t n = 0;
  int err = read_caches (&f, caches, place);
  if (!err && (f.code = wpp_recording_code (r, &err, place)))
    err = wpp_at_find_in (&f.found, r, &(struct wpp_at){ 0 }, place);
  if (!err)
    err = wpp_fields_find (&f);
  if (!err)
    err = wpp_fields_count (&f);
  if (!err)
    err = (records = calloc (f.n + 1, sizeof *records)) ? choose (&f, records, &n) : WPP_E_NOMEM;
  if (!err && f.n_levels)
    err = simulate (&f, records, n, caches, place);
  const struct wpp_fields_head head = { f.line, f.n_levels ? caches : NULL };
  if (!err)
    err = wpp_sink_begin (sink, &wpp_fields_schema, &head);
  for (size_t i = 0; i < n && i < asked->top && !err; i++)
    err = send (&f, records[i], sink);
  if (!err)
    err = wpp_sink_end (sink);
  free (records);
  release (&f);
  return err ? err : (int64_t)n;
}
