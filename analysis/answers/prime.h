/* Prime paths of each function, and how often each was executed: `wpp paths --prime'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What a prime path is, and of which graph: program/paths/prime.h.  Of an activation only what it executes itself
   counts, not what it calls.  The paths are those of gcov --prime-paths, which says of each whether it was executed. */

#ifndef WPP_ANALYSIS_ANSWERS_PRIME_H
#define WPP_ANALYSIS_ANSWERS_PRIME_H

#include "answers/asked.h"

/* Of more prime paths than this those that were not executed are not listed.  It is the limit of GCC's
   -fpath-coverage.  */
#define WPP_MOST_PRIME_PATHS 250000u

struct wpp_prime_row
{
  uint64_t count;               /* saturates */
  struct wpp_row_list blocks;   /* GCC's numbers; a block is there twice where a call divides it */
  struct wpp_row_list lines;    /* of wpp_source_line_row: of each block that has one, the line that gcov gives */
};

struct wpp_prime_function_row
{
  const char *function, *short_name, *assembler_name, *unit;
  uint64_t covered;             /* prime paths executed */
  int64_t total;                /* prime paths; less than 0: more than can be listed */
  struct wpp_row_list paths;    /* those executed most often first; then those that were not executed */
};

extern const struct wpp_schema wpp_prime_schema;

/* Needs activations.  The rows are R's functions with paths, each with ASKED->top of its paths at most.  Errors are
   those of wpp_traced_read and of wpp_prime_count.  */
wpp_answer wpp_answer_prime;

#endif /* WPP_ANALYSIS_ANSWERS_PRIME_H */
