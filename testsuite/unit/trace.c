/* Real traces for unit tests: files of 32-bit little-endian event words.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace.h"

/* Read FILE whole; null when that fails.  */
static unsigned char *
read_whole (const char *file, size_t *size)
{
  FILE *f = fopen (file, "rb");
  if (!f)
    return NULL;
  unsigned char *data = NULL;
  size_t room = 0, n = 0, got;
  do
    {
      if (n == room)
        {
          room = room ? 2 * room : 1 << 16;
          unsigned char *bigger = realloc (data, room);
          if (!bigger)
            break;
          data = bigger;
        }
      got = fread (data + n, 1, room - n, f);
      n += got;
    }
  while (got > 0);
  int failed = ferror (f) || !feof (f);
  fclose (f);
  *size = n;
  if (!failed)
    return data;
  free (data);
  return NULL;
}

/* What is decompressed of DATA [*SIZE], whose size is unknown before; null if it is no xz
   file.  */
static unsigned char *
decompress (const unsigned char *data, size_t *size)
{
  for (size_t room = 16 * *size + 4096;; room *= 2)
    {
      unsigned char *out = malloc (room);
      size_t in_pos = 0, out_pos = 0;
      uint64_t memory = UINT64_MAX;
      if (!out)
        return NULL;
      lzma_ret ret
          = lzma_stream_buffer_decode (&memory, 0, NULL, data, &in_pos, *size, out, &out_pos, room);
      if (ret == LZMA_OK)
        {
          *size = out_pos;
          return out;
        }
      free (out);
      if (ret != LZMA_BUF_ERROR)
        return NULL;
    }
}

uint32_t *
trace_read (const char *file, size_t *n)
{
  size_t size = 0;
  unsigned char *data = read_whole (file, &size);
  if (data && size >= 6 && memcmp (data, "\3757zXZ", 6) == 0)
    {
      unsigned char *plain = decompress (data, &size);
      free (data);
      data = plain;
    }
  uint32_t *words = data ? malloc (size + 1) : NULL;
  *n = size / 4;
  for (size_t i = 0; words && i < *n; i++)
    words[i] = data[4 * i] | data[4 * i + 1] << 8 | data[4 * i + 2] << 16
               | (uint32_t)data[4 * i + 3] << 24;
  free (data);
  return words;
}
