/* A range coder.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   G. N. N. Martin, Range encoding: an algorithm for removing redundancy from a digitised message, 1979.
   A choice is the part from START to START + FREQUENCY of TOTAL.  The interval is [low, low + range), in
   64 bits; a carry goes into the bytes already written.  The reader takes bytes after the end of the
   data as 0, so the writer leaves off zeros at the end.

   Two bytes are shifted out at a time.  This is so rare that the processor nearly always predicts the branch.  The
   size of the parts is found without a division.  */

#ifndef WPP_ANALYSIS_GRAMMAR_CODING_RANGECODER_H
#define WPP_ANALYSIS_GRAMMAR_CODING_RANGECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/bytes.h"

#define WPP_CODER_LEAST (UINT64_C (1) << 48)   /* no range is less */
#define WPP_CODER_TOTALS 4096u                 /* all totals are less */
#define WPP_CODER_SHIFT 2u                     /* bytes shifted out at a time */

struct wpp_coder
{
  uint64_t range;
  uint64_t low;              /* encoding: the low end; decoding: the distance of the next 8 bytes from it */
  bool decoding;
  struct wpp_buffer out;     /* encoding */
  struct wpp_reader in;      /* decoding */
  unsigned overrun;          /* decoding: bytes taken from past the end */
};

void wpp_coder_encode (struct wpp_coder *c);
void wpp_coder_decode (struct wpp_coder *c, const unsigned char *data, size_t size);

/* Write the bytes that the decoder needs to recognise the last choice.  */
void wpp_coder_finish (struct wpp_coder *c);

/* Encoding: 1 must be added to the bytes written, seen as a number.  */
void wpp_coder_carry (struct wpp_coder *c);

/* Encoding: make room for N more bytes.  Return false when out of memory.  */
bool wpp_coder_reserve (struct wpp_coder *c, size_t n);

/* Decoding: the next two bytes, when fewer than two are left.  */
uint32_t wpp_coder_last_bytes (struct wpp_coder *c);

/* [TOTAL] floor ((2^32 - 1) / TOTAL); element 0 is as element 1.  */
extern const uint32_t wpp_coder_reciprocals[WPP_CODER_TOTALS];

/* Decoding: have more bytes been read than the encoder can have meant?  */
static inline bool
wpp_coder_overrun_p (const struct wpp_coder *c)
{
  return c->overrun > sizeof c->low;
}

/* Decoding: have exactly the bytes been read that were to be decoded?  */
static inline bool
wpp_coder_used_up_p (const struct wpp_coder *c)
{
  return !wpp_coder_overrun_p (c) && c->in.at == c->in.end;
}

/* Shift out two bytes.  */
static inline void
wpp_coder_shift (struct wpp_coder *c)
{
  if (!c->decoding)
    {
      if (c->out.size + WPP_CODER_SHIFT <= c->out.capacity || wpp_coder_reserve (c, WPP_CODER_SHIFT))
        {
          c->out.data[c->out.size++] = c->low >> 56;
          c->out.data[c->out.size++] = c->low >> 48;
        }
      c->low <<= 16;
    }
  else if (c->in.end - c->in.at >= WPP_CODER_SHIFT)
    {
      c->low = c->low << 16 | (uint32_t)c->in.at[0] << 8 | c->in.at[1];
      c->in.at += WPP_CODER_SHIFT;
    }
  else
    c->low = c->low << 16 | wpp_coder_last_bytes (c);
  c->range <<= 16;
}

/* The size of each of TOTAL parts of the range, at least 2^32.  */
static inline uint64_t
wpp_coder_unit (const struct wpp_coder *c, uint32_t total)
{
  return (c->range >> 32) * wpp_coder_reciprocals[total];
}

/* Narrow the range to FREQUENCY units of UNIT, from START units on.  */
static inline void
wpp_coder_narrow (struct wpp_coder *c, uint64_t unit, uint32_t start, uint32_t frequency)
{
  uint64_t skip = unit * start;
  if (c->decoding)
    c->low -= skip;
  else if (__builtin_add_overflow (c->low, skip, &c->low))
    wpp_coder_carry (c);
  c->range = unit * frequency;
  if (__builtin_expect (c->range < WPP_CODER_LEAST, 0))
    wpp_coder_shift (c);
}

/* Decoding: which of TOTAL parts of size UNIT was chosen.  */
static inline uint32_t
wpp_coder_part (const struct wpp_coder *c, uint64_t unit, uint32_t total)
{
  uint64_t part = c->low / unit;
  return part < total ? part : total - 1;
}

/* Code the N low bits of VALUE without a model, and return them.  N is at most 32.  */
uint32_t wpp_coder_bits (struct wpp_coder *c, unsigned n, uint32_t value);

#endif /* WPP_ANALYSIS_GRAMMAR_CODING_RANGECODER_H */
