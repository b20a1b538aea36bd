/* The runs that a recording is of.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <math.h>
#include <stdlib.h>
#include "answers/recorded-runs.h"
#include "base/array.h"
#include "base/saturate.h"
#include "recording/profile/profile.h"

static const char *
ending (const struct wpp_profile *p)
{
  switch (p->ending)
    {
    case WPP_END_EXIT:
      return "exit";
    case WPP_END_SIGNAL:
      return "signal";
    case WPP_END_EXEC:
      return "exec";
    default:
      return "unknown";
    }
}

int
wpp_recorded_runs_add (struct wpp_recorded_runs *runs, const struct wpp_profile *p)
{
  bool status = p->ending == WPP_END_EXIT || p->ending == WPP_END_SIGNAL;
  struct wpp_recorded_run_row row = { .file = wpp_keep_text (&runs->texts, p->file),
                             .program = wpp_keep_text (&runs->texts, p->program),
                             .ended = p->merged.n_programs ? "merged" : ending (p),
                             .status = status ? p->status : -1,
                             .began = p->run.known ? (double)p->run.began / 1e9 : NAN,
                             .duration = p->run.known && p->run.duration ? (double)p->run.duration / 1e9 : NAN,
                             .threads = p->n_threads,
                             .runs = p->merged.n_programs ? 0 : 1,
                             .counts = p->counts };
  for (size_t i = 0; i < p->n_threads; i++)
    row.events = wpp_saturating_add (row.events, p->threads[i].n_events);
  for (size_t i = 0; i < p->merged.n_programs; i++)
    row.runs = wpp_saturating_add (row.runs, p->merged.programs[i].runs);
  if (WPP_EXTEND (runs->rows, runs->n) || (p->file && !row.file) || (p->program && !row.program))
    return WPP_E_NOMEM;
  runs->rows[runs->n++] = row;
  return 0;
}

void
wpp_recorded_runs_release (struct wpp_recorded_runs *runs)
{
  free (runs->rows);
  wpp_kept_texts_release (&runs->texts);
  *runs = (struct wpp_recorded_runs){ 0 };
}
