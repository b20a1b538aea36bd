/* Protocol buffers, as they are on the wire; and compression as gzip does it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A field is its number and the kind of its value as one LEB128 number, and the value: a LEB128 number, eight bytes, or
   a length and so many bytes.  (Protocol Buffers, Encoding: https://protobuf.dev/programming-guides/encoding.)  */

#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include "show/export/export-impl.h"

enum kind
{
  KIND_NUMBER = 0,
  KIND_FIXED64 = 1,
  KIND_BYTES = 2
};

static void
put_tag (struct wpp_buffer *b, uint32_t field, enum kind kind)
{
  wpp_put_leb (b, field << 3 | kind);
}

void
wpp_wire_number (struct wpp_buffer *b, uint32_t field, uint64_t n)
{
  if (!n)
    return;
  put_tag (b, field, KIND_NUMBER);
  wpp_put_leb (b, n);
}

void
wpp_wire_fixed64 (struct wpp_buffer *b, uint32_t field, uint64_t n)
{
  if (!n)
    return;
  put_tag (b, field, KIND_FIXED64);
  wpp_put_u64 (b, n);
}

static void
put_bytes (struct wpp_buffer *b, uint32_t field, const void *bytes, size_t size)
{
  put_tag (b, field, KIND_BYTES);
  wpp_put_leb (b, size);
  wpp_put_bytes (b, bytes, size);
}

void
wpp_wire_text (struct wpp_buffer *b, uint32_t field, const char *text)
{
  put_bytes (b, field, text, strlen (text));
}

void
wpp_wire_message (struct wpp_buffer *b, uint32_t field, struct wpp_buffer *m)
{
  b->failed |= m->failed;
  put_bytes (b, field, m->data, m->size);
  m->size = 0;
}

/* ---- Compression.  No name and no time go into the header: the same recording gives the same file.  */

struct wpp_gzip
{
  z_stream stream;
  FILE *out;
};

struct wpp_gzip *
wpp_gzip_new (FILE *out)
{
  struct wpp_gzip *z = calloc (1, sizeof *z);
  if (!z)
    return NULL;
  z->out = out;
  if (deflateInit2 (&z->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK)
    return z;
  free (z);
  return NULL;
}

void
wpp_gzip_free (struct wpp_gzip *z)
{
  if (z)
    deflateEnd (&z->stream);
  free (z);
}

/* Compress SIZE bytes at DATA.  Return what deflate does.  */
static int
compress_some (struct wpp_gzip *z, unsigned char *data, unsigned size, int flush)
{
  unsigned char buffer[1 << 14];
  int status;
  z->stream.next_in = data;
  z->stream.avail_in = size;
  do
    {
      z->stream.next_out = buffer;
      z->stream.avail_out = sizeof buffer;
      status = deflate (&z->stream, flush);
      fwrite (buffer, 1, sizeof buffer - z->stream.avail_out, z->out);
    }
  while (!z->stream.avail_out);
  return status;
}

int
wpp_gzip_write (struct wpp_gzip *z, struct wpp_buffer *b, bool end)
{
  if (b->failed)
    return WPP_E_NOMEM;
  for (size_t at = 0, n; at < b->size; at += n)
    {
      n = b->size - at < 1 << 20 ? b->size - at : 1 << 20;
      if (compress_some (z, b->data + at, n, Z_NO_FLUSH) == Z_STREAM_ERROR)
        return WPP_E_NOMEM;
    }
  b->size = 0;
  if (end && compress_some (z, NULL, 0, Z_FINISH) != Z_STREAM_END)
    return WPP_E_NOMEM;
  return 0;
}
