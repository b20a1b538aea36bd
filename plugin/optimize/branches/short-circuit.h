/* Two conditions in a row that GCC makes one of.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_OPTIMIZE_BRANCHES_SHORT_CIRCUIT_H
#define WPP_PLUGIN_OPTIMIZE_BRANCHES_SHORT_CIRCUIT_H

#include "plugin/gcc/graph/graph.h"

/* How often the first one of two conditions was executed, went on to the second one, and both went on.  */
struct wpp_going_on
{
  uint64_t executed, on, both;
};

typedef int_hash<location_t, UNKNOWN_LOCATION, BUILTINS_LOCATION> wpp_place_hash;

/* That, by the places of both.  */
typedef hash_map<pair_hash<wpp_place_hash, wpp_place_hash>, wpp_going_on> wpp_known_tests;

/* Add to KNOWN how often the second one of two conditions of cfun, which has its counts, is come to from the first
   one.  */
void wpp_note_tests (wpp_known_tests *known);

/* If COND of cfun is two conditions of which that is KNOWN, and has lost its probability, set that.  */
void wpp_mend_tests (wpp_known_tests *known, gcond *cond);

/* If COND of cfun is two conditions of which that is KNOWN, make it two jumps, the one first that ends it more often.
   Return whether it was.  */
bool wpp_part_tests (wpp_known_tests *known, gcond *cond);

#endif /* WPP_PLUGIN_OPTIMIZE_BRANCHES_SHORT_CIRCUIT_H */
