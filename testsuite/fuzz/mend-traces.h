/* Damaged traces and calls whose checks are right.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_FUZZ_MEND_TRACES_H
#define WPP_TESTSUITE_FUZZ_MEND_TRACES_H

#include <stddef.h>
#include "recording/traces/traces.h"

/* Make the checks of the traces DATA [SIZE] right, as far as their directory goes, and read them into T if they make
   sense.  */
void fuzz_mend_traces (unsigned char *data, size_t size, struct wpp_traces *t);

/* How many events the calls DATA [SIZE] have, of T; 0 when nobody knows.  SEEN [T->n_functions] as for
   wpp_calls_read.  */
uint64_t fuzz_count_calls (const unsigned char *data, size_t size, const struct wpp_traces *t, uint32_t *seen);

#endif /* WPP_TESTSUITE_FUZZ_MEND_TRACES_H */
