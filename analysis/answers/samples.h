/* What was executed of each function, line by line as seen from where it begins: for profiles of samples, which
   compilers read (`wpp export --to=llvm', `--to=afdo').
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Such profiles name a place by the distance of its line from the function's first.  Lines in other files (macros,
   headers) have no place in them and are left out; so are statements without a line.  */

#ifndef WPP_ANALYSIS_ANSWERS_SAMPLES_H
#define WPP_ANALYSIS_ANSWERS_SAMPLES_H

#include "answers/rows.h"
#include "recording/opened/recording.h"

/* Who was called from a line.  */
struct wpp_sample_target_row
{
  const char *callee;           /* assembler name */
  uint64_t count;
};

struct wpp_sample_line_row
{
  uint32_t offset;              /* from the function's first line */
  uint64_t count;               /* executions of that block of it which was executed most often */
  struct wpp_row_list targets;  /* of wpp_sample_target_row, the most frequent first; empty without activations */
};

struct wpp_samples_row
{
  const char *function, *assembler_name, *file, *path;
  uint32_t start_line;
  uint64_t entries;             /* how often it was entered */
  uint64_t total;               /* sum of the lines' counts; saturates */
  struct wpp_row_list lines;    /* of wpp_sample_line_row, by offset */
};
extern const struct wpp_schema wpp_samples_schema;

/* Send the functions of R that were executed, as they are in the units, to SINK.  R has counts; if it has activations,
   targets are told, too.  Return how many there are; or an error of wpp_lines_functions or wpp_call_contexts_find, with
   PLACE, or what SINK returns.  */
int64_t wpp_answer_samples (struct wpp_recording *r, struct wpp_row_sink *sink, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_SAMPLES_H */
