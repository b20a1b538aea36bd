/* Parts of an index: records of a function, packed (parts.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#include "base/bytes.h"
#include "base/error.h"
#include "decide/index/parts.h"

/* Higher levels make indices smaller by a few hundredths, and take more time than all else that a merge does.  */
#define LEVEL 9

/* Records of programs become some ten times smaller.  */
#define MOST_RATIO 256u

bool
wpp_part_may_have_p (uint64_t size, uint64_t contents)
{
  return size <= contents && (contents ? size && contents / MOST_RATIO <= size : true);
}

void
wpp_part_pack (ZSTD_CCtx *zstd, const unsigned char *bytes, size_t size, struct wpp_buffer *b)
{
  size_t most = ZSTD_compressBound (size), before = b->size;
  unsigned char *to = wpp_buffer_add (b, most);
  if (!to)
    return;
  size_t n = ZSTD_compressCCtx (zstd, to, most, bytes, size, LEVEL);
  b->size = before;
  if (!ZSTD_isError (n) && n < size && wpp_part_may_have_p (n, size))
    b->size += n;
  else
    wpp_put_bytes (b, bytes, size);
}

int
wpp_part_unpack (const unsigned char *part, size_t size, size_t contents, unsigned char **bytes)
{
  unsigned char *to = malloc (contents + 1);
  *bytes = NULL;
  if (!to)
    return WPP_E_NOMEM;
  if (size == contents)
    memcpy (to, part, size);
  else if (ZSTD_getFrameContentSize (part, size) != contents || ZSTD_decompress (to, contents, part, size) != contents)
    {
      free (to);
      return WPP_E_CORRUPT;
    }
  *bytes = to;
  return 0;
}
