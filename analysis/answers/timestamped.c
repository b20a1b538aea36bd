/* What a timestamped profile has that was written.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/timestamped.h"
#include "base/saturate.h"

#define CELL(MEMBER, TYPE, ...) WPP_COLUMN (struct wpp_timestamped_row, MEMBER, TYPE, __VA_ARGS__)
static const struct wpp_row_column columns[]
  = { CELL (file, TEXT), CELL (threads, NUMBER), CELL (functions, NUMBER), CELL (activations, COUNT),
      CELL (traces, NUMBER), CELL (file_size, NUMBER, .unit = "bytes") };
const struct wpp_schema wpp_timestamped_schema
  = WPP_SCHEMA ("timestamped profile", struct wpp_timestamped_row, columns);

int
wpp_answer_timestamped (const struct wpp_traces *traces, const char *file, uint64_t size, struct wpp_row_sink *sink)
{
  struct wpp_timestamped_row row
    = { .file = file, .threads = traces->n_threads, .functions = traces->n_functions, .file_size = size };
  for (uint32_t i = 0; i < traces->n_functions; i++)
    {
      row.traces += traces->functions[i].n_traces;
      row.activations = wpp_saturating_add (row.activations, traces->functions[i].n_activations);
    }
  int err = wpp_sink_begin (sink, &wpp_timestamped_schema, &row);
  return err ? err : wpp_sink_end (sink);
}
