/* What most questions are asked with.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_ASKED_H
#define WPP_ANALYSIS_ANSWERS_ASKED_H

#include <stdint.h>
#include "answers/rows.h"
#include "recording/opened/recording.h"

struct wpp_at;                  /* at.h */

struct wpp_question_asked
{
  const char *function;         /* only of functions called so (wpp_function_named_p); null: of all */
  uint64_t top;                 /* only so many rows */
  const char *caches;           /* as wpp_caches_new; null: WPP_USUAL_CACHES */
  const struct wpp_at *at;      /* of this line, if the question is about one … */
  const char *variable;         /* … and of this variable, or what is seen as one; null: of none */
  const char *condition;        /* that held there; null: none */
  uint64_t execution;           /* of the line; 0: the last one, or all of them */
};

/* Send the answer to a question about R to SINK.  Return how many rows there are, shown or not; or an error, with
   PLACE, or what SINK returns.  R has what the question needs.  */
typedef int64_t wpp_answer (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
                            struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_ASKED_H */
