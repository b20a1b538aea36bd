/* Reading and writing the bytes of profiles and notes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>
#include "base/error.h"

const unsigned char *
wpp_read_bytes (struct wpp_reader *r, uint64_t n)
{
  if (r->bad || n > wpp_reader_left (r))
    {
      r->bad = true;
      return NULL;
    }
  const unsigned char *p = r->at;
  r->at += n;
  return p;
}

uint8_t
wpp_read_u8 (struct wpp_reader *r)
{
  const unsigned char *p = wpp_read_bytes (r, 1);
  return p ? *p : 0;
}

uint16_t
wpp_read_u16 (struct wpp_reader *r)
{
  const unsigned char *p = wpp_read_bytes (r, 2);
  return p ? p[0] | p[1] << 8 : 0;
}

uint32_t
wpp_read_u32 (struct wpp_reader *r)
{
  const unsigned char *p = wpp_read_bytes (r, 4);
  return p ? wpp_load_u32 (p) : 0;
}

uint64_t
wpp_read_u64 (struct wpp_reader *r)
{
  const unsigned char *p = wpp_read_bytes (r, 8);
  return p ? wpp_load_u64 (p) : 0;
}

uint64_t
wpp_read_leb (struct wpp_reader *r)
{
  uint64_t v = 0;
  for (unsigned shift = 0; shift < 64; shift += 7)
    {
      uint8_t byte = wpp_read_u8 (r);
      if (r->bad || (shift == 63 && byte > 1))
        break;
      v |= (uint64_t)(byte & 127) << shift;
      if (byte < 128)
        return v;
    }
  r->bad = true;
  return 0;
}

uint32_t
wpp_read_leb32 (struct wpp_reader *r)
{
  uint64_t v = wpp_read_leb (r);
  if (v <= UINT32_MAX)
    return v;
  r->bad = true;
  return 0;
}

size_t
wpp_read_count (struct wpp_reader *r, size_t item_size)
{
  uint64_t n = wpp_read_leb (r);
  if (n <= wpp_reader_left (r) / item_size)
    return n;
  r->bad = true;
  return 0;
}

char *
wpp_read_string (struct wpp_reader *r, int *err)
{
  size_t n = wpp_read_count (r, 1);
  const unsigned char *p = wpp_read_bytes (r, n);
  if (!p)
    return NULL;
  if (n && memchr (p, 0, n))
    {
      r->bad = true;
      return NULL;
    }
  char *s = malloc (n + 1);
  if (!s)
    {
      *err = WPP_E_NOMEM;
      r->bad = true;
      return NULL;
    }
  memcpy (s, p, n);
  s[n] = 0;
  return s;
}

/* Make room for N more bytes in B, doubling.  */

static bool
buffer_reserve (struct wpp_buffer *b, size_t n)
{
  size_t needed;
  if (b->failed || __builtin_add_overflow (b->size, n, &needed))
    return false;
  if (needed <= b->capacity)
    return true;
  size_t capacity = b->capacity > SIZE_MAX / 2 ? needed : b->capacity * 2;
  if (capacity < needed)
    capacity = needed;
  if (capacity < 64)
    capacity = 64;
  unsigned char *data = realloc (b->data, capacity);
  if (!data)
    return false;
  b->data = data;
  b->capacity = capacity;
  return true;
}

unsigned char *
wpp_buffer_add (struct wpp_buffer *b, size_t n)
{
  if (!buffer_reserve (b, n))
    {
      b->failed = true;
      return NULL;
    }
  unsigned char *p = b->data + b->size;
  b->size += n;
  return p;
}

void
wpp_buffer_release (struct wpp_buffer *b)
{
  free (b->data);
  *b = (struct wpp_buffer){ 0 };
}

void
wpp_put_bytes (struct wpp_buffer *b, const void *bytes, size_t n)
{
  unsigned char *p = n ? wpp_buffer_add (b, n) : NULL;
  if (p)
    memcpy (p, bytes, n);
}

void
wpp_put_u8 (struct wpp_buffer *b, uint8_t v)
{
  wpp_put_bytes (b, &v, 1);
}

void
wpp_put_u16 (struct wpp_buffer *b, uint16_t v)
{
  wpp_put_u8 (b, v);
  wpp_put_u8 (b, v >> 8);
}

void
wpp_put_u32 (struct wpp_buffer *b, uint32_t v)
{
  unsigned char *p = wpp_buffer_add (b, 4);
  if (p)
    wpp_store_u32 (p, v);
}

void
wpp_put_u64 (struct wpp_buffer *b, uint64_t v)
{
  unsigned char *p = wpp_buffer_add (b, 8);
  if (p)
    wpp_store_u64 (p, v);
}

void
wpp_put_leb (struct wpp_buffer *b, uint64_t v)
{
  for (; v >= 128; v >>= 7)
    wpp_put_u8 (b, v | 128);
  wpp_put_u8 (b, v);
}

void
wpp_put_string (struct wpp_buffer *b, const char *s)
{
  size_t n = s ? strlen (s) : 0;
  wpp_put_leb (b, n);
  wpp_put_bytes (b, s, n);
}
