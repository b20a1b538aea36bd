/* Texts of the analysis library's error codes, and of errors at a place.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"

const char *
wpp_strerror (int code)
{
  switch (code)
    {
    case WPP_OK:
      return "no error";
    case WPP_E_NOMEM:
      return "out of memory";
    case WPP_E_IO:
      return "cannot be read or written";
    case WPP_E_FORMAT:
      return "not a wpp profile";
    case WPP_E_VERSION:
      return "made by another version of wpp";
    case WPP_E_TRUNCATED:
      return "ends too early";
    case WPP_E_CHECKSUM:
      return "checksum does not match";
    case WPP_E_CORRUPT:
      return "contents make no sense";
    case WPP_E_TOOBIG:
      return "a length or count is too big";
    case WPP_E_NOTES:
      return "executable or its notes are missing or of another build";
    case WPP_E_RANGE:
      return "argument out of range";
    case WPP_E_EMPTY:
      return "file is empty";
    case WPP_E_IRREGULAR:
      return "not a regular file";
    case WPP_E_TOLD:
      return "not as it should be";
    case WPP_E_ASKED:
      return "there is no such thing to be asked";
    case WPP_E_SAMPLE:
      return "a summary has only samples of what was executed long";
    }
  return "unknown error";
}

int
wpp_complain (struct wpp_place *place, const char *section, size_t offset, int err, const char *what,
              ...)
{
  va_list ap;
  size_t n = strlen (section);
  if (!place)
    return err;
  while (n > 0 && section[n - 1] == ' ')
    n--;
  snprintf (place->section, sizeof place->section, "%.*s", (int)n, section);
  place->offset = offset;
  va_start (ap, what);
  vsnprintf (place->what, sizeof place->what, what, ap);
  va_end (ap);
  return err;
}

/* The place of the error ERR, which comes before its text in messages.  Missing files and notes, and things that are no
   files, have no place.  */
static void
describe_place (int err, const struct wpp_place *place, char *where, size_t size)
{
  /* Tags are padded with spaces.  */
  bool section = place && place->section[0];
  where[0] = 0;
  if (place && err != WPP_E_NOTES && err != WPP_E_IO && err != WPP_E_IRREGULAR && err != WPP_E_NOMEM)
    snprintf (where, size, "%s%.*s%sbyte %llu: ", section ? "section " : "",
              section ? (int) strcspn (place->section, " ") : 0, place->section,
              section ? ", " : "", place->offset);
}

const char *
wpp_error_text (int err, const struct wpp_place *place, char *buffer, size_t size)
{
  const char *cause = err == WPP_E_IO ? strerror (errno) : wpp_strerror (err);
  const char *what = place ? place->what : "";
  char where[64];
  describe_place (err, place, where, sizeof where);
  /* The text about missing notes is complete, and so is what was told.  */
  if ((err == WPP_E_NOTES || err == WPP_E_TOLD || err == WPP_E_ASKED) && *what)
    snprintf (buffer, size, "%.511s", what);
  else
    snprintf (buffer, size, "%s%s%s%.511s", where, cause, *what ? ": " : "", what);
  return buffer;
}
