/* With which divisors, sizes and operands of switches a program ran.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "activations/counts/event-counts.h"
#include "activations/counts/value-counts.h"
#include "answers/value-places.h"
#include "base/array.h"
#include "base/saturate.h"
#include "decide/places/replayed.h"
#include "recording/profile/runs.h"

/* Values that are shown; merged profiles may have more of a place than a thread.  */
#define SHOWN 10u

static const struct wpp_row_column value_columns[]
  = { WPP_COLUMN (struct wpp_frequent_value_row, value, TEXT),
      WPP_COLUMN (struct wpp_frequent_value_row, count, COUNT, .unit = "executions") };
static const struct wpp_schema value_schema = WPP_SCHEMA ("value", struct wpp_frequent_value_row, value_columns);

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct wpp_value_place_row, MEMBER, TYPE, __VA_ARGS__)
#define EXECUTIONS(MEMBER) COLUMN (MEMBER, SIGNED, .optional = true, .unit = "executions")
static const struct wpp_row_column columns[]
  = { COLUMN (function, TEXT), COLUMN (file, TEXT), COLUMN (line, SIGNED), COLUMN (kind, TEXT),
      COLUMN (executions, COUNT, .unit = "executions"), COLUMN (other, COUNT, .unit = "executions"),
      COLUMN (values, LIST, .of = &value_schema), EXECUTIONS (powers_of_two), EXECUTIONS (smaller), EXECUTIONS (once),
      EXECUTIONS (at_most_16), EXECUTIONS (at_most_128), EXECUTIONS (at_most_1024) };
static const struct wpp_schema row_schema = WPP_SCHEMA ("place", struct wpp_value_place_row, columns);
const struct wpp_schema wpp_value_places_schema = { .name = "value_places", .rows = "places", .of = &row_schema };

/* A place that was executed.  */
struct found
{
  const struct finder *finder;
  const struct wpp_code_place *place;
  struct wpp_place_counts counts;
  char text[24];
};

struct finder
{
  const struct wpp_code *code;
  struct found *found;          /* [n] */
  size_t n;
  uint32_t *targets;            /* [functions] their numbers as targets of calls */
};

/* Add all events of R.  */
static int
add_counts (const struct wpp_recording *r, struct wpp_value_counts *v)
{
  size_t n;
  struct wpp_event_count *counts = wpp_recording_counts (r, &n);
  int err = counts ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < n && !err; i++)
    err = wpp_value_counts_add (v, counts[i].event, counts[i].count);
  free (counts);
  return err;
}

/* Add what replay tells of R, a recording with values.  */
static int
add_replayed (const struct wpp_recording *r, struct wpp_value_counts *v, struct wpp_place *place)
{
  struct wpp_run_places places;
  wpp_recording_doing (r, "replaying");
  int err = wpp_replayed_places_named (wpp_recording_file (r), wpp_recording_programs (r), &places, place);
  wpp_recording_done (r);
  if (!err)
    err = wpp_value_counts_add_run (v, &places);
  wpp_run_places_release (&places);
  return err;
}

/* Set *V to what R, whose code is CODE, says of values.  */
static int
count_all (struct wpp_recording *r, const struct wpp_code *code, struct wpp_value_counts **v,
           struct wpp_place *place)
{
  const struct wpp_profile *p = wpp_recording_profile (r);
  *v = wpp_value_counts_new (code);
  int err = *v ? 0 : WPP_E_NOMEM;
  if (!err && p->counts)
    err = add_counts (r, *v);
  else if (!err && wpp_recording_files (r) > 1)
    err = wpp_complain (place, "", 0, WPP_E_TOLD, "values of several recordings are added up by `wpp merge' alone");
  else if (!err && wpp_recording_has (r) & WPP_HAS_VALUES)
    err = add_replayed (r, *v, place);
  for (size_t i = 0; i < p->merged.n_runs && p->places && !err; i++)
    err = wpp_value_counts_add_run (*v, &p->places[i]);
  if (!err)
    wpp_value_counts_finish (*v);
  return err;
}

static int
compare_found (const void *a, const void *b)
{
  const struct found *x = a, *y = b;
  if (x->counts.words[0] != y->counts.words[0])
    return x->counts.words[0] > y->counts.words[0] ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

/* Find the places of CODE that ASKED is about.  */
static int
find (struct finder *f, const struct wpp_question_asked *asked, const struct wpp_code *code,
      const struct wpp_value_counts *v)
{
  for (size_t i = 0; i < code->n_places; i++)
    {
      const struct wpp_code_place *p = &code->places[i];
      struct wpp_place_counts counts = wpp_value_counts_at (v, i);
      if (!counts.words[0]
          || (asked->function && !wpp_function_named_p (code->functions[p->function].function, asked->function)))
        continue;
      if (WPP_EXTEND (f->found, f->n))
        return WPP_E_NOMEM;
      f->found[f->n++] = (struct found){ .finder = f, .place = p, .counts = counts };
    }
  if (f->n)
    qsort (f->found, f->n, sizeof *f->found, compare_found);
  return 0;
}

/* Number the functions of F's code as targets.  */
static int
number_targets (struct finder *f)
{
  if (!(f->targets = malloc ((f->code->n_functions + 1) * sizeof *f->targets)))
    return WPP_E_NOMEM;
  for (size_t i = 0; i < f->code->n_functions; i++)
    {
      const struct wpp_code_function *c = &f->code->functions[i];
      f->targets[i] = wpp_target_number (c->function->name, c->function->flags & WPP_FN_LOCAL, c->unit->source);
    }
  return WPP_OK;
}

/* The name of the function that NUMBER says, or null.  */
static const char *
target_named (const struct finder *f, uint64_t number)
{
  for (size_t i = 0; i < f->code->n_functions; i++)
    if (f->targets[i] == number)
      return wpp_function_name (f->code->functions[i].function);
  return NULL;
}

static int
get_value (void *data, size_t i, void *row)
{
  struct found *f = data;
  const struct wpp_noted_place *p = f->place->place;
  uint64_t value = f->counts.values[i].value;
  unsigned unused = 64 - p->bits;
  const char *target = p->kind == WPP_PLACE_TARGET ? target_named (f->finder, value) : NULL;
  if (p->is_signed)
    snprintf (f->text, sizeof f->text, "%" PRId64, (int64_t) (value << unused) >> unused);
  else
    snprintf (f->text, sizeof f->text, "%" PRIu64, value);
  *(struct wpp_frequent_value_row *) row = (struct wpp_frequent_value_row){ target ? target : f->text,
                                                                         f->counts.values[i].count };
  return 0;
}

static int
send (const struct wpp_code *code, struct found *f, struct wpp_row_sink *sink)
{
  static const char *const kinds[] = { "", "divisor", "modulus", "size", "case", "target" };
  const struct wpp_noted_place *p = f->place->place;
  size_t shown = f->counts.n < SHOWN ? f->counts.n : SHOWN;
  const uint64_t *words = f->counts.words;
  uint64_t listed = 0;
  bool modulus = p->kind == WPP_PLACE_MODULUS, size = p->kind == WPP_PLACE_SIZE;
  for (size_t i = 0; i < shown; i++)
    listed = wpp_saturating_add (listed, f->counts.values[i].count);
  struct wpp_value_place_row row = { .function = wpp_function_name (code->functions[f->place->function].function),
                                     .file = f->place->unit->names[p->file].file,
                                     .line = p->line ? (int64_t) p->line : -1,
                                     .kind = kinds[p->kind],
                                     .executions = words[0],
                                     .other = words[0] > listed ? words[0] - listed : 0,
                                     .values = { shown, f, get_value },
                                     .powers_of_two = modulus ? (int64_t) words[1] : -1,
                                     .smaller = modulus ? (int64_t) words[2] : -1,
                                     .once = modulus ? (int64_t) words[3] : -1,
                                     .at_most_16 = size ? (int64_t) words[1] : -1,
                                     .at_most_128 = size ? (int64_t) words[2] : -1,
                                     .at_most_1024 = size ? (int64_t) words[3] : -1 };
  return wpp_sink_row (sink, &row);
}

int64_t
wpp_answer_value_places (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
                         struct wpp_place *place)
{
  struct wpp_value_counts *v = NULL;
  int err = 0;
  const struct wpp_code *code = wpp_recording_code (r, &err, place);
  struct finder f = { .code = code };
  if (code && !code->n_places)
    err = wpp_complain (place, "", 0, WPP_E_TOLD,
                        "it has no values of places; build with -fwpp-generate=paths,values, or wet");
  if (!err)
    err = count_all (r, code, &v, place);
  if (!err)
    err = number_targets (&f);
  if (!err)
    err = find (&f, asked, code, v);
  if (!err)
    err = wpp_sink_begin (sink, &wpp_value_places_schema, NULL);
  for (size_t i = 0; i < f.n && i < asked->top && !err; i++)
    err = send (code, &f.found[i], sink);
  if (!err)
    err = wpp_sink_end (sink);
  free (f.found);
  free (f.targets);
  wpp_value_counts_free (v);
  return err ? err : (int64_t) f.n;
}
