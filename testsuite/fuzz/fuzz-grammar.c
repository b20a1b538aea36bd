/* Fuzz target: a coded grammar, in either form (codec.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "grammar/coding/codec.h"
#include "fuzz.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  int err = 0;
  struct wpp_grammar *g = wpp_grammar_decode (data, size, &err);
  FUZZ_ASSERT ((g == NULL) == (err < 0));
  if (g)
    fuzz_use_grammar (g);
  wpp_grammar_free (g);
  return 0;
}
