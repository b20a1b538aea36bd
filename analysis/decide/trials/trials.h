/* Builds and runs of a program with other options: what `wpp tune' tries, in a folder that keeps it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A variant is a text of options.  It is built in a copy of the user's folder, by the user's command; wpp-gcc takes the
   options from a file that WPP_DECISIONS names, in the place of those for profiles on its command line.  Nothing of
   the user's own folder is changed.

     STATE/wpp-tune.journal     what was done (journal.h)
     STATE/expected             what the plain program prints
     STATE/builds/NAME          a copy, NAME is new for each attempt; its options are in NAME.options, what the compiler
                                said in NAME.log, and scripts that repeat its links in NAME.links (wpp-gcc)

   By the clock a run is of another layout each time: the program is linked again after a file of padding, of a size
   drawn by lot, which moves all code, data and their alignment; and the environment has a variable of such a size,
   which moves the stack beyond what the kernel does.  With estimates, callgrind's, nothing is drawn by lot.  */

#ifndef WPP_ANALYSIS_DECIDE_TRIALS_TRIALS_H
#define WPP_ANALYSIS_DECIDE_TRIALS_TRIALS_H

#include <stdbool.h>
#include "decide/trials/journal.h"

/* Options of variants with GCC's own profiles, which go to STATE/gcda and come from there.  */
#define WPP_TRIALS_PROFILE_GENERATE "-fprofile-generate"
#define WPP_TRIALS_PROFILE_USE "-fprofile-use"

/* The journal, by which folders like this one are known.  */
#define WPP_TRIALS_JOURNAL "wpp-tune.journal"

struct wpp_trials
{
  const char *build, *run;      /* commands */
  const char *from, *state;     /* folders: the user's, and what is kept; absolute */
  bool cycles;                  /* runs are under callgrind */
  unsigned jobs;                /* builds at a time */
  /* Hears what is being done, of how many things it is which, and how many seconds are left, about; or null.  */
  void (*tell) (void *data, const char *doing, unsigned which, unsigned of, double left);
  void *data;
  /* For the time that is left: builds and runs there will be, about, and the seconds that runs may take, or 0.  */
  unsigned planned_builds, planned_runs;
  double budget;
  struct wpp_journal journal;
  uint64_t lots;                /* the state of a generator of random numbers */
};

/* T's commands, folders and so on are set: open its state folder.  Return 0, WPP_E_NOMEM, or WPP_E_TOLD with PLACE.  */
int wpp_trials_open (struct wpp_trials *t, struct wpp_place *place);
void wpp_trials_release (struct wpp_trials *t);

/* A random number below N.  */
unsigned wpp_trials_lot (struct wpp_trials *t, unsigned n);

/* Build variants with OPTIONS [N] that have not been; some of them may fail.  Return 0 or an error with PLACE.  */
int wpp_trials_build (struct wpp_trials *t, const char *const *options, size_t n, struct wpp_place *place);

/* The folder of the build with OPTIONS, malloc'ed; null if it failed, or when out of memory.  */
char *wpp_trials_folder (const struct wpp_trials *t, const char *options);

/* Run NUMBER of the variant with OPTIONS, which was built, if it has not been; *RUN is what came of it, until another
   run.  The first run of all is that of the plain program, with no options: what it prints is expected of others.
   Return 0 or an error with PLACE.  */
int wpp_trials_run (struct wpp_trials *t, const char *options, unsigned number, const struct wpp_trial_run **run,
                    struct wpp_place *place);

/* The same, but never under callgrind, and with the variable NAME, if that is not null.  */
int wpp_trials_train (struct wpp_trials *t, const char *options, unsigned number, const char *name, const char *value,
                      const struct wpp_trial_run **run, struct wpp_place *place);

/* Remove the copy of the variant with OPTIONS; it is built again when it is needed.  */
void wpp_trials_forget (struct wpp_trials *t, const char *options);

/* The file NAME of the state folder, malloc'ed; null when out of memory.  */
char *wpp_trials_file (const struct wpp_trials *t, const char *name);

/* An option of GCC, then FOLDER or file in quotes as option files have them, then more options; malloc'ed.  */
char *wpp_trials_option (const char *option, const char *folder, const char *more);
/* What -fprofile-use with the profiles in FOLDER is in full.  */
char *wpp_trials_profile_use (const char *folder);

/* Seconds of processors that all runs took.  */
double wpp_trials_spent (const struct wpp_trials *t);

#endif /* WPP_ANALYSIS_DECIDE_TRIALS_TRIALS_H */
