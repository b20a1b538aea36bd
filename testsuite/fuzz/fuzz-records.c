/* Fuzz target: the bytes of a section `.wpp.notes' (notes.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "fuzz.h"
#include "use-notes.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct wpp_unit **units = NULL;
  struct wpp_place place = { 0 };
  size_t n = 0;
  int err = wpp_notes_read (data, size, NULL, &units, &n, &place);
  FUZZ_ASSERT (err ? err < 0 && n == 0 && place.offset <= size : size == 0 || n <= size);
  fuzz_use_units (units, n);
  return 0;
}
