/* Functions of a build that no run knows: `wpp info --stale'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A compilation takes of a profile what has the same assembler name and the same graph.  So after a change to the
   program functions have no profile, though runs executed what they were.  */

#ifndef WPP_ANALYSIS_ANSWERS_STALE_H
#define WPP_ANALYSIS_ANSWERS_STALE_H

#include "answers/rows.h"
#include "recording/opened/recording.h"

struct wpp_stale_head
{
  const char *build;            /* the executable or library */
  uint64_t instrumented;        /* functions of it */
  uint64_t executed;            /* by some run */
  uint64_t idle;                /* the same graph, and no run executed it */
  uint64_t changed, unknown;     /* only other graphs of that name are known; no such name is */
};

struct wpp_stale_row
{
  const char *function, *file;
  uint32_t line;
  const char *why;              /* `changed', `new' */
};

extern const struct wpp_schema wpp_stale_schema;

/* Send the functions of the file BUILD that R, which has counts, does not know.  Return how many, or an error: of R if
   *BAD is null, else of the file *BAD, with PLACE.  */
int64_t wpp_answer_stale (struct wpp_recording *r, const char *build, struct wpp_row_sink *sink, const char **bad,
                          struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_STALE_H */
