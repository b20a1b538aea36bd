/* The runs of a merged profile: their threads, which are the payload of its section RUNS (wpp(5)), and what replay told
   of their values, that of PLCS.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   runs := LEB128 form, totals, number of runs, run*      form 0: threads are THRD sections; 1: they are here; 2: none
   totals := LEB128 events, lost events, threads that lost any, switches to unknown stacks: in form 0 all 0
   run  := 16 bytes id, LEB128 program (of MRGD), how many runs it stands for, number of its threads, thread* (form 1)
   thread := LEB128 events, lost events, switches to unknown stacks, segments

   Runs are in the order of their ids, which differ.  Threads are numbered from 0, through all runs.  In form 1 the
   segments of all threads, one after the other, are the symbols of S of SHRD.

   The id of a run is a hash of its program, and of the process and the nanosecond in which it, or its file of counts,
   began; or, if the profile does not have these, of what it recorded.  So a file that is merged twice counts once, and
   two runs that did the same count twice.  What was merged by a wpp that kept no runs counts as one for each of its
   programs, which stands for as many as it says.

   places := run*, one for each run of RUNS
   run := LEB128 number of places, place*
   place := LEB128 first event word, less that of the place before; words, what counts may lack, number of values,
            value*
   value := LEB128 value, its count  */

#ifndef WPP_ANALYSIS_RECORDING_PROFILE_RUNS_H
#define WPP_ANALYSIS_RECORDING_PROFILE_RUNS_H

#include <stdbool.h>
#include "base/bytes.h"
#include "recording/profile/profile.h"

/* What its beginning says of all threads.  Numbers saturate.  */
struct wpp_runs_totals
{
  uint64_t events, lost, lossy, switched;
};

#define WPP_RUNS_TOTALS 64      /* bytes that have them, at most */
struct wpp_runs_totals wpp_runs_read_totals (struct wpp_reader *r);

/* Read the payload at R into P, which has no threads; that of SHRD has SIZE bytes, and the section is at OFFSET.  R may
   be bad then.  Return 0, WPP_E_NOMEM or WPP_E_CORRUPT.  */
int wpp_runs_read (struct wpp_reader *r, struct wpp_profile *p, size_t offset, size_t size);
/* Write it: the runs of P and its threads, or, of a summary, what they are together; if P has no threads, these follow
   as THRD sections.  */
void wpp_runs_put (struct wpp_buffer *b, const struct wpp_profile *p);

/* Read the payload at R, of PLCS, into P, whose runs and units are there; R may be bad then.  Return 0, WPP_E_NOMEM or
   WPP_E_CORRUPT.  */
int wpp_runs_read_places (struct wpp_reader *r, struct wpp_profile *p);
/* Write it: of the places of P.  */
void wpp_runs_put_places (struct wpp_buffer *b, const struct wpp_profile *p);

void wpp_runs_release_places (struct wpp_profile *p);

/* Of one run: what it has, as that payload's run.  Reading returns as above; event words are not checked.  */
int wpp_run_places_read (struct wpp_reader *r, struct wpp_run_places *places);
void wpp_run_places_put (struct wpp_buffer *b, const struct wpp_run_places *places);
void wpp_run_places_release (struct wpp_run_places *places);

/* Do the runs of P, all of whose sections have been read, fit the rest?  */
bool wpp_runs_right_p (const struct wpp_profile *p);

#endif /* WPP_ANALYSIS_RECORDING_PROFILE_RUNS_H */
