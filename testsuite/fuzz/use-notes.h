/* All that the library does with notes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_FUZZ_USE_NOTES_H
#define WPP_TESTSUITE_FUZZ_USE_NOTES_H

#include "program/notes/notes.h"

/* The unit whose record has PAYLOAD [SIZE], packed here: zstd and the hash would keep a fuzzer out.  Null when there is
   none.  */
struct wpp_unit *fuzz_unit (const uint8_t *payload, size_t size);

/* Number UNIT's functions, decode some paths of each, count their lines.  */
void fuzz_use_unit (const struct wpp_unit *unit);

/* The same of UNITS [N], which are freed.  */
void fuzz_use_units (struct wpp_unit **units, size_t n);

#endif /* WPP_TESTSUITE_FUZZ_USE_NOTES_H */
