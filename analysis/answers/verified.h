/* Whether replay finds what the program computed: `wpp values --verify'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Every branch that was taken is compared with what its condition gives in replay; and, if the run was recorded with
   values=all, every result with what the program recorded; with values=check, sums of what it stored.  */

#ifndef WPP_ANALYSIS_ANSWERS_VERIFIED_H
#define WPP_ANALYSIS_ANSWERS_VERIFIED_H

#include "answers/rows.h"
#include "recording/opened/recording.h"

struct wpp_verified_head
{
  uint64_t events, statements;
  uint64_t values;              /* recorded */
  uint64_t unused;              /* that replay did not ask for */
  uint64_t compared;            /* results, with recorded ones */
  uint64_t unknown;             /* of these: replay did not know them */
  uint64_t wrong;               /* of these: otherwise, or not recorded */
  uint64_t branches;            /* that were taken otherwise */
  uint64_t sums;                /* of what was stored (values=check), compared with recorded ones */
  uint64_t unknown_sums, wrong_sums; /* of these: not known; otherwise */
  uint64_t wrong_thread, wrong_event; /* the first of them: before which event of which thread */
};

/* A statement that was found otherwise.  */
struct wpp_verified_row
{
  const char *function, *file;
  uint32_t line;
  const char *statement;
  const char *cause;            /* `branch', `result', `not recorded'; `not known' by replay: that is not wrong */
  uint64_t count;
  const char *computed, *recorded; /* the first time; null: nothing */
};
extern const struct wpp_schema wpp_verified_schema;

/* Send what is otherwise in R, which needs values, to SINK, that of greatest counts first.  Return how many rows there
   are, or an error of wpp_replayed_begin, wpp_replayed_run, or of SINK.  *SOUND: nothing is, and all values were
   used.  */
int64_t wpp_answer_verified (struct wpp_recording *r, struct wpp_row_sink *sink, bool *sound, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_VERIFIED_H */
