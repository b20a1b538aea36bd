/* Mutants of profiles for fuzz targets: most get right checksums and an END, or none would pass the frame.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_FUZZ_PROFILE_MUTATOR_H
#define WPP_TESTSUITE_FUZZ_PROFILE_MUTATOR_H

#include "mend.h"

size_t LLVMFuzzerMutate (uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t max_size, unsigned int seed);

size_t
LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
  size = LLVMFuzzerMutate (data, size, max_size);
  return seed % 8 ? fuzz_mend_profile (data, size, max_size) : size;
}

#endif /* WPP_TESTSUITE_FUZZ_PROFILE_MUTATOR_H */
