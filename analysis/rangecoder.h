/* A binary arithmetic coder.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   J. Rissanen, G. Langdon, Arithmetic Coding, 1979, for single bits whose
   probabilities a model gives.  The interval is kept in 64 bits, so there is
   precision to spare where it straddles a byte's boundary and no carry is ever
   propagated.  Bytes behind the end of the data read as 0; the writer leaves
   off what that makes superfluous.  */

#ifndef WPP_RANGECODER_H
#define WPP_RANGECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "bytes.h"

struct wpp_coder
{
  uint64_t low, high;        /* the interval, both inclusive */
  bool decoding;
  struct wpp_buffer out;     /* encoding */
  struct wpp_reader in;      /* decoding */
  uint64_t code;             /* decoding: the next 8 bytes */
  unsigned overrun;          /* decoding: bytes taken from behind the end */
};

void wpp_coder_encode (struct wpp_coder *c);
void wpp_coder_decode (struct wpp_coder *c, const unsigned char *data, size_t size);

/* Write what the decoder needs to tell the last bit.  */
void wpp_coder_finish (struct wpp_coder *c);

/* Decoding: have more bytes been read than the encoder can have meant?  */
static inline bool
wpp_coder_overrun_p (const struct wpp_coder *c)
{
  return c->overrun > 8;
}

/* Take the next byte in.  */
static inline void
wpp_coder_shift (struct wpp_coder *c)
{
  if (!c->decoding)
    wpp_put_u8 (&c->out, c->high >> 56);
  else if (c->in.at < c->in.end)
    c->code = c->code << 8 | *c->in.at++;
  else
    {
      c->code <<= 8;
      c->overrun += c->overrun <= 8;
    }
  c->low <<= 8;
  c->high = c->high << 8 | 255;
}

/* Code BIT (encoding) or find it out (decoding), and return it.  P, 1 .. 65535, is 2^16 times
   the probability of 1.  */
static inline int
wpp_coder_bit (struct wpp_coder *c, uint32_t p, int bit)
{
  uint64_t middle = c->low + ((c->high - c->low) >> 16) * p;
  if (c->decoding)
    bit = c->code <= middle;
  if (bit)
    c->high = middle;
  else
    c->low = middle + 1;
  while ((c->low ^ c->high) >> 56 == 0)
    wpp_coder_shift (c);
  return bit;
}

#endif /* WPP_RANGECODER_H */
