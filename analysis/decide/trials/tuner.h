/* Decisions verified by trial: which of a program's builds is worth using.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   1. The program is built plainly, to be recorded, to be counted with values, and for GCC's own profile; the training
      run of each is made.
   2. Kinds of optimisation (-fwpp-optimize) are the factors of a design of twelve builds (design.h): kinds that cost
      more than they gain are left out.
   3. Functions that are executed most are the factors of another one: those in which decisions cost more than they gain
      are left to GCC (-fwpp-decide=in:FUNCTION:leave).
   4. What is left is compared with the plain program and with -fprofile-use, run by run in turns, until it is known to
      be faster than both, or slower than one of them, or there is no time (statistics.h).  If it is not known to be
      faster than both, the better of these is chosen.

   With callgrind's estimate each build is run once, and 4. is no more than looking for the least; of all builds that
   were tried.  */

#ifndef WPP_ANALYSIS_DECIDE_TRIALS_TUNER_H
#define WPP_ANALYSIS_DECIDE_TRIALS_TUNER_H

#include "decide/trials/design.h"
#include "decide/trials/trials.h"

/* How often the choice may be wrong: slower than the better of the plain program and -fprofile-use.  */
#define WPP_TUNE_ERROR 0.05

struct wpp_tuned_variant
{
  char *name;                   /* `plain', `profile-use', … */
  char *options;
  bool built;
  enum wpp_trial_result result; /* of the worst of its runs */
  size_t runs;
  double cost;                  /* the mean; not a number without runs */
};

/* What a kind, or leaving a function to GCC, does.  */
struct wpp_tuned_effect
{
  bool function;
  char *name;
  double effect;                /* on the logarithm of the cost: below 0, it gains */
  double error;                 /* of that; 0: not known */
  bool on;                      /* it is on in what was compared in the end */
};

enum wpp_tuned_end
{
  WPP_TUNED_FASTER,             /* what was chosen is faster than both */
  WPP_TUNED_SLOWER,             /* it is known that nothing tried is, and the better of both was chosen */
  WPP_TUNED_UNKNOWN             /* the same, but it is not known */
};

struct wpp_tuned
{
  struct wpp_tuned_variant *variants; /* [n_variants]; first plain, then profile-use */
  struct wpp_tuned_effect *effects;   /* [n_effects] */
  size_t n_variants, n_effects, variants_room, effects_room;
  size_t chosen, against;       /* variants: that chosen, and what it is compared with: the better of the others */
  enum wpp_tuned_end end;
  double ratio, low, high;      /* of costs, chosen to against; the interval is right but for WPP_TUNE_ERROR above, and
                                   as much below */
  size_t pairs;                 /* that it rests on; 0: it is exact */
};

struct wpp_tuner
{
  struct wpp_trials trials;
  const char *wpp;              /* this program, which merges profiles */
  double seconds;               /* that runs may take, by the clock; 0: WPP_TUNE_RUNS times that of the plain program */
  /* Set NAMES [MOST] to assembler names, malloc'ed, of the functions that the profile FILE executed most.  Return how
     many, or an error with PLACE.  */
  int (*hot) (void *data, const char *file, char **names, unsigned most, struct wpp_place *place);
};

#define WPP_TUNE_RUNS 60

/* Set *TEXT to the options of what was chosen, malloc'ed, for builds in the user's folder.  Profiles that they name are
   copied to files and folders whose names begin with OUT.  Return 0 or an error with PLACE.  */
int wpp_tuned_options (const struct wpp_tuner *t, const struct wpp_tuned *tuned, const char *out, char **text,
                       struct wpp_place *place);

/* Tune.  Return 0, or an error with PLACE; TUNED is to be released in each case.  */
int wpp_tune (struct wpp_tuner *t, struct wpp_tuned *tuned, struct wpp_place *place);
void wpp_tuned_release (struct wpp_tuned *tuned);

#endif /* WPP_ANALYSIS_DECIDE_TRIALS_TUNER_H */
