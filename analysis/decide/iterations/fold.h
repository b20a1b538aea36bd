/* What a function's activations do, summed up from the rules of a stream of them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A question about what follows what in an activation (how often round a loop, which path after which) is
   answered by summaries: each letter has one, and those of neighbours put together are that of both.  What is
   complete within a summary is counted when it gets so, as often as that part of the stream occurs; what is open
   at its ends is kept.  So each rule is looked at once, and the work is of the stream, not of the run.  */

#ifndef WPP_ANALYSIS_DECIDE_ITERATIONS_FOLD_H
#define WPP_ANALYSIS_DECIDE_ITERATIONS_FOLD_H

#include "facts/frequency/frequency.h"

struct wpp_fold
{
  void *data;
  size_t size;  /* of a summary; zeros are the summary of nothing */
  /* Set SUMMARY, zeros, to that of LETTER (activations/projection/project.h), and count what is complete in it, TIMES
     times.  */
  int (*letter) (void *data, uint32_t letter, uint64_t times, void *summary);
  /* Append COPIES of PART, at least 1, to SUMMARY, and count what gets complete, TIMES times.  */
  int (*append) (void *data, void *summary, const void *part, uint64_t copies, uint64_t times);
};

/* Fold P, whose activations come one after the other: set WHOLE, zeros, to the summary of all.  All numbers
   saturate.  Return 0, WPP_E_NOMEM, WPP_E_RANGE (activations are within each other: P->apart is false), or what
   FOLD's functions return.  */
int wpp_fold_projection (const struct wpp_projection *p, const struct wpp_fold *fold, void *whole);

#endif /* WPP_ANALYSIS_DECIDE_ITERATIONS_FOLD_H */
