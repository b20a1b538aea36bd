/* What the sources of pools share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_RECORDING_OPENED_MEMBERS_IMPL_H
#define WPP_ANALYSIS_RECORDING_OPENED_MEMBERS_IMPL_H

#include "recording/opened/members.h"

/* A unit of the pool.  */
struct wpp_members_unit
{
  const struct wpp_unit_ref *ref;
  uint32_t k;                   /* it is the Kth with its id, of modules that are alike */
};

/* What those who read events look at.  */
struct wpp_members_reading
{
  const struct wpp_members *p;
  struct wpp_members_unit *units;     /* [n_units] by base */
  size_t n_units;
};

/* members-part.c: empty, or null.  */
struct wpp_members_part *wpp_members_part_new (void);
void wpp_members_part_free (struct wpp_members_part *part);
/* Free what PART has, and let it be all 0.  */
void wpp_members_part_release (struct wpp_members_part *part);
/* Read the events of member I of joined.files, of which N_THREADS threads are wanted, into PART.  Return 0 or an error
   with PLACE.  After an error PART can only be freed.  */
int wpp_members_read_one (const struct wpp_members_reading *r, size_t i, size_t n_threads,
                          struct wpp_members_part *part, struct wpp_place *place);
/* Let TO have the events of FROM as well.  Return as wpp_shared_unite does.  */
int wpp_members_unite (struct wpp_members_part *to, struct wpp_members_part *from);

/* members-crew.c: read the events of all members that have runs into P->read.  After an error *BAD is the number of the
   member that caused it, the first of those that cannot be read, or joined.n, and errno that of WPP_E_IO.  */
int wpp_members_read_all (struct wpp_members *p, size_t *bad, struct wpp_place *place);

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
