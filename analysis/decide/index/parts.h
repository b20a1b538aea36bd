/* Parts of an index: records of a function, packed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A part is a zstd frame that tells the size of what it has.  What would not become smaller, or smaller by far than
   data of programs do, is stored as it is.  So unpacking is bounded by the size of the index, and a part that has as
   many bytes as its contents is these.  */

#ifndef WPP_ANALYSIS_DECIDE_INDEX_PARTS_H
#define WPP_ANALYSIS_DECIDE_INDEX_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ZSTD_CCtx_s;
struct wpp_buffer;

/* Append the part of BYTES [SIZE] to B, whose failure says that memory was out.  ZSTD may be used again.  */
void wpp_part_pack (struct ZSTD_CCtx_s *zstd, const unsigned char *bytes, size_t size, struct wpp_buffer *b);

/* May a part of SIZE bytes have CONTENTS bytes?  */
bool wpp_part_may_have_p (uint64_t size, uint64_t contents);

/* Set *BYTES [CONTENTS], malloc'ed, to what PART [SIZE] has, which may be hostile, but may have so many.  WPP_E_NOMEM,
   WPP_E_CORRUPT; then *BYTES is null.  */
int wpp_part_unpack (const unsigned char *part, size_t size, size_t contents, unsigned char **bytes);

#endif /* WPP_ANALYSIS_DECIDE_INDEX_PARTS_H */
