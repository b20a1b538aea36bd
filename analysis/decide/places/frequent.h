/* The frequent ones of many values: all of them while they are few, and then those that are most frequent.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   J. Misra, D. Gries, Finding Repeated Elements, Science of Computer Programming, 1982, as the program's own counts do
   (format/value-place.h), but with more values: one that finds no room takes 1 from the counts of all others.  So where
   at most WPP_FREQUENT_VALUES came, counts are exact; else each lacks at most what was taken, which is less than
   1/WPP_FREQUENT_VALUES of all.  */

#ifndef WPP_ANALYSIS_DECIDE_PLACES_FREQUENT_H
#define WPP_ANALYSIS_DECIDE_PLACES_FREQUENT_H

#include <stddef.h>
#include <stdint.h>
#include "recording/profile/profile.h"

#define WPP_FREQUENT_VALUES 256u

struct wpp_frequent             /* all 0: empty */
{
  struct wpp_place_value *slots; /* [2^BITS] by hash; a count of 0: free */
  unsigned bits;
  uint32_t n;                   /* slots that are used */
  uint64_t taken;               /* from each count */
};

/* Add VALUE; return 0 or WPP_E_NOMEM.  */
int wpp_frequent_add (struct wpp_frequent *f, uint64_t value);
/* Sort F's values, the most frequent ones first, and of these the smallest: return how many there are, at the beginning
   of F->slots.  Nothing can be added any more.  */
size_t wpp_frequent_sort (struct wpp_frequent *f);
void wpp_frequent_release (struct wpp_frequent *f);

#endif /* WPP_ANALYSIS_DECIDE_PLACES_FREQUENT_H */
