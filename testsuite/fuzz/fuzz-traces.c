/* Fuzz target: traces and calls (recording/traces/coded.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "fuzz.h"
#include "../unit/use-traces.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  fuzz_use_traces (data, size);
  return 0;
}
