/* Texts of the analysis library's error codes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "error.h"

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
      return "made by a newer version of wpp";
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
    }
  return "unknown error";
}
