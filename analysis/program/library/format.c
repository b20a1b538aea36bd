/* Formats of printf and scanf: what becomes of each argument.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   C17 7.21.6.1 and 7.21.6.2, with glibc's %m, %C, %S and the modifier m of scanf.  Arguments by position (%1$d) and
   letters that others may have registered are UNKNOWN.  */

#include <string.h>
#include "program/library/library.h"

#define WCHAR 4u

static bool
more_p (const struct wpp_format *f)
{
  return f->text < f->end && *f->text;
}

static bool
take (struct wpp_format *f, char c)
{
  bool here = more_p (f) && *f->text == c;
  f->text += here;
  return here;
}

static void
skip (struct wpp_format *f, const char *what)
{
  while (more_p (f) && strchr (what, *f->text))
    f->text++;
}

/* The bytes of the integer that a length modifier says, which is skipped; *LENGTH is its last letter, or 0.  */
static unsigned
integer_size (struct wpp_format *f, char *length)
{
  *length = 0;
  if (!more_p (f) || !strchr ("hlqjzZtL", *f->text))
    return 4;
  *length = *f->text++;
  if (*length == 'h')
    return take (f, 'h') ? 1 : 2;
  if (*length == 'l')
    take (f, 'l');
  return 8;
}

/* A width, a precision: a number, or an argument.  */
static void
number (struct wpp_format *f)
{
  if (take (f, '*'))
    f->stars++;
  else
    skip (f, "0123456789");
}

/* ---- printf.  */

static enum wpp_conversion
printf_letter (struct wpp_format *f, unsigned *unit)
{
  char length;
  unsigned size = integer_size (f, &length);
  char letter = more_p (f) ? *f->text++ : 0;
  *unit = letter == 'S' || length == 'l' ? WCHAR : 1;
  if (letter && strchr ("diouxXcCpeEfFgGaA", letter))
    return WPP_CONVERSION_VALUE;
  if (letter == 's' || letter == 'S')
    return WPP_CONVERSION_STRING;
  if (letter == 'm')
    return WPP_CONVERSION_ERRNO;
  if (letter != 'n')
    return WPP_CONVERSION_UNKNOWN;
  *unit = size;
  return WPP_CONVERSION_STORES;
}

static enum wpp_conversion
next_printf (struct wpp_format *f, unsigned *unit)
{
  skip (f, "-+ #0'I");
  number (f);
  if (take (f, '.'))
    number (f);
  return printf_letter (f, unit);
}

/* ---- scanf.  */

/* Skip the set of %[, after its bracket.  */
static void
skip_set (struct wpp_format *f)
{
  take (f, '^');
  take (f, ']');
  while (more_p (f) && *f->text != ']')
    f->text++;
  take (f, ']');
}

static unsigned
real_size (char length)
{
  return length == 'L' ? 16 : length == 'l' ? 8 : 4;
}

static enum wpp_conversion
next_scanf (struct wpp_format *f, unsigned *unit)
{
  bool suppressed = take (f, '*'), one = !more_p (f) || *f->text < '0' || *f->text > '9';
  char length;
  take (f, '\'');
  skip (f, "0123456789");
  bool allocates = take (f, 'm');
  unsigned size = integer_size (f, &length);
  char letter = more_p (f) ? *f->text++ : 0;
  if (letter == '[')
    skip_set (f);
  else if (!letter || !strchr ("diouxXpneEfFgGaAsScC", letter))
    return WPP_CONVERSION_UNKNOWN;
  if (suppressed)
    return WPP_CONVERSION_NOTHING;
  if (allocates || letter == 'p')
    *unit = 8;
  else if (strchr ("eEfFgGaA", letter))
    *unit = real_size (length);
  else if (strchr ("sS[cC", letter))
    *unit = letter == 'c' && one && length != 'l' ? 1 : 0;
  else
    *unit = size;
  return WPP_CONVERSION_STORES;
}

/* ---- Both.  */

/* Does what is after the % say the argument by its position?  */
static bool
position_p (const struct wpp_format *f)
{
  const char *digit = f->text;
  while (digit < f->end && *digit >= '0' && *digit <= '9')
    digit++;
  return digit > f->text && digit < f->end && *digit == '$';
}

enum wpp_conversion
wpp_format_next (struct wpp_format *f, unsigned *unit)
{
  f->stars = 0;
  do
    {
      while (more_p (f) && *f->text != '%')
        f->text++;
      if (!take (f, '%'))
        return WPP_CONVERSION_END;
    }
  while (take (f, '%'));
  if (position_p (f))
    return WPP_CONVERSION_UNKNOWN;
  return f->scanf ? next_scanf (f, unit) : next_printf (f, unit);
}
