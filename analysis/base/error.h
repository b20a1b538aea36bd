/* Error codes of the analysis library.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Every function of analysis/ that can fail returns one of these (negative)
   or 0, or a null pointer with the code in an `int *err' argument.  A library
   function prints nothing and never exits.  */

#ifndef WPP_ANALYSIS_BASE_ERROR_H
#define WPP_ANALYSIS_BASE_ERROR_H

#include <stddef.h>

enum wpp_error
{
  WPP_OK = 0,
  WPP_E_NOMEM = -1,     /* out of memory */
  WPP_E_IO = -2,        /* a system call failed; errno says why */
  WPP_E_FORMAT = -3,    /* not a wpp file (magic) */
  WPP_E_VERSION = -4,   /* made by another format version */
  WPP_E_TRUNCATED = -5, /* the file ends too early */
  WPP_E_CHECKSUM = -6,  /* a section's checksum does not match */
  WPP_E_CORRUPT = -7,   /* checksums match but the contents make no sense */
  WPP_E_TOOBIG = -8,    /* a length or count exceeds 64 bits, or a stated limit */
  WPP_E_NOTES = -9,     /* the executable or its .wpp.notes are missing or of another build */
  WPP_E_RANGE = -10,    /* an argument is out of range: no such path, node, rule … */
  WPP_E_EMPTY = -11,    /* the file is empty */
  WPP_E_IRREGULAR = -12, /* neither a regular file nor a folder */
  WPP_E_TOLD = -13,     /* the place says in words what is wrong; there is no more to be said */
  WPP_E_ASKED = -14,    /* the same, where what was asked is wrong, not the file */
  WPP_E_SAMPLE = -15    /* a summary, which has only samples of long executions, cannot tell */
};

/* Return a phrase ("not a wpp profile") for CODE; never null.  */
const char *wpp_strerror (int code);

/* The place of an error in a file, for messages; the caller knows the file.  SECTION may be empty; OFFSET is in
   bytes from the beginning of the file.  The function that failed fills in all of it.  */
struct wpp_place
{
  char section[16];
  unsigned long long offset;
  char what[512];
};

/* Write to BUFFER [SIZE] what ERR at PLACE (may be null) is, but for the file, and return it; errno says more of
   WPP_E_IO.  */
const char *wpp_error_text (int err, const struct wpp_place *place, char *buffer, size_t size);

/* Fill in PLACE, if not null: SECTION, without the spaces that pad a tag; OFFSET; and the text of the printf format
   WHAT.  Return ERR.  */
int wpp_complain (struct wpp_place *place, const char *section, size_t offset, int err,
                  const char *what, ...) __attribute__ ((format (printf, 5, 6)));

#endif /* WPP_ANALYSIS_BASE_ERROR_H */
