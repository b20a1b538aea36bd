/* Fuzz target: a profile (profile.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "fuzz.h"
#include "profile-mutator.h"
#include "recording/profile/read.h"
#include "recording/profile/stacks.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct wpp_place place;
  int err = 0;
  struct wpp_profile *p = wpp_profile_parse (data, size, &err, &place);
  FUZZ_ASSERT (p ? err == 0 : err < 0 && place.offset <= size);
  if (p)
    {
      fuzz_use_profile (p);
      err = wpp_profile_by_stacks (p, &place);
      FUZZ_ASSERT (err == 0 || err == WPP_E_NOMEM);
      fuzz_use_profile (p);
    }
  wpp_profile_free (p);
  return 0;
}
