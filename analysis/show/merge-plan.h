/* Merging as a reduction that an existing engine runs: `wpp merge --plan'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_SHOW_MERGE_PLAN_H
#define WPP_ANALYSIS_SHOW_MERGE_PLAN_H

#include <stdbool.h>
#include <stdio.h>

struct wpp_place;

#define WPP_MERGE_ENGINES "make, ninja, parallel, slurm, snakemake, mpi, k8s"

bool wpp_merge_engine_p (const char *name);

struct wpp_merge_plan
{
  const char *engine;           /* one of them */
  const char *out;
  const char *const *files;     /* [n_files] at least one */
  size_t n_files, fan_in;       /* files that one merge reads; at least 2 */
  const char *options;          /* of `wpp merge', each with a blank before it: of all merges */
  const char *inner_options, *last_options; /* of all but the last one; of that */
};

/* Write to F the plan that makes ASKED->out of the files, in the engine's language.  Return 0; WPP_E_NOMEM; WPP_E_RANGE
   if ASKED is none; or WPP_E_TOLD with PLACE when a file's name cannot be in a plan.  F's errors are the caller's.  */
int wpp_put_merge_plan (FILE *f, const struct wpp_merge_plan *asked, struct wpp_place *place);

#endif /* WPP_ANALYSIS_SHOW_MERGE_PLAN_H */
