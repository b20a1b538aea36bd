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

/* guards.cc: may S, which was found in cfun, still have tests before it?  */
bool wpp_testable_p (const wpp_valued_statement &s);
/* Put the tests of C before S; each holds for a share of the executions OF.  */
void wpp_test_value (const wpp_valued_statement &s, const wpp_value_choice &c, uint64_t of);

#endif /* WPP_PLUGIN_OPTIMIZE_VALUES_VALUES_H */
