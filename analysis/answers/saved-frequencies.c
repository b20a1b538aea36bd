/* Frequencies of dumps that were saved.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include "answers/document.h"
#include "answers/frequencies.h"
#include "answers/saved-frequencies.h"

/* The row at hand: lists within it refer to it.  */
struct saved
{
  struct wpp_document document;
  struct wpp_element function, block;
  const char *count;            /* of BLOCK */
};

static struct wpp_row_list
list_of (struct saved *s, const struct wpp_element *e, const char *cell,
         int (*get) (void *data, size_t i, void *row))
{
  struct json_object *array = wpp_element_array (e, cell);
  return (struct wpp_row_list){ array ? json_object_array_length (array) : 0, s, get };
}

/* FREQUENCY / COUNT, of element E.  */
static double
share_of (const struct wpp_element *e, const char *frequency, const char *count)
{
  double part = strtod (frequency + (*frequency == '>' ? 2 : 0), NULL);
  double whole = strtod (count + (*count == '>' ? 2 : 0), NULL);
  if (part > whole)
    wpp_element_wrong (e, "frequency", "more than the count");
  return whole > 0 && isfinite (whole) ? part / whole : 0;
}

static int
get_line (void *data, size_t i, void *row)
{
  struct saved *s = data;
  struct json_object *lines = wpp_element_array (&s->block, "lines");
  struct json_object *line = lines ? json_object_array_get_idx (lines, i) : NULL;
  int64_t n = json_object_is_type (line, json_type_int) ? json_object_get_int64 (line) : -1;
  if (n < 0 || n > UINT32_MAX)
    wpp_element_wrong (&s->block, "lines", "not an array of integers");
  *(uint32_t *)row = n;
  return s->document.err;
}

static int
get_held (void *data, size_t i, void *row)
{
  struct saved *s = data;
  struct wpp_element e = wpp_element_of (&s->block, "facts", i);
  struct wpp_frequency_held_row *held = row;
  *held = (struct wpp_frequency_held_row){ .fact = { .fact = wpp_element_text (&e, "fact"),
                                                     .line = wpp_element_number (&e, "line", UINT32_MAX) },
                                           .frequency = wpp_element_digits (&e, "frequency") };
  held->share = share_of (&e, held->frequency, s->count);
  return s->document.err;
}

static int
get_site (void *data, size_t i, void *row)
{
  struct saved *s = data;
  struct wpp_element e = wpp_element_of (&s->block, "sites", i);
  struct wpp_frequency_site_row *site = row;
  *site = (struct wpp_frequency_site_row){ .site = wpp_element_text (&e, "site"),
                                           .line = wpp_element_number (&e, "line", UINT32_MAX),
                                           .count = wpp_element_digits (&e, "count"),
                                           .frequency = wpp_element_digits (&e, "frequency") };
  site->share = share_of (&e, site->frequency, site->count);
  return s->document.err;
}

static int
get_block (void *data, size_t i, void *row)
{
  struct saved *s = data;
  struct wpp_frequency_block_row *block = row;
  s->block = wpp_element_of (&s->function, "blocks", i);
  *block = (struct wpp_frequency_block_row){ .block = wpp_element_number (&s->block, "block", UINT32_MAX),
                                             .lines = list_of (s, &s->block, "lines", get_line),
                                             .count = wpp_element_digits (&s->block, "count"),
                                             .cost = wpp_element_real (&s->block, "cost"),
                                             .facts = list_of (s, &s->block, "facts", get_held) };
  if (wpp_element_has_p (&s->block, "sites"))
    block->sites = list_of (s, &s->block, "sites", get_site);
  s->count = block->count;
  return s->document.err;
}

static void
read_summary (const struct wpp_element *function, struct wpp_frequency_summary_row *row)
{
  struct wpp_element s = wpp_element_object (function, "summary");
  struct wpp_element w = wpp_element_object (&s, "without_profile");
  struct wpp_element u = wpp_element_object (&w, "of_unknown");
  struct wpp_frequency_static_row *of = &row->without_profile;
  const struct { uint64_t *to; const struct wpp_element *from; const char *cell; } numbers[]
    = { { &row->facts, &s, "facts" }, { &row->always, &s, "always" }, { &row->never, &s, "never" },
        { &row->sometimes, &s, "sometimes" }, { &of->certain, &w, "certain" }, { &of->impossible, &w, "impossible" },
        { &of->unknown, &w, "unknown" }, { &of->of_unknown.always, &u, "always" },
        { &of->of_unknown.never, &u, "never" } };
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    *numbers[i].to = wpp_element_number (numbers[i].from, numbers[i].cell, UINT64_MAX);
  /* Older versions of `wpp freq' did not say this one.  */
  of->of_unknown.sometimes = of->unknown - of->of_unknown.always - of->of_unknown.never;
}

static int
send_function (struct saved *s, const struct wpp_element *top, size_t i, struct wpp_row_sink *sink)
{
  s->function = wpp_element_of (top, "functions", i);
  struct wpp_frequency_function_row row = { .name = wpp_element_text (&s->function, "name"),
                                            .blocks = list_of (s, &s->function, "blocks", get_block) };
  read_summary (&s->function, &row.summary);
  return s->document.err ? s->document.err : wpp_sink_row (sink, &row);
}

static int
send_document (struct json_object *o, struct wpp_row_sink *sink, struct wpp_place *place)
{
  struct saved s = { .document = { 0, place } };
  struct wpp_element top = { .document = &s.document, .object = o };
  struct wpp_frequencies_head head = { .file = wpp_element_text (&top, "file") };
  if (wpp_element_has_p (&top, "path"))
    head.path = wpp_element_text (&top, "path");
  head.problem = wpp_element_text (&top, "problem");
  struct json_object *functions = wpp_element_array (&top, "functions");
  int err = s.document.err ? s.document.err : wpp_sink_begin (sink, &wpp_frequencies_schema, &head);
  for (size_t i = 0; !err && i < json_object_array_length (functions); i++)
    err = send_function (&s, &top, i, sink);
  return err ? err : wpp_sink_end (sink);
}

int
wpp_answer_saved_frequencies (const char *file, struct wpp_row_sink *sink, struct wpp_place *place)
{
  static const struct wpp_document_kind kind = { "frequency dump", "freq" };
  int err;
  struct json_object *o = wpp_document_read (&kind, file, &err, place);
  if (o)
    err = send_document (o, sink, place);
  json_object_put (o);
  return err;
}
