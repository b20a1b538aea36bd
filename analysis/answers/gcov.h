/* gcov's JSON, in both versions of its format: `wpp lines --gcov --json'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A document for each unit: the columns are the members of gcov's documents.  */

#ifndef WPP_ANALYSIS_ANSWERS_GCOV_H
#define WPP_ANALYSIS_ANSWERS_GCOV_H

#include "answers/lines.h"

/* The major version of the compiler for which wpp was built.  */
unsigned wpp_gcc_major (void);
/* The version of the format that the gcov of the compiler prints for which wpp was built: 1 or 2.  */
unsigned wpp_gcov_format (void);

struct wpp_gcov_head
{
  const char *format_version, *gcc_version, *current_working_directory, *data_file;
};

struct wpp_gcov_function_row
{
  const char *name, *demangled_name;
  uint32_t start_line, start_column, end_line, end_column, blocks, blocks_executed;
  uint64_t execution_count;
  /* As gcov for code without -fpath-coverage: 0, and none; nothing before GCC 15.  */
  int64_t total_prime_paths, covered_prime_paths;
  struct wpp_row_list prime_path_coverage;
};

struct wpp_gcov_line_row
{
  uint32_t line_number;
  const char *function_name;
  uint64_t count;
  bool unexecuted_block;
  struct wpp_row_list block_ids; /* numbers; nothing in format 1, … */
  struct wpp_row_list branches, calls, conditions; /* … nor the last two; empty, as gcov's without options */
};

struct wpp_gcov_file_row
{
  const char *file;
  struct wpp_row_list functions, lines; /* of the two rows above */
};

extern const struct wpp_schema wpp_gcov_schema;

/* Send a document for each unit with source files that are ASKED for, in version FORMAT, to SINK.  R has counts.
   Return how many source files there are; errors are those of wpp_answer_lines.  */
int64_t wpp_answer_gcov (struct wpp_recording *r, const struct wpp_lines_asked *asked, unsigned format,
                         struct wpp_row_sink *sink, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_GCOV_H */
