/* What tuner.c, screening.c and contest.c share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DECIDE_TRIALS_TUNER_IMPL_H
#define WPP_ANALYSIS_DECIDE_TRIALS_TUNER_IMPL_H

#include "decide/trials/tuner.h"

enum { WPP_TUNED_PLAIN, WPP_TUNED_PROFILE_USE, WPP_TUNED_ALL };

/* The folder of the state that has the merged profiles.  */
#define WPP_TUNING_MERGED "merged"

struct wpp_tuning
{
  struct wpp_tuner *t;
  struct wpp_tuned *tuned;
  struct wpp_place *place;
  char *profile;                /* the folder of those that variants use */
  char *paths;                  /* the one in it of whole paths */
  double budget;                /* seconds that runs may take, by the clock */
};

/* Add a variant, of which OPTIONS, malloc'ed or null, becomes a part.  Return its number, or WPP_E_NOMEM.  */
int wpp_tuning_add (struct wpp_tuning *u, const char *name, char *options);

/* Build those of variants FROM .. TO - 1 of which not all RUNS have been made; without runs, all.  */
int wpp_tuning_build (struct wpp_tuning *u, size_t from, size_t to, unsigned runs);

/* Run NUMBER of VARIANT; *COST is what it cost; not a number if it was not built, or did not do what it should.  */
int wpp_tuning_measure (struct wpp_tuning *u, size_t variant, unsigned number, double *cost);

/* Put VARIANTS [N] into an order drawn by lot.  */
void wpp_tuning_shuffle (struct wpp_tuning *u, size_t *variants, size_t n);

/* ---- screening.c: find what to leave out; set *VARIANT to the one without it.  */

int wpp_tuning_screen_kinds (struct wpp_tuning *u, size_t *variant);
/* The same of functions, from *VARIANT on.  */
int wpp_tuning_screen_functions (struct wpp_tuning *u, size_t *variant);

/* Of the variants that were tried, from WPP_TUNED_ALL on, the one that cost least; WPP_TUNED_ALL if none was run.  */
size_t wpp_tuning_least (const struct wpp_tuned *tuned);

/* ---- contest.c: choose between CANDIDATE, plain and profile-use.  */

int wpp_tuning_contest (struct wpp_tuning *u, size_t candidate);
int wpp_tuning_compare (struct wpp_tuning *u, size_t candidate); /* of callgrind's estimates */

#endif /* WPP_ANALYSIS_DECIDE_TRIALS_TUNER_IMPL_H */
