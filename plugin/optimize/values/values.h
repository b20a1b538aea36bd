/* The kind `values': tests for frequent values, and code of its own for them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_OPTIMIZE_VALUES_VALUES_H
#define WPP_PLUGIN_OPTIMIZE_VALUES_VALUES_H

#include "plugin/gcc/graph/value-places.h"
#include "plugin/profile/feedback.h"

extern "C"
{
#include "base/saturate.h"
#include "decide/places/values.h"
}

/* late.cc: keep what was chosen for STMT of cfun, for OF executions, until functions have been inlined.  */
void wpp_keep_choice (gimple *stmt, wpp_value_choice c, uint64_t of);
/* Add the pass to PLUGIN's that carries it out.  */
void wpp_register_values_pass (const char *plugin);

/* guards.cc: may S, which was found in cfun, still have tests before it?  */
bool wpp_testable_p (const wpp_valued_statement &s);
/* Put the tests of C before S; each holds for a share of the executions OF.  */
void wpp_test_value (const wpp_valued_statement &s, const wpp_value_choice &c, uint64_t of);

/* How code gets a test: put `if (A CODE B)' before GSI, and split the block there after it.  Return the block that it
   ends.  */
basic_block wpp_put_test (gimple_stmt_iterator *gsi, tree_code code, tree a, tree b);
/* BB ends with such a test, which holds for SHARE of its executions; after it comes STMT.  Put COPY, what is done
   instead, beside STMT; its result is one of its own, or has the name of STMT's.  */
void wpp_put_beside (basic_block bb, gimple *stmt, gimple *copy, profile_probability share);
/* The probability of COUNT in OF executions.  */
profile_probability wpp_share_of (uint64_t count, uint64_t of);

/* small.cc: can CALL, one for memory whose size may be a place, be done without the function where that is small?  */
bool wpp_movable_p (gimple *call);
/* Put the test for a small size before S, a size, and the code of C where it holds, for SHARE of the executions.  */
void wpp_move_small (const wpp_valued_statement &s, const wpp_value_choice &c, profile_probability share);

#endif /* WPP_PLUGIN_OPTIMIZE_VALUES_VALUES_H */
