/* Two conditions in a row that GCC makes one of.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_OPTIMIZE_BRANCHES_SHORT_CIRCUIT_H
#define WPP_PLUGIN_OPTIMIZE_BRANCHES_SHORT_CIRCUIT_H

#include "plugin/gcc/graph/graph.h"

/* Keep how often the second one of two conditions of cfun, which has its counts, is come to from the first one.  */
void wpp_note_tests ();

/* Is anything known?  */
bool wpp_tests_known_p ();

/* If COND of cfun is two conditions of which that is known, and has lost its probability, set that.  */
void wpp_mend_tests (gcond *cond);

/* If COND of cfun is two conditions of which that is known, make it two jumps, the one first that ends it more often.
   Return whether it was.  */
bool wpp_part_tests (gcond *cond);

#endif /* WPP_PLUGIN_OPTIMIZE_BRANCHES_SHORT_CIRCUIT_H */
