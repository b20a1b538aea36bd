/* Real traces for unit tests: files of 32-bit little-endian event words.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_UNIT_TRACE_H
#define WPP_TESTSUITE_UNIT_TRACE_H

#include <stddef.h>
#include <stdint.h>

/* Read FILE, which may be xz-compressed.  Return its words (malloc'ed) and set *N, or
   return null.  */
uint32_t *trace_read (const char *file, size_t *n);

#endif /* WPP_TESTSUITE_UNIT_TRACE_H */
