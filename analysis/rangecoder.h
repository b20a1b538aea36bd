/* A range coder.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   G. N. N. Martin, Range encoding: an algorithm for removing redundancy from a digitised message,
   1979: a choice is a part, START to START + FREQUENCY, of TOTAL.  The interval is [low, low + range),
   in 32 bits; a carry goes into the bytes already written.  Bytes behind the end of the data read as
   0; the writer leaves off what that makes superfluous.  */

#ifndef WPP_RANGECODER_H
#define WPP_RANGECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "bytes.h"

#define WPP_CODER_LEAST (UINT32_C (1) << 24)   /* no range is less */
#define WPP_CODER_TOTAL (UINT32_C (1) << 16)   /* no total is more */

struct wpp_coder
{
  uint32_t range;
  uint32_t low;              /* encoding; decoding: how far the next 4 bytes are above it */
  bool decoding;
  struct wpp_buffer out;     /* encoding */
  struct wpp_reader in;      /* decoding */
  unsigned overrun;          /* decoding: bytes taken from behind the end */
};

void wpp_coder_encode (struct wpp_coder *c);
void wpp_coder_decode (struct wpp_coder *c, const unsigned char *data, size_t size);

/* Write what the decoder needs to tell the last choice.  */
void wpp_coder_finish (struct wpp_coder *c);

/* Encoding: 1 must be added to the bytes written, seen as a number.  */
void wpp_coder_carry (struct wpp_coder *c);

/* Encoding: make room for more bytes.  Return whether there is some.  */
bool wpp_coder_reserve (struct wpp_coder *c);

/* Decoding: have more bytes been read than the encoder can have meant?  */
static inline bool
wpp_coder_overrun_p (const struct wpp_coder *c)
{
  return c->overrun > sizeof c->low;
}

/* Move on by a byte.  */
static inline void
wpp_coder_shift (struct wpp_coder *c)
{
  if (!c->decoding)
    {
      if (c->out.size < c->out.capacity || wpp_coder_reserve (c))
        c->out.data[c->out.size++] = c->low >> 24;
      c->low <<= 8;
    }
  else if (c->in.at < c->in.end)
    c->low = c->low << 8 | *c->in.at++;
  else
    {
      c->low <<= 8;
      c->overrun += !wpp_coder_overrun_p (c);
    }
  c->range <<= 8;
}

/* The range becomes FREQUENCY units of UNIT, from START units on.  */
static inline void
wpp_coder_narrow (struct wpp_coder *c, uint32_t unit, uint32_t start, uint32_t frequency)
{
  uint32_t skip = unit * start;
  if (c->decoding)
    c->low -= skip;
  else if (__builtin_add_overflow (c->low, skip, &c->low))
    wpp_coder_carry (c);
  c->range = unit * frequency;
  while (c->range < WPP_CODER_LEAST)
    wpp_coder_shift (c);
}

/* Decoding: which of TOTAL parts it is that was chosen, all of them being UNIT.  */
static inline uint32_t
wpp_coder_part (const struct wpp_coder *c, uint32_t unit, uint32_t total)
{
  uint32_t part = c->low / unit;
  return part < total ? part : total - 1;
}

/* Code the N low bits of VALUE, or find them out, as they are; return them.  N is at most 32.  */
uint32_t wpp_coder_bits (struct wpp_coder *c, unsigned n, uint32_t value);

#endif /* WPP_RANGECODER_H */
