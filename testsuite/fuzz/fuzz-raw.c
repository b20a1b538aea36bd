/* Fuzz target: a raw file (rawfile.h) or a file of path counts (countsfile.h).  They are made of whole
   pages, most of them empty: the input has the first FUZZ_LINE bytes of each page, the rest is zeros.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "fuzz.h"
#include "recording/profile/rawfile.h"
#include "recording/profile/read.h"
#include "raw.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct wpp_place place;
  size_t pages = (size + FUZZ_LINE - 1) / FUZZ_LINE;
  unsigned char *file = calloc (pages + 1, WPP_RAW_PAGE);
  int err = 0;
  for (size_t i = 0; file && i < pages; i++)
    {
      size_t left = size - i * FUZZ_LINE;
      memcpy (file + i * WPP_RAW_PAGE, data + i * FUZZ_LINE, left < FUZZ_LINE ? left : FUZZ_LINE);
    }
  /* The last page may be cut off, too.  */
  struct wpp_profile *p
    = file ? wpp_profile_parse (file, pages * WPP_RAW_PAGE - (size % 2 ? 100 : 0) * (pages > 0), &err,
                                &place)
           : NULL;
  FUZZ_ASSERT (!file || (p ? err == 0 : err < 0));
  if (p)
    fuzz_use_profile (p);
  wpp_profile_free (p);
  free (file);
  return 0;
}
