/* Text as HTML (html.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/saturate.h"
#include "base/text.h"
#include "show/report/html.h"

#define BAR 96                  /* units of its width */

/* The character at S, valid UTF-8, and its LENGTH.  */
static uint32_t
character (const char *s, size_t *length)
{
  unsigned char c = *s;
  *length = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
  uint32_t n = *length == 1 ? c : c & (0x7f >> *length);
  for (size_t i = 1; i < *length; i++)
    n = n << 6 | ((unsigned char)s[i] & 0x3f);
  return n;
}

/* Is C not seen, or does it change the order of others: controls, marks of direction, joiners, separators of lines?  */
static bool
hidden_p (uint32_t c)
{
  return c < ' ' || (c >= 0x7f && c < 0xa0) || c == 0xad || c == 0x61c || c == 0x180e || (c >= 0x200b && c <= 0x200f)
         || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb)
         || (c >= 0xe0000 && c <= 0xe007f);
}

static void
put_character (FILE *out, uint32_t c, const char *s, size_t length)
{
  static const struct { char c; const char *name; } names[]
    = { { '&', "&amp;" }, { '<', "&lt;" }, { '>', "&gt;" }, { '"', "&quot;" }, { '\'', "&#39;" } };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (c == (unsigned char)names[i].c)
      {
        fputs (names[i].name, out);
        return;
      }
  if (hidden_p (c))
    fprintf (out, "&lt;U+%04X&gt;", c);
  else
    fwrite (s, 1, length, out);
}

void
wpp_html_text (FILE *out, const char *text)
{
  char *clean = text ? wpp_utf8 (text) : NULL;
  for (size_t i = 0, length; clean && clean[i]; i += length)
    {
      uint32_t c = character (clean + i, &length);
      put_character (out, c, clean + i, length);
    }
  free (clean);
}

void
wpp_html_number (FILE *out, uint64_t n)
{
  char digits[24];
  int length = snprintf (digits, sizeof digits, "%" PRIu64, n);
  if (wpp_saturated_p (n))
    fputs ("≥&#8239;", out);
  for (int i = 0; i < length; i++)
    {
      if (i && (length - i) % 3 == 0)
        putc (',', out);
      putc (digits[i], out);
    }
}

void
wpp_html_share (FILE *out, double part, double total)
{
  double share = total > 0 ? 100 * part / total : 0;
  if (share > 0 && share < 0.01)
    fputs ("&lt;0.01", out);
  else
    fprintf (out, share < 10 ? "%.2f" : "%.1f", share);
  fputs ("&#8239;%", out);
}

void
wpp_html_bar (FILE *out, double part, double total)
{
  double share = total > 0 && part < total ? part / total : total > 0;
  fprintf (out,
           "<svg class=\"bar\" width=\"%d\" height=\"8\" aria-hidden=\"true\"><rect class=\"bar-all\" "
           "width=\"%d\" height=\"8\" rx=\"2\"/><rect class=\"bar-part\" width=\"%.1f\" height=\"8\" rx=\"2\"/></svg>",
           BAR, BAR, BAR * share);
}
