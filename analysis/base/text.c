/* Text for others: as UTF-8, as a shell reads it, on terminals (text.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"

/* ---- UTF-8.  */

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

/* ---- Words for a shell.  */

/* Write TEXT in quotes to TO, which has room for 4 bytes each and 3 more; return where it ends.  */
static char *
quote (char *to, const char *text)
{
  *to++ = '\'';
  for (; *text; text++)
    if (*text == '\'')
      to = stpcpy (to, "'\\''");
    else
      *to++ = *text;
  return stpcpy (to, "'");
}

char *
wpp_shell_word (const char *text)
{
  char *word = malloc (4 * strlen (text) + 3);
  if (word)
    quote (word, text);
  return word;
}

/* Does a shell read WORD as it is?  */
static bool
plain_p (const char *word)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./,:=@%+-";
  return *word && !word[strspn (word, plain)];
}

char *
wpp_shell_words (const char *const *words, size_t n)
{
  size_t room = 1;
  for (size_t i = 0; i < n; i++)
    room += 4 * strlen (words[i]) + 4;
  char *text = malloc (room), *to = text;
  for (size_t i = 0; i < n && text; i++)
    {
      if (i)
        *to++ = ' ';
      to = plain_p (words[i]) ? stpcpy (to, words[i]) : quote (to, words[i]);
    }
  if (text)
    *to = 0;
  return text;
}

/* ---- Terminals.  */

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
