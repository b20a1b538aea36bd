/* What joined.c has for pools.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_RECORDING_OPENED_JOINED_IMPL_H
#define WPP_ANALYSIS_RECORDING_OPENED_JOINED_IMPL_H

#include "recording/opened/joined.h"

/* For qsort, programs of merged profiles by path and build-id.  */
int wpp_compare_programs (const void *a, const void *b);
/* Wait for FILE, which WHAT is done with (null: the listener knows), and scan it: F, which is all 0, gets it.  */
int wpp_joined_scan (const struct wpp_joined *j, const char *what, const char *file, struct wpp_joined_file *f,
                     struct wpp_place *place);
/* Make one of PROGRAMS [N] that are the same; return how many are left.  */
size_t wpp_add_up_programs (struct wpp_merged_program *programs, size_t n);
/* Set J->all and J->code, as wpp_joined_prepare does, and read no segments.  */
int wpp_joined_describe (struct wpp_joined *j, const char **bad, struct wpp_place *place);
/* Undo it.  */
void wpp_joined_forget (struct wpp_joined *j);
/* A hash of all threads of P, which was scanned; it does not depend on the run.  */
uint64_t wpp_hash_threads (const struct wpp_profile *p);
/* Refuse P if it misses much.  */
int wpp_refuse_lossy (const struct wpp_profile *p, struct wpp_place *place);
/* Complain unless the notes of J have all events of G.  */
int wpp_joined_check_notes (const struct wpp_joined *j, struct wpp_grammar *g, struct wpp_place *place);

#endif /* WPP_ANALYSIS_RECORDING_OPENED_JOINED_IMPL_H */
