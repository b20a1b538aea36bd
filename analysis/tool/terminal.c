/* Protection of terminals from control characters.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Names of functions and files come from profiles, which somebody else may have made, and a terminal would execute
   control characters in them.  Output to files and pipes is not changed.  */

#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "tool/tool.h"

/* The write function of a stream: write TEXT [N] to the stream COOKIE.  Return N, or 0 after an error.  */
static ssize_t
show (void *cookie, const char *text, size_t n)
{
  char *copy = wpp_new (n, 1);
  memcpy (copy, text, n);
  wpp_tame (copy, n, "\n\t");
  bool ok = fwrite (copy, 1, n, cookie) == n && fflush (cookie) == 0;
  free (copy);
  return ok ? (ssize_t)n : 0;
}

void
wpp_tame_output (void)
{
  FILE *f = isatty (STDOUT_FILENO) ? fopencookie (stdout, "w", (cookie_io_functions_t){ .write = show }) : NULL;
  if (!f)
    return;
  setvbuf (f, NULL, _IOLBF, 0);
  stdout = f;
}
