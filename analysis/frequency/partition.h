/* Facts that transitions do not tell apart.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Definitions of one block, say, are generated and killed by the same paths; where they hold
   between paths, they hold together, and one of them can be computed for all.  A partition begins
   with all facts in as many classes as they have different beginnings, and is refined by each transition.
   Facts that take another fact's value are classes of their own.  */

#ifndef WPP_PARTITION_H
#define WPP_PARTITION_H

#include "frequency/frequency.h"

struct wpp_partition
{
  uint32_t n_facts, n; /* classes; after wpp_partition_number */
  uint32_t *class;     /* [n_facts] */
  uint32_t *renamed;   /* [2 * room] what a class's facts are called that are killed, generated */
  uint32_t *round;     /* [2 * room] the transition that did so */
  size_t room;
  uint32_t rounds;
};

/* Make P's classes those of BEGINNING [N_FACTS], 0 or 1; null: all alike.  WPP_E_NOMEM.  */
int wpp_partition_init (struct wpp_partition *p, uint32_t n_facts, const uint64_t *beginning);
void wpp_partition_release (struct wpp_partition *p);

/* Tell apart what T does.  WPP_E_NOMEM.  O(changes of T).  */
int wpp_partition_refine (struct wpp_partition *p, const struct wpp_transition *t);

/* Number the classes 0 .. n-1, in the order of their first facts.  WPP_E_NOMEM.  */
int wpp_partition_number (struct wpp_partition *p);

#endif /* WPP_PARTITION_H */
