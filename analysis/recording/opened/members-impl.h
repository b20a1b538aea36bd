/* What the sources of pools share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_RECORDING_OPENED_MEMBERS_IMPL_H
#define WPP_ANALYSIS_RECORDING_OPENED_MEMBERS_IMPL_H

#include "recording/opened/members.h"

/* members.c: member number I of joined.files is unfit, for the reason WHY; it is told and goes.  Members after it move.
   Return WPP_E_TOLD if the pool is thin now, else 0.  */
int wpp_members_drop (struct wpp_members *p, size_t i, const char *why);

/* members-fit.c: mark in UNFIT [joined.n], which are null, by static or malloc'ed texts why members do not fit most
   others. Return 0 or WPP_E_NOMEM.  */
int wpp_members_misfits (const struct wpp_members *p, char **unfit);

/* members-runs.c: append the runs of member I, whose profile still has its threads, WEIGHT times.  */
int wpp_members_list_runs (struct wpp_members *p, size_t i, uint64_t weight);
/* Let the runs be those that were met, each once.  Return 0 or WPP_E_NOMEM.  */
int wpp_members_sort_runs (struct wpp_members *p);
/* Let joined.all have the programs and the runs.  */
int wpp_members_name_runs (struct wpp_members *p);

#endif /* WPP_ANALYSIS_RECORDING_OPENED_MEMBERS_IMPL_H */
