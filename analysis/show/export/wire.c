/* Protocol buffers, as they are on the wire.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A field is its number and the kind of its value as one LEB128 number, and the value: a LEB128 number, eight bytes, or
   a length and so many bytes.  (Protocol Buffers, Encoding: https://protobuf.dev/programming-guides/encoding.)  */

#include <string.h>
#include "show/export/export-impl.h"

enum kind
{
  KIND_NUMBER = 0,
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
wpp_wire_bytes (struct wpp_buffer *b, uint32_t field, const void *bytes, size_t size)
{
  put_tag (b, field, KIND_BYTES);
  wpp_put_leb (b, size);
  wpp_put_bytes (b, bytes, size);
}

void
wpp_wire_text (struct wpp_buffer *b, uint32_t field, const char *text)
{
  wpp_wire_bytes (b, field, text, strlen (text));
}

void
wpp_wire_message (struct wpp_buffer *b, uint32_t field, struct wpp_buffer *m)
{
  b->failed |= m->failed;
  wpp_wire_bytes (b, field, m->data, m->size);
  m->size = 0;
}
