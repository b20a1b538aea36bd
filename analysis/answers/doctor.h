/* What works on this machine, and what to do about the rest: `wpp --doctor'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Each check does what users do: it compiles, links, runs and reads a small program in a folder of its own.  A check
   whose forerunner failed says what its own trouble is, so the first line that fails is the one to mend.  */

#ifndef WPP_ANALYSIS_ANSWERS_DOCTOR_H
#define WPP_ANALYSIS_ANSWERS_DOCTOR_H

#include "answers/rows.h"
#include "recording/opened/recording.h"

struct wpp_doctor_head
{
  bool works;                   /* all do */
};

/* What a check has found.  */
struct wpp_check_row
{
  const char *check;
  bool works;
  const char *said;             /* what was found, a line; may be empty */
  const char *remedy;           /* null if it works */
};

extern const struct wpp_schema wpp_doctor_schema;

/* Do all checks, of the program wpp WPP (its name in full; null: nobody knows) and of the compiler beside it, or else
   of the one that PATH has, and send what they find to SINK when all are done.  LISTENER hears of each.  Return how
   many fail; WPP_E_NOMEM; WPP_E_TOLD with PLACE when there is no folder to do them in; or what SINK returns.  */
int64_t wpp_answer_doctor (const char *wpp, const struct wpp_listener *listener, struct wpp_row_sink *sink,
                           struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_DOCTOR_H */
