/* Threads cut into slices of as many events each.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   There is no clock in a recording; what came before what is known by events.  A slice is so many events of a thread,
   one after the other.  Each thread gets as many of the slices as its share of all events, but at least one.  */

#ifndef WPP_ANALYSIS_ANSWERS_SLICING_H
#define WPP_ANALYSIS_ANSWERS_SLICING_H

#include "answers/cut-grammar.h"
#include "recording/opened/recording.h"

/* A thread.  The parts of its segments, one after the other, are the parts of slices: a slice may have parts of several
   segments, and begins a part.  */
struct wpp_sliced_thread
{
  const struct wpp_thread *thread;
  uint64_t events;
  uint32_t n;                   /* slices, at least 1 */
  uint32_t first;               /* number of the first one, among those of all threads */
  struct wpp_cut_grammar *segments; /* [thread->n_segments] cut where slices begin, but not the thread's first one */
};

struct wpp_slicing
{
  size_t n_threads;
  struct wpp_sliced_thread *threads; /* [n_threads] the largest ones, in their order */
  uint32_t n;                   /* slices */
};

/* Cut the threads of R, which has order, into about SLICES, at least one.  If there are more threads than that, those
   with the fewest events are left out.  Return 0, or an error of wpp_grammar_cut.  */
int wpp_slicing_new (struct wpp_slicing *s, const struct wpp_recording *r, uint32_t slices);
void wpp_slicing_release (struct wpp_slicing *s);

/* The event of T with which its slice number I begins, I = 0 .. T->n.  */
uint64_t wpp_slice_begin (const struct wpp_sliced_thread *t, uint32_t i);

#endif /* WPP_ANALYSIS_ANSWERS_SLICING_H */
