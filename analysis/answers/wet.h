/* The index of a recording with values is made: `wpp wet'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_WET_H
#define WPP_ANALYSIS_ANSWERS_WET_H

#include "answers/rows.h"
#include "recording/opened/recording.h"

struct wpp_wet_row
{
  const char *file;             /* of the recording */
  uint64_t statements, checkpoints;
  uint64_t bytes, recording;    /* of the index, and of the recording */
};
extern const struct wpp_schema wpp_wet_schema;

/* Make the index of R, which needs values, keep it beside R's file, and send what it has to SINK.  Return 1, or an
   error of wpp_bindings_new or wpp_wet_index_make, with PLACE, or of SINK.  */
int64_t wpp_answer_wet (struct wpp_recording *r, struct wpp_row_sink *sink, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_WET_H */
