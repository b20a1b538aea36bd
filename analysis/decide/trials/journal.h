/* What was built and run so far: the journal of `wpp tune'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A text file in the state folder, to which a line is added when something is done.  So whoever is killed goes on where
   the last line ends.  A line without its end is one that was being written; it is taken away.

     journal := "wpp tune 1" TAB question NL (build | run)*
     build   := "build" TAB options TAB folder TAB seconds NL       folder: below that of the state; "-": it failed
     run     := "run" TAB options TAB number TAB result TAB seconds TAB cost NL   result: "same", "other" or "failed"

   The question is a hash, in hexadecimal, of what was asked.  Options are those of the build, in a line.  */

#ifndef WPP_ANALYSIS_DECIDE_TRIALS_JOURNAL_H
#define WPP_ANALYSIS_DECIDE_TRIALS_JOURNAL_H

#include <stddef.h>
#include <stdint.h>
#include "base/error.h"

enum wpp_trial_result
{
  WPP_TRIAL_SAME,               /* it printed what the plain program does */
  WPP_TRIAL_OTHER,              /* it printed something else, or ended with another status */
  WPP_TRIAL_FAILED              /* it did not run to its end */
};

struct wpp_trial_build
{
  char *options;
  char *folder;                 /* null: it failed */
  double seconds;
};

struct wpp_trial_run
{
  char *options;
  unsigned number;
  enum wpp_trial_result result;
  double seconds;               /* of processors */
  double cost;                  /* what is compared: seconds, or callgrind's estimate */
};

struct wpp_journal
{
  int fd;
  struct wpp_trial_build *builds; /* [n_builds] */
  struct wpp_trial_run *runs;     /* [n_runs] */
  size_t n_builds, n_runs, builds_room, runs_room;
};

/* Open FILE, or make it, of QUESTION.  Return 0; WPP_E_IO; WPP_E_NOMEM; WPP_E_RANGE, it is of another question; or
   WPP_E_CORRUPT, it is no journal.  In each case J may be released.  */
int wpp_journal_open (struct wpp_journal *j, const char *file, uint64_t question);
void wpp_journal_release (struct wpp_journal *j);

/* Add a build or a run, whose texts are copied.  Return 0, WPP_E_NOMEM or WPP_E_IO.  */
int wpp_journal_build (struct wpp_journal *j, const struct wpp_trial_build *build);
int wpp_journal_run (struct wpp_journal *j, const struct wpp_trial_run *run);

/* The last build with OPTIONS, or null; the run NUMBER of it.  They move when others are added.  */
const struct wpp_trial_build *wpp_journal_find_build (const struct wpp_journal *j, const char *options);
const struct wpp_trial_run *wpp_journal_find_run (const struct wpp_journal *j, const char *options, unsigned number);

#endif /* WPP_ANALYSIS_DECIDE_TRIALS_JOURNAL_H */
