/* Classes of facts that transitions do not tell apart.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The definitions of one block, for example, are generated and killed by the same paths.  Between paths they
   hold together, so one of them can be computed for all.  A partition begins with one class for each initial
   value, and each transition refines it.  A fact that takes another fact's value is a class of its own.  */

#ifndef WPP_ANALYSIS_FACTS_FREQUENCY_PARTITION_H
#define WPP_ANALYSIS_FACTS_FREQUENCY_PARTITION_H

#include "facts/frequency/frequency.h"

struct wpp_partition
{
  uint32_t n_facts, n; /* classes; after wpp_partition_number */
  uint32_t *class;     /* [n_facts] */
  uint32_t *renamed;   /* [2 * room] the new classes of a class's facts that were killed, and that were generated */
  uint32_t *round;     /* [2 * room] the transition for which that is so */
  size_t room;
  uint32_t rounds;
};

/* Begin P with the classes of BEGINNING [N_FACTS], 0 or 1, or with one class if that is null.  Return 0 or
   WPP_E_NOMEM.  */
int wpp_partition_init (struct wpp_partition *p, uint32_t n_facts, const uint64_t *beginning);
void wpp_partition_release (struct wpp_partition *p);

/* Refine P by T, in O(changes of T).  Return 0 or WPP_E_NOMEM.  */
int wpp_partition_refine (struct wpp_partition *p, const struct wpp_transition *t);

/* Number the classes 0 .. n-1, in the order of their first facts.  Return 0 or WPP_E_NOMEM.  */
int wpp_partition_number (struct wpp_partition *p);

#endif /* WPP_ANALYSIS_FACTS_FREQUENCY_PARTITION_H */
