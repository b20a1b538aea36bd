/* wpp merge --plan: a reduction that an existing engine runs.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_TOOL_PLAN_H
#define WPP_ANALYSIS_TOOL_PLAN_H

#include "tool/tool.h"

#define WPP_PLAN_ENGINES "make, ninja, parallel, slurm, snakemake, mpi, k8s"

bool wpp_plan_engine_p (const char *name);

struct wpp_plan_request
{
  const char *engine;           /* one of them */
  const char *out;
  const struct wpp_files *files;
  size_t fan_in;                /* at least 2 */
  const char *options, *last_options; /* of `wpp merge', each with a blank before it: of all merges; of the last one */
};

/* Print the plan that makes OUT of FILES.  */
void wpp_plan_put (const struct wpp_plan_request *request);

#endif /* WPP_ANALYSIS_TOOL_PLAN_H */
