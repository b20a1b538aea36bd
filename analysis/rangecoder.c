/* A range coder.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "rangecoder.h"

#define MOST_BITS 8            /* at once */

void
wpp_coder_encode (struct wpp_coder *c)
{
  *c = (struct wpp_coder){ .range = UINT32_MAX };
}

void
wpp_coder_decode (struct wpp_coder *c, const unsigned char *data, size_t size)
{
  *c = (struct wpp_coder){ .decoding = true, .in = wpp_reader_of (data, size) };
  for (unsigned i = 0; i < sizeof c->low; i++)
    wpp_coder_shift (c);
  c->range = UINT32_MAX;
}

void
wpp_coder_carry (struct wpp_coder *c)
{
  size_t i = c->out.size;
  while (i > 0 && ++c->out.data[--i] == 0)
    continue;
}

bool
wpp_coder_reserve (struct wpp_coder *c)
{
  if (!wpp_buffer_add (&c->out, 1))
    return false;
  c->out.size--;
  return true;
}

void
wpp_coder_finish (struct wpp_coder *c)
{
  /* The shortest string of bytes, continued with zeros, inside the interval.  */
  for (unsigned n = 0; n <= sizeof c->low; n++)
    {
      uint32_t rest = n < sizeof c->low ? UINT32_MAX >> 8 * n : 0;
      uint64_t value = ((uint64_t)c->low + rest) & ~(uint64_t)rest;
      if (value - c->low >= c->range)
        continue;
      if (value >> 32)
        wpp_coder_carry (c);
      for (unsigned i = 0; i < n; i++)
        wpp_put_u8 (&c->out, value >> (24 - 8 * i));
      return;
    }
}

uint32_t
wpp_coder_bits (struct wpp_coder *c, unsigned n, uint32_t value)
{
  uint32_t result = 0;
  while (n > 0)
    {
      unsigned now = n < MOST_BITS ? n : MOST_BITS;
      uint32_t total = UINT32_C (1) << now, unit = c->range >> now;
      n -= now;
      uint32_t part = c->decoding ? wpp_coder_part (c, unit, total) : value >> n & (total - 1);
      wpp_coder_narrow (c, unit, part, 1);
      result = result << now | part;
    }
  return result;
}
