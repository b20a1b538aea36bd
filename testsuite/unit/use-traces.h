/* All that the library does with traces and calls.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_UNIT_USE_TRACES_H
#define WPP_TESTSUITE_UNIT_USE_TRACES_H

#include <stddef.h>

/* DATA [SIZE], traces and then calls (recording/traces/coded.h) after a u32, the size of the traces.  Checks in it do
   not matter.  Return whether both were read.  */
int fuzz_use_traces (const unsigned char *data, size_t size);

#endif /* WPP_TESTSUITE_UNIT_USE_TRACES_H */
