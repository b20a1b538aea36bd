/* A binary arithmetic coder.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "rangecoder.h"

void
wpp_coder_encode (struct wpp_coder *c)
{
  *c = (struct wpp_coder){ .high = UINT64_MAX };
}

void
wpp_coder_decode (struct wpp_coder *c, const unsigned char *data, size_t size)
{
  *c = (struct wpp_coder){ .decoding = true, .in = wpp_reader_of (data, size) };
  for (int i = 0; i < 8; i++)
    wpp_coder_shift (c);
  c->low = 0;
  c->high = UINT64_MAX;
}

void
wpp_coder_finish (struct wpp_coder *c)
{
  if (c->low == 0)
    return;
  /* The shortest string of bytes, continued with zeros, inside the interval.  */
  for (unsigned n = 1; n <= 8; n++)
    {
      uint64_t rest = n < 8 ? UINT64_MAX >> (8 * n) : 0;
      uint64_t value = (c->low | rest) - rest;
      if (value < c->low && __builtin_add_overflow (value, rest + 1, &value))
        continue;
      if (value > c->high)
        continue;
      for (unsigned i = 0; i < n; i++)
        wpp_put_u8 (&c->out, value >> (56 - 8 * i));
      return;
    }
}
