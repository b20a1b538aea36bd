/* What a timestamped profile has that was written: `wpp timestamps'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_TIMESTAMPED_H
#define WPP_ANALYSIS_ANSWERS_TIMESTAMPED_H

#include "answers/rows.h"
#include "recording/traces/traces.h"

struct wpp_timestamped_row
{
  const char *file;
  uint64_t threads, functions;
  uint64_t activations;         /* saturates */
  uint64_t traces;              /* distinct ones */
  uint64_t file_size;
};
extern const struct wpp_schema wpp_timestamped_schema; /* this is all: there are no rows */

/* Send what FILE, of SIZE bytes, has, which TRACES were written to, to SINK.  Return 0, or what SINK returns.  */
int wpp_answer_timestamped (const struct wpp_traces *traces, const char *file, uint64_t size,
                            struct wpp_row_sink *sink);

#endif /* WPP_ANALYSIS_ANSWERS_TIMESTAMPED_H */
