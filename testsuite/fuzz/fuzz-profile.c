/* Fuzz target: a profile (profile.h).  Mutants get right checksums and an END most of the time,
   or none would pass the frame.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "fuzz.h"
#include "mend.h"
#include "profile/read.h"

size_t LLVMFuzzerMutate (uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t max_size, unsigned int seed);

size_t
LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
  size = LLVMFuzzerMutate (data, size, max_size);
  return seed % 8 ? fuzz_mend_profile (data, size, max_size) : size;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct wpp_place place;
  int err = 0;
  struct wpp_profile *p = wpp_profile_parse (data, size, &err, &place);
  FUZZ_ASSERT (p ? err == 0 : err < 0 && place.offset <= size);
  if (p)
    fuzz_use_profile (p);
  wpp_profile_free (p);
  return 0;
}
