/* Threads of timestamped profiles: traces and calls in the place of grammars.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "format/profile-file.h"
#include "profile/profile-impl.h"
#include "profile/read.h"
#include "support/saturate.h"
#include "traces/regrow.h"

int
wpp_profile_measure_traces (struct wpp_profile *p, struct wpp_place *place)
{
  uint64_t *sums = calloc (p->n_threads + 1, sizeof *sums);
  int err = sums ? wpp_traces_measure (p->traces, false, sums) : WPP_E_NOMEM;
  for (size_t t = 0; t < p->n_threads && !err; t++)
    err = wpp_profile_check_events (&p->threads[t], sums[t], place);
  if (!err)
    err = wpp_traces_measure (p->traces, true, sums);
  for (size_t t = 0; t < p->n_threads && !err; t++)
    p->traces_runs = wpp_saturating_add (p->traces_runs, sums[t]);
  free (sums);
  return err;
}

bool
wpp_profile_made_too_big_p (const struct wpp_profile *p, uint64_t bytes)
{
  return bytes > WPP_MADE_FREE + WPP_MADE_A_BYTE * p->file_size;
}

uint64_t
wpp_profile_most_runs (const struct wpp_profile *p)
{
  return WPP_RUNS_FREE + WPP_RUNS_A_BYTE * p->file_size;
}

struct wpp_grammar *
wpp_profile_made_grammar (const struct wpp_profile *p, const struct wpp_thread *t, int *err)
{
  const struct wpp_calls *calls = &p->traces->threads[t - p->threads];
  *err = WPP_E_TOOBIG;
  if (p->traces_runs > wpp_profile_most_runs (p))
    return NULL;
  return wpp_traces_grammar (p->traces, calls, WPP_MADE_FREE + WPP_MADE_A_BYTE * p->file_size, err);
}
