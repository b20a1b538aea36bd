/* The index of a recording with values is made.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/wet.h"
#include "values/indexed/wet-index.h"

#define OF wpp_wet_row
#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)
static const struct wpp_row_column columns[]
  = { COLUMN (file, TEXT), COLUMN (statements, COUNT), COLUMN (checkpoints, COUNT),
      COLUMN (bytes, COUNT, .unit = "bytes"), COLUMN (recording, COUNT, .unit = "bytes") };
static const struct wpp_schema row_schema = WPP_SCHEMA ("index", struct OF, columns);
#undef OF
const struct wpp_schema wpp_wet_schema = { .name = "wet", .rows = "indices", .of = &row_schema };

int64_t
wpp_answer_wet (struct wpp_recording *r, struct wpp_row_sink *sink, struct wpp_place *place)
{
  struct wpp_wet_made made;
  int err;
  struct wpp_profile *p = wpp_recording_profile (r);
  struct wpp_code *code = wpp_recording_code (r, &err, place);
  struct wpp_bindings *b = code ? wpp_bindings_new (code, &err, place) : NULL;
  if (!b)
    return err;
  err = wpp_wet_index_make (b, p, &made);
  wpp_bindings_free (b);
  if (err == WPP_E_RANGE)
    return wpp_complain (place, "", 0, WPP_E_TOLD, "an index is kept beside a file of one's own, and this is none");
  const struct wpp_wet_row row
    = { wpp_recording_file (r), made.statements, made.checkpoints, made.bytes, p->file_size };
  if (!err)
    err = wpp_sink_begin (sink, &wpp_wet_schema, NULL);
  if (!err)
    err = wpp_sink_row (sink, &row);
  if (!err)
    err = wpp_sink_end (sink);
  return err ? err : 1;
}
