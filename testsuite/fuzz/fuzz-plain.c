/* Fuzz target: a grammar in the plain form, before it is packed (plainform.h).  What zstd
   unpacks is as hostile as the rest; a fuzzer that had to go through zstd would not get there.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <zstd.h>
#include "base/bytes.h"
#include "grammar/coding/codec.h"
#include "fuzz.h"

#define FORM_PLAIN 128 /* the first byte of a coded grammar, wpp(5) */

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct wpp_buffer b = { 0 };
  size_t bound = ZSTD_compressBound (size);
  wpp_put_u8 (&b, FORM_PLAIN);
  wpp_put_leb (&b, size);
  unsigned char *packed = wpp_buffer_add (&b, bound);
  if (packed)
    {
      b.size -= bound - ZSTD_compress (packed, bound, data, size, 1);
      int err = 0;
      struct wpp_grammar *g = wpp_grammar_decode (b.data, b.size, &err);
      FUZZ_ASSERT ((g == NULL) == (err < 0));
      if (g)
        fuzz_use_grammar (g);
      wpp_grammar_free (g);
    }
  wpp_buffer_release (&b);
  return 0;
}
