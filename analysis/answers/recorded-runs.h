/* The runs that a recording is of, one for each of its files.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Files are added up when a recording is opened; so what is particular to each is noted before
   (recording/opened/recording.h, struct wpp_listener).  */

#ifndef WPP_ANALYSIS_ANSWERS_RECORDED_RUNS_H
#define WPP_ANALYSIS_ANSWERS_RECORDED_RUNS_H

#include <stddef.h>
#include "answers/kept-texts.h"
#include "answers/rows.h"

struct wpp_profile;

struct wpp_recorded_run_row
{
  const char *file, *program;
  const char *ended;            /* `exit', `signal', `exec', `unknown'; `merged': of several runs */
  int64_t status;               /* or the signal's number; negative: neither */
  double began, duration;       /* seconds, the first since 1970; not a number: unknown */
  uint64_t events;              /* saturates */
  uint64_t threads;
  uint64_t runs;                /* 1, unless it is merged */
  bool counts;                  /* of paths, without their order */
};

struct wpp_recorded_runs                 /* all 0: none yet */
{
  size_t n;
  struct wpp_recorded_run_row *rows;     /* [n] */
  struct wpp_kept_texts texts;
};

/* Note P.  Return 0 or WPP_E_NOMEM.  */
int wpp_recorded_runs_add (struct wpp_recorded_runs *runs, const struct wpp_profile *p);
void wpp_recorded_runs_release (struct wpp_recorded_runs *runs);

#endif /* WPP_ANALYSIS_ANSWERS_RECORDED_RUNS_H */
