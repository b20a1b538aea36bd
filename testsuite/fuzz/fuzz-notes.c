/* Fuzz target: the payload of a record of notes (notes.h).  What the record itself says is reached by fuzz-records.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "fuzz.h"
#include "use-notes.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct wpp_unit *unit = fuzz_unit (data, size);
  if (unit)
    fuzz_use_unit (unit);
  wpp_unit_free (unit);
  return 0;
}
