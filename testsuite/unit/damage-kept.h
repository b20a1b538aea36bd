/* Files that are kept, damaged so that only what reads them can find it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_UNIT_DAMAGE_KEPT_H
#define WPP_TESTSUITE_UNIT_DAMAGE_KEPT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "base/kept-file.h"
#include "unit.h"

/* Set *BYTES, malloc'ed, to those of the file NAME; return how many.  */
static inline size_t
kept_load (const char *name, unsigned char **bytes)
{
  FILE *f = fopen (name, "rb");
  size_t size = 0;
  *bytes = malloc (1 << 20);
  if (f)
    {
      size = fread (*bytes, 1, 1 << 20, f);
      fclose (f);
    }
  return size;
}

/* Write BYTES [SIZE], of which one to three are changed, or some at the end are missing, as NAME with a right check. */
static inline void
kept_damage (const char *name, const unsigned char *bytes, size_t size, uint64_t *seed)
{
  unsigned char *own = malloc (size);
  size_t n = unit_below (seed, 8) ? size : WPP_KEPT_CHECKED + unit_below (seed, size - WPP_KEPT_CHECKED);
  memcpy (own, bytes, size);
  for (unsigned i = 1 + unit_below (seed, 3); i--;)
    own[WPP_KEPT_CHECKED + unit_below (seed, size - WPP_KEPT_CHECKED)] = unit_random (seed);
  uint64_t check = XXH3_64bits (own + WPP_KEPT_CHECKED, n - WPP_KEPT_CHECKED);
  for (unsigned i = 0; i < 8; i++)
    own[WPP_KEPT_HEADER + i] = check >> 8 * i;
  FILE *f = fopen (name, "wb");
  fwrite (own, 1, n, f);
  fclose (f);
  free (own);
}

#endif /* WPP_TESTSUITE_UNIT_DAMAGE_KEPT_H */
