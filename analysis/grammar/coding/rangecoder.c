/* A range coder.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "grammar/coding/rangecoder.h"

#define MOST_BITS 16           /* at once */

#define RECIPROCAL(n) (UINT32_MAX / ((n) + !(n)))
#define RECIPROCALS_8(n) \
  RECIPROCAL (n), RECIPROCAL ((n) + 1u), RECIPROCAL ((n) + 2u), RECIPROCAL ((n) + 3u), \
  RECIPROCAL ((n) + 4u), RECIPROCAL ((n) + 5u), RECIPROCAL ((n) + 6u), RECIPROCAL ((n) + 7u)
#define RECIPROCALS_64(n) \
  RECIPROCALS_8 (n), RECIPROCALS_8 ((n) + 8u), RECIPROCALS_8 ((n) + 16u), RECIPROCALS_8 ((n) + 24u), \
  RECIPROCALS_8 ((n) + 32u), RECIPROCALS_8 ((n) + 40u), RECIPROCALS_8 ((n) + 48u), RECIPROCALS_8 ((n) + 56u)
#define RECIPROCALS_512(n) \
  RECIPROCALS_64 (n), RECIPROCALS_64 ((n) + 64u), RECIPROCALS_64 ((n) + 128u), RECIPROCALS_64 ((n) + 192u), \
  RECIPROCALS_64 ((n) + 256u), RECIPROCALS_64 ((n) + 320u), RECIPROCALS_64 ((n) + 384u), RECIPROCALS_64 ((n) + 448u)

const uint32_t wpp_coder_reciprocals[WPP_CODER_TOTALS] = {
  RECIPROCALS_512 (0u), RECIPROCALS_512 (512u), RECIPROCALS_512 (1024u), RECIPROCALS_512 (1536u),
  RECIPROCALS_512 (2048u), RECIPROCALS_512 (2560u), RECIPROCALS_512 (3072u), RECIPROCALS_512 (3584u)
};

void
wpp_coder_encode (struct wpp_coder *c)
{
  *c = (struct wpp_coder){ .range = UINT64_MAX };
}

void
wpp_coder_decode (struct wpp_coder *c, const unsigned char *data, size_t size)
{
  *c = (struct wpp_coder){ .decoding = true, .in = wpp_reader_of (data, size) };
  for (unsigned i = 0; i < sizeof c->low; i += WPP_CODER_SHIFT)
    wpp_coder_shift (c);
  c->range = UINT64_MAX;
}

void
wpp_coder_carry (struct wpp_coder *c)
{
  size_t i = c->out.size;
  while (i > 0 && ++c->out.data[--i] == 0)
    continue;
}

bool
wpp_coder_reserve (struct wpp_coder *c, size_t n)
{
  if (!wpp_buffer_add (&c->out, n))
    return false;
  c->out.size -= n;
  return true;
}

uint32_t
wpp_coder_last_bytes (struct wpp_coder *c)
{
  uint32_t bytes = 0;
  for (unsigned i = 0; i < WPP_CODER_SHIFT; i++)
    {
      bool there = c->in.at < c->in.end;
      bytes = bytes << 8 | (there ? *c->in.at++ : 0);
      c->overrun += !there && !wpp_coder_overrun_p (c);
    }
  return bytes;
}

void
wpp_coder_finish (struct wpp_coder *c)
{
  /* The shortest string of bytes, continued with zeros, inside the interval.  */
  for (unsigned n = 0; n <= sizeof c->low; n++)
    {
      uint64_t rest = n < sizeof c->low ? UINT64_MAX >> 8 * n : 0, value;
      bool carry = __builtin_add_overflow (c->low, rest, &value);
      value &= ~rest;
      if (value - c->low >= c->range)
        continue;
      if (carry)
        wpp_coder_carry (c);
      for (unsigned i = 0; i < n; i++)
        wpp_put_u8 (&c->out, value >> (56 - 8 * i));
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
      uint32_t total = UINT32_C (1) << now;
      uint64_t unit = c->range >> now;
      n -= now;
      uint32_t part = c->decoding ? wpp_coder_part (c, unit, total) : value >> n & (total - 1);
      wpp_coder_narrow (c, unit, part, 1);
      result = result << now | part;
    }
  return result;
}
