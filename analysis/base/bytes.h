/* Reading and writing the bytes of profiles and notes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Integers are little-endian or LEB128 (seven bits a byte, least significant
   first, the top bit set on all but the last byte).  Strings are a LEB128 length and
   that many bytes, none of them 0.

   Errors are sticky.  After a read past the end, or of malformed data, a reader is `bad' and every further read
   gives 0 (null).  After a failed allocation a buffer is `failed' and takes nothing more.  So callers
   check once at the end, and where a value determines the size of an allocation.  */

#ifndef WPP_ANALYSIS_BASE_BYTES_H
#define WPP_ANALYSIS_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wpp_reader
{
  const unsigned char *at, *end;
  bool bad;
};

static inline struct wpp_reader
wpp_reader_of (const void *data, size_t size)
{
  const unsigned char *at = data;
  return (struct wpp_reader){ at, size ? at + size : at, false };
}

static inline size_t
wpp_reader_left (const struct wpp_reader *r)
{
  return r->end - r->at;
}

/* The next N bytes, which are not copied; null, with R bad, when there are fewer.  */
const unsigned char *wpp_read_bytes (struct wpp_reader *r, uint64_t n);

uint8_t wpp_read_u8 (struct wpp_reader *r);
uint16_t wpp_read_u16 (struct wpp_reader *r);
uint32_t wpp_read_u32 (struct wpp_reader *r);
uint64_t wpp_read_u64 (struct wpp_reader *r);

/* Read a LEB128 number.  R becomes bad when it does not fit 64 (32) bits.  */
uint64_t wpp_read_leb (struct wpp_reader *r);
uint32_t wpp_read_leb32 (struct wpp_reader *r);

/* Read a LEB128 number of items that take at least ITEM_SIZE > 0 bytes each in the bytes that follow.  R becomes bad
   when there are not enough bytes left, so it is safe to allocate that many items.  */
size_t wpp_read_count (struct wpp_reader *r, size_t item_size);

/* Read a string, malloc'ed.  Return null when R is bad, with *ERR unchanged; or when out of memory, with *ERR set to
   WPP_E_NOMEM and R bad.  */
char *wpp_read_string (struct wpp_reader *r, int *err);

struct wpp_buffer
{
  unsigned char *data;  /* malloc'ed; the caller may take it over */
  size_t size, capacity;
  bool failed;          /* out of memory */
};

/* Append N bytes, which the caller fills in.  Return their place, or null.  */
unsigned char *wpp_buffer_add (struct wpp_buffer *b, size_t n);
void wpp_buffer_release (struct wpp_buffer *b);

void wpp_put_bytes (struct wpp_buffer *b, const void *bytes, size_t n);
void wpp_put_u8 (struct wpp_buffer *b, uint8_t v);
void wpp_put_u16 (struct wpp_buffer *b, uint16_t v);
void wpp_put_u32 (struct wpp_buffer *b, uint32_t v);
void wpp_put_u64 (struct wpp_buffer *b, uint64_t v);
void wpp_put_leb (struct wpp_buffer *b, uint64_t v);
void wpp_put_string (struct wpp_buffer *b, const char *s);  /* null is written as "" */

/* Store V at P, little-endian; load such a number.  */
static inline void
wpp_store_u32 (unsigned char *p, uint32_t v)
{
  for (int i = 0; i < 4; i++)
    p[i] = v >> (8 * i);
}

static inline void
wpp_store_u64 (unsigned char *p, uint64_t v)
{
  for (int i = 0; i < 8; i++)
    p[i] = v >> (8 * i);
}

static inline uint32_t
wpp_load_u32 (const unsigned char *p)
{
  return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t
wpp_load_u64 (const unsigned char *p)
{
  return wpp_load_u32 (p) | (uint64_t)wpp_load_u32 (p + 4) << 32;
}

#endif /* WPP_ANALYSIS_BASE_BYTES_H */
