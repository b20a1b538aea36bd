/* What trials of decisions came to: `wpp tune'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_TUNED_H
#define WPP_ANALYSIS_ANSWERS_TUNED_H

#include "answers/rows.h"
#include "decide/trials/tuner.h"

/* What a kind of optimisation, or leaving a function to GCC, does to the cost.  */
struct wpp_tuned_effect_row
{
  const char *what;             /* `kind', `leave' */
  const char *name;
  double effect, error;         /* shares of the cost; above 0: it costs; not a number: not known */
  bool chosen;
};

struct wpp_tuned_head
{
  const char *file;             /* that was written */
  const char *options;          /* in it */
  const char *chosen, *against; /* variants; AGAINST: the better of the others */
  const char *conclusion;       /* `faster': than plain and profile-use; `slower': nothing is, and the better of both
                                   was chosen; `unknown': the same, but it cannot be told */
  double ratio, low, high;      /* of costs */
  uint64_t pairs;               /* of runs; 0: it is exact */
  double error;                 /* how often LOW, and HIGH, may be wrong */
  bool profile_use;             /* there was a program with -fprofile-use to compare with */
  const char *unit;             /* of costs: `seconds', `cycles' */
  uint64_t builds, runs;
  double seconds;               /* of processors that runs took */
  struct wpp_row_list effects;  /* of wpp_tuned_effect_row */
};

struct wpp_tuned_row
{
  const char *variant, *options;
  const char *result;           /* `same', `other', `failed': what it printed; `not built' */
  uint64_t runs;
  double cost, ratio;           /* the mean; over plain */
};

extern const struct wpp_schema wpp_tuned_schema;

/* Send what TUNED says, of T, to SINK; FILE with the options TEXT was written.  Return how many rows there are, or what
   SINK returns.  */
int64_t wpp_answer_tuned (const struct wpp_tuner *t, const struct wpp_tuned *tuned, const char *file, const char *text,
                          struct wpp_row_sink *sink);

#endif /* WPP_ANALYSIS_ANSWERS_TUNED_H */
