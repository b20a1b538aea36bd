/* Frames of zstd (frame.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <zstd.h>
#include "frame.h"

bool
frame_unpack (struct wpp_buffer *b, const unsigned char *packed, size_t size, size_t plain)
{
  size_t before = b->size;
  unsigned char *to = wpp_buffer_add (b, plain + 1);
  if (!to || ZSTD_decompress (to, plain, packed, size) != plain)
    return false;
  b->size = before + plain;
  return true;
}

void
frame_put (struct wpp_buffer *to, const struct wpp_buffer *plain)
{
  ZSTD_CCtx *c = ZSTD_createCCtx ();
  size_t most = ZSTD_compressBound (plain->size), before = to->size;
  unsigned char *at = wpp_buffer_add (to, most);
  ZSTD_CCtx_setParameter (c, ZSTD_c_checksumFlag, 1);
  ZSTD_CCtx_setParameter (c, ZSTD_c_compressionLevel, 1);
  to->size = before + (at ? ZSTD_compress2 (c, at, most, plain->data, plain->size) : 0);
  ZSTD_freeCCtx (c);
}
