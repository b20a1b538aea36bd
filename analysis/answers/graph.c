/* The graph of a recording is built: `wpp wet -o OUT'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <string.h>
#include "answers/graph.h"
#include "answers/graph-check.h"

#define KIND(MEMBER, TYPE, ...) WPP_COLUMN (struct wpp_wet_kind_row, MEMBER, TYPE, __VA_ARGS__)
static const struct wpp_row_column kind_columns[] = { KIND (kind, TEXT), KIND (bytes, COUNT, .unit = "bytes") };
static const struct wpp_schema kind_schema = WPP_SCHEMA ("kind", struct wpp_wet_kind_row, kind_columns);

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct wpp_wet_graph_row, MEMBER, TYPE, __VA_ARGS__)
static const struct wpp_row_column columns[]
  = { COLUMN (file, TEXT), COLUMN (recording, TEXT), COLUMN (statements, COUNT), COLUMN (executions, COUNT),
      COLUMN (irregular, COUNT), COLUMN (values, COUNT), COLUMN (inputs, COUNT), COLUMN (labels, COUNT),
      COLUMN (unknown, COUNT), COLUMN (outside, COUNT), COLUMN (blocks, COUNT),
      COLUMN (bytes, COUNT, .unit = "bytes"),
      COLUMN (per_statement, REAL, .unit = "bytes"), COLUMN (kinds, LIST, .of = &kind_schema),
      COLUMN (checked, TRUTH),
      COLUMN (times, NUMBER), COLUMN (different, NUMBER) };
static const struct wpp_schema row_schema = WPP_SCHEMA ("graph", struct wpp_wet_graph_row, columns);
const struct wpp_schema wpp_wet_graph_schema = { .name = "graph", .rows = "graphs", .of = &row_schema };

static int
get_kind (void *data, size_t i, void *row)
{
  static const char *const names[WPP_N_WET_KINDS] = { "times", "values", "labels" };
  *(struct wpp_wet_kind_row *)row = (struct wpp_wet_kind_row){ names[i], ((const uint64_t *)data)[i] };
  return 0;
}

/* Send to SINK what the graph FILE of RECORDING has.  */
static int
send (const char *file, const char *recording, struct wpp_wet_built *g, const struct wpp_graph_checked *checked,
      struct wpp_row_sink *sink)
{
  const struct wpp_wet_totals *t = &g->totals;
  const struct wpp_wet_graph_row row
    = { .file = file, .recording = recording, .statements = t->statements, .executions = t->executions,
        .irregular = t->irregular, .values = t->values, .inputs = t->inputs, .labels = t->labels,
        .unknown = t->unknown, .outside = g->outside, .blocks = t->blocks, .bytes = g->bytes,
        .per_statement = t->statements ? (double)g->bytes / t->statements : 0,
        .kinds = { WPP_N_WET_KINDS, g->of_kind, get_kind },
        .checked = checked != NULL, .times = checked ? checked->times : 0,
        .different = checked ? checked->different : 0 };
  int err = wpp_sink_begin (sink, &wpp_wet_graph_schema, NULL);
  if (!err)
    err = wpp_sink_row (sink, &row);
  return err ? err : wpp_sink_end (sink);
}

int64_t
wpp_answer_graph (struct wpp_recording *r, const struct wpp_graph_asked *asked, struct wpp_row_sink *sink,
                  struct wpp_place *place)
{
  struct wpp_wet_built built = { .bytes = 0 };
  enum wpp_wet_predictor predictor = WPP_WET_BEST;
  int err = WPP_OK;
  if (asked->predictor && !wpp_wet_predictor_named (asked->predictor, &predictor))
    return wpp_complain (place, "", 0, WPP_E_ASKED, "--predictor: `%.40s' is none of best, paper, none, fcm-1, fcm-2, "
                         "fcm-3, dfcm-1, dfcm-2, dfcm-3, last-1, last-4, last-16, stride-1, stride-4, stride-16",
                         asked->predictor);
  struct wpp_profile *p = wpp_recording_profile (r);
  struct wpp_code *code = wpp_recording_code (r, &err, place);
  struct wpp_bindings *b = code ? wpp_bindings_new (code, &err, place) : NULL;
  if (!b)
    return err;
  err = wpp_wet_build (b, p, asked->fd, predictor, &built);
  struct wpp_graph_checked checked;
  if (!err && asked->check)
    err = wpp_graph_check (asked->fd, b, p, &checked);
  wpp_bindings_free (b);
  if (!err && asked->check && checked.different)
    wpp_recording_tell (r, NULL, "the graph is otherwise than replay at %" PRIu64 " of %" PRIu64 " times; the first "
                        "one is time %" PRIu64 " of thread %" PRIu32, checked.different, checked.times, checked.time,
                        checked.thread);
  if (err == WPP_E_RANGE)
    return wpp_complain (place, "", 0, WPP_E_TOLD, "a graph is made of a recording that is in a file");
  if (err == WPP_E_TOOBIG)
    return wpp_complain (place, "", 0, WPP_E_TOLD, "too much for a graph, which has at most 2^32 executions of a path, "
                         "and writers of 256 MiB that a thread has written");
  if (!err)
    err = send (asked->out, wpp_recording_file (r), &built, asked->check ? &checked : NULL, sink);
  return err ? err : 1;
}
