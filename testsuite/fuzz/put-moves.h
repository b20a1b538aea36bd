/* Records of moves and ELF files that fuzz targets and bombs make.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_FUZZ_PUT_MOVES_H
#define WPP_TESTSUITE_FUZZ_PUT_MOVES_H

#include <stdint.h>
#include "base/bytes.h"

/* Append PAYLOAD [SIZE] as a record of moves (format/moves-record.h), packed here: zstd and the hash would keep a
   fuzzer out.  */
void fuzz_put_moves (struct wpp_buffer *b, const uint8_t *payload, size_t size);

/* Append an executable whose section NAME is DATA [SIZE], and so are COPIES - 1 more sections.  */
void fuzz_put_elf (struct wpp_buffer *b, const char *name, const void *data, size_t size, uint32_t copies);

#endif /* WPP_TESTSUITE_FUZZ_PUT_MOVES_H */
