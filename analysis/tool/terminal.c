/* Protection of terminals from control characters.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Names of functions and files come from profiles, which somebody else may have made, and a terminal would execute
   control characters in them.  Output to files and pipes is not changed.  */

#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tool/tool.h"

/* The length of the control character at the beginning of TEXT, N > 0 bytes in UTF-8; 0 when there is none.  */
static size_t
control_length (const char *text, size_t n)
{
  unsigned char c = text[0], next = n > 1 ? text[1] : 0;
  if (c == 0xc2 && next >= 0x80 && next < 0xa0)
    return 2;
  return c < ' ' || c == 127;
}

void
wpp_tame (char *text, size_t n, const char *but)
{
  for (size_t i = 0; i < n;)
    {
      size_t length = control_length (text + i, n - i);
      if (!text[i] || !strchr (but, text[i]))
        memset (text + i, '?', length);
      i += length > 0 ? length : 1;
    }
}

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
