/* What layouts write again and again.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <inttypes.h>
#include <string.h>
#include "show/cells.h"
#include "base/saturate.h"

void
wpp_put_on_line (FILE *out, const char *text)
{
  for (; *text; text++)
    putc ((unsigned char) *text < ' ' || *text == 127 ? '?' : *text, out);
}

void
wpp_put_csv (FILE *out, const char *text, char end)
{
  bool quoted = text[strcspn (text, ",\"\r\n")];
  if (quoted)
    putc ('"', out);
  for (; *text; text++)
    {
      if (*text == '"')
        putc ('"', out);
      putc (*text, out);
    }
  if (quoted)
    putc ('"', out);
  putc (end, out);
}

void
wpp_put_number (FILE *out, uint64_t n)
{
  char text[24], *at = text + sizeof text;
  do
    *--at = '0' + n % 10;
  while (n /= 10);
  fwrite_unlocked (at, 1, text + sizeof text - at, out);
}

const char *
wpp_count_text (uint64_t n, char buffer[WPP_COUNT_TEXT])
{
  snprintf (buffer, WPP_COUNT_TEXT, "%s%" PRIu64, wpp_saturated_p (n) ? ">=" : "", n);
  return buffer;
}

const char *
wpp_big_text (const mpz_t n, char buffer[WPP_BIG_TEXT])
{
  if (wpp_big_exact_p (n))
    gmp_snprintf (buffer, WPP_BIG_TEXT, "%Zd", n);
  else
    snprintf (buffer, WPP_BIG_TEXT, ">=2^%d", WPP_BIG_BITS);
  return buffer;
}
