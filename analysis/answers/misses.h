/* What caches and a branch predictor make of a run, by source line: `wpp lines --misses'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Replay tells all accesses to memory, and events all outcomes of branches; both are told to models (caches.h,
   decide/models/predictor.h).  Each thread has caches and a predictor of its own.  Variables whose address no recording
   has, as no pointer reaches them, are put one after the other, those of activations on a stack.  */

#ifndef WPP_ANALYSIS_ANSWERS_MISSES_H
#define WPP_ANALYSIS_ANSWERS_MISSES_H

#include "answers/caches.h"
#include "answers/rows.h"
#include "recording/opened/recording.h"

/* Of a level of the caches.  */
struct wpp_level_misses_row
{
  uint32_t level;                /* from 1, the nearest */
  uint64_t loads, stores;        /* that missed it */
};

struct wpp_line_misses
{
  uint64_t loads, stores;
  uint64_t load_misses[WPP_MOST_CACHES], store_misses[WPP_MOST_CACHES];
  uint64_t branches, mispredicted; /* conditional ones */
};

struct wpp_misses_row
{
  const char *file;
  uint32_t line;
  uint64_t loads, stores, branches, mispredicted;
  struct wpp_row_list levels;    /* of wpp_level_misses_row */
  const struct wpp_line_misses *of; /* no column */
};

struct wpp_misses_head
{
  const char *caches, *predictor;
  uint64_t loads, stores, branches, mispredicted;
  struct wpp_row_list levels;
  uint64_t unknown;              /* accesses whose address is not known: they are left out */
  unsigned n_levels;             /* no columns: this … */
  const struct wpp_line_misses *of; /* … and this */
};
extern const struct wpp_schema wpp_misses_schema;

struct wpp_misses_asked
{
  const char *source;            /* only files whose names end so; null: all */
  const char *caches;            /* as wpp_caches_new; null: WPP_USUAL_CACHES */
  const char *predictor;         /* `tage' or `bimodal'; null: the first */
};

/* Send the lines of R, which is read for it, that access memory or branch, to SINK: those with most misses of the last
   level first, then of the levels before, then those with most mispredicted branches.  Return how many there are;
   WPP_E_ASKED with PLACE; or an error of wpp_recording_need, wpp_replayed_run, wpp_windows_add, or of SINK.  */
int64_t wpp_answer_misses (struct wpp_recording *r, const struct wpp_misses_asked *asked, struct wpp_row_sink *sink,
                           struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_MISSES_H */
