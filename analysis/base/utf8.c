/* Text as UTF-8.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/utf8.h"

/* The length of the UTF-8 character at S, which has N bytes left; 0 when there is none.  */
static size_t
utf8_length (const unsigned char *s, size_t n)
{
  static const struct { unsigned char mask, lead; uint32_t least; } forms[]
    = { { 0x80, 0, 0 }, { 0xe0, 0xc0, 0x80 }, { 0xf0, 0xe0, 0x800 }, { 0xf8, 0xf0, 0x10000 } };
  for (size_t more = 0; more < 4; more++)
    if ((*s & forms[more].mask) == forms[more].lead)
      {
        uint32_t c = *s & (unsigned char) ~forms[more].mask;
        if (more >= n)
          return 0;
        for (size_t i = 1; i <= more; i++)
          {
            if ((s[i] & 0xc0) != 0x80)
              return 0;
            c = c << 6 | (s[i] & 0x3f);
          }
        bool surrogate = c >= 0xd800 && c <= 0xdfff;
        return c < forms[more].least || c > 0x10ffff || surrogate ? 0 : more + 1;
      }
  return 0;
}

char *
wpp_utf8 (const char *text)
{
  size_t n = strlen (text), used = 0;
  char *clean = malloc (3 * n + 1);
  if (!clean)
    return NULL;
  for (size_t i = 0; i < n;)
    {
      size_t length = utf8_length ((const unsigned char *) text + i, n - i);
      memcpy (clean + used, length ? text + i : "\357\277\275", length ? length : 3);
      used += length ? length : 3;
      i += length ? length : 1;
    }
  clean[used] = 0;
  return clean;
}
