/* Frames of zstd with a checksum, as wpp writes them, for programs that change what is in them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_FUZZ_FRAME_H
#define WPP_TESTSUITE_FUZZ_FRAME_H

#include "base/bytes.h"

/* Append what the frame PACKED [SIZE] has, PLAIN bytes, to B.  Return whether it has that.  */
bool frame_unpack (struct wpp_buffer *b, const unsigned char *packed, size_t size, size_t plain);
/* Append PLAIN to TO as a frame, as quickly as can be.  */
void frame_put (struct wpp_buffer *to, const struct wpp_buffer *plain);

#endif /* WPP_TESTSUITE_FUZZ_FRAME_H */
