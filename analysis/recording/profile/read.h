/* Reading profiles (profile.h), with or without their grammars.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_RECORDING_PROFILE_READ_H
#define WPP_ANALYSIS_RECORDING_PROFILE_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "recording/profile/profile.h"

/* Read and check all of a copy of FILE: a profile, a raw file (rawfile.h) or a file of path counts (countsfile.h).  Raw
   events become grammars (SEQUITUR(1) with exponents).  After an error, return null, set *ERR and fill in PLACE.  */
struct wpp_profile *wpp_profile_read (const char *file, int *err, struct wpp_place *place);

/* What threads of a timestamped profile have for segments.  Others are not concerned, but by WPP_COUNTS_ALONE.  */
enum wpp_calls_become
{
  WPP_CALLS_GRAMMARS,  /* grammars of events, which are made again: WPP_E_TOOBIG when they are too long
                          (WPP_RUNS_FREE) */
  WPP_CALLS_BAG,       /* the first one a grammar of all threads' events in any order (recording/traces/bag.h), the
                          others nothing */
  WPP_COUNTS_ALONE,    /* the same; and of drafts for which no grammars are kept none are made, but segments that have
                          their events in any order.  Small ones have grammars nevertheless. */
  WPP_CALLS_NOTHING,   /* nothing: P->traces has all */
  WPP_CALLS_LATE       /* nothing, and functions of P->traces have no letters and no grammar; whoever needs them reads
                          them from the file (activations/timestamps/lookup.h).  How many events threads have is not
                          checked. */
};
/* The same as wpp_profile_read, but calls BECOME what is said.  */
struct wpp_profile *wpp_profile_read_as (const char *file, enum wpp_calls_become become, int *err,
                                         struct wpp_place *place);

/* How many runs of events of P, a timestamped profile, are gone through (WPP_RUNS_FREE).  */
uint64_t wpp_profile_most_runs (const struct wpp_profile *p);

/* The same as wpp_profile_read, from DATA [SIZE] in memory.  */
struct wpp_profile *wpp_profile_parse (const unsigned char *data, size_t size, int *err,
                                       struct wpp_place *place);

/* Like wpp_profile_parse, but the segments of threads stay coded in DATA, which must stay: threads have `coded' and no
   `segments'.  The segments of raw files and of files of path counts are always read.  */
struct wpp_profile *wpp_profile_scan (const unsigned char *data, size_t size, int *err,
                                      struct wpp_place *place);
/* The same as WPP_CALLS_LATE has it, if LATE.  */
struct wpp_profile *wpp_profile_scan_as (const unsigned char *data, size_t size, bool late, int *err,
                                         struct wpp_place *place);
/* Put grammars in the places of the drafts, or of the calls, of P, which was scanned: those that are kept beside FILE
   or in the user's folder (base/kept-file.h), or else new ones, which are kept for the next reader if that is worth it
   and possible.  Others who need them at the same time wait; this process does not wait for them if it has LOCKED the
   file (flock).  Return 0, or an error with PLACE.  Without this, the grammar of a draft or of calls is made whenever
   its segment is read.  */
int wpp_profile_find_grammars (struct wpp_profile *p, const char *file, bool locked, struct wpp_place *place);
/* The same, but of large drafts none are made: these are WPP_SEGMENT_UNMADE then.  */
void wpp_profile_use_kept_grammars (struct wpp_profile *p, const char *file);
/* Read the segments of P, which was scanned, and what calls become; after that it is as wpp_profile_read_as leaves it,
   and the data that was scanned may go.  FILE is that of wpp_profile_find_grammars, or null.  Return 0, or an error
   with PLACE; then P can only be freed.  */
int wpp_profile_read_scanned (struct wpp_profile *p, const char *file, enum wpp_calls_become become,
                              struct wpp_place *place);
/* Read segment S of thread T of P, which was scanned.  The result is a grammar of events.  After an error, return null,
   and set *ERR and PLACE.  Several threads may call this at the same time.  */
struct wpp_grammar *wpp_profile_segment (const struct wpp_profile *p, const struct wpp_thread *t,
                                         size_t s, int *err, struct wpp_place *place);
/* Return WPP_E_CORRUPT, and fill in PLACE, unless thread T says that it has EVENTS, the number of events of its
   segments.  */
int wpp_profile_check_events (const struct wpp_thread *t, uint64_t events, struct wpp_place *place);

#endif /* WPP_ANALYSIS_RECORDING_PROFILE_READ_H */
