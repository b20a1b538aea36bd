/* A whole file, for programs that make or read hostile ones.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_FUZZ_READ_FILE_H
#define WPP_TESTSUITE_FUZZ_READ_FILE_H

#include <stdbool.h>
#include <stdio.h>
#include "base/bytes.h"

/* Set *B to the bytes of the file NAME; return whether it can be opened.  */
static inline bool
read_file (const char *name, struct wpp_buffer *b)
{
  unsigned char piece[65536];
  size_t n;
  FILE *f = fopen (name, "rb");
  *b = (struct wpp_buffer){ 0 };
  if (!f)
    return false;
  while ((n = fread (piece, 1, sizeof piece, f)) > 0)
    wpp_put_bytes (b, piece, n);
  fclose (f);
  return true;
}

#endif /* WPP_TESTSUITE_FUZZ_READ_FILE_H */
