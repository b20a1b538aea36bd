/* How often source lines were executed, as gcov counts: `wpp lines'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_LINES_H
#define WPP_ANALYSIS_ANSWERS_LINES_H

#include "activations/counts/counted.h"
#include "activations/lines/lines.h"
#include "answers/rows.h"
#include "recording/opened/recording.h"

struct wpp_lines_asked
{
  const char *source;           /* only source files whose names end so, at a slash; null: all */
  uint64_t top;                 /* only so many source files */
  bool gcov;                    /* what gcov's text says beyond lines is wanted, too */
};

/* What is the same for all source files; none of it is a column.  */
struct wpp_lines_head
{
  bool gcov;
  const char *program, *profile; /* the name of the recording's file */
  size_t runs;
};

struct wpp_source_function_row
{
  const char *function, *assembler_name;
  uint32_t start_line, end_line, blocks, blocks_executed;
  uint64_t count;
};

struct wpp_line_row
{
  uint32_t line;
  uint64_t count;
  bool unexecuted_block;        /* some block of the line that is not only for exceptions was never executed */
};

struct wpp_lines_row
{
  const char *file, *path, *directory;
  struct wpp_row_list functions; /* of wpp_source_function_row */
  struct wpp_row_list lines;    /* of wpp_line_row; only those with code */
  const struct wpp_source *source; /* all that is known of it; not a column, … */
  const struct wpp_lines_head *head; /* … nor this */
};

extern const struct wpp_schema wpp_lines_schema;

/* Send the source files of R, as they appear, to SINK.  R has counts.  Return how many there are, sent or not; errors
   are those of wpp_recording_code, wpp_counted_functions, wpp_lines_count, and of SINK.  */
int64_t wpp_answer_lines (struct wpp_recording *r, const struct wpp_lines_asked *asked, struct wpp_row_sink *sink,
                          struct wpp_place *place);

/* The functions of R with their counts, [*N]; to be freed by wpp_counted_functions_free.  After an error, one of
   wpp_recording_code or wpp_counted_functions, return null.  */
struct wpp_counted_function *wpp_lines_functions (struct wpp_recording *r, size_t *n, int *err,
                                                  struct wpp_place *place);

/* Is END null, or the end, from a slash on, of a name of SOURCE?  */
bool wpp_source_wanted_p (const struct wpp_source *source, const char *end);

#endif /* WPP_ANALYSIS_ANSWERS_LINES_H */
