/* Calls of the C library whose bytes the table follows: what they wrote is recorded at once, and what they moved or
   cleared is moved or cleared in the table.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   These rows are a part of the plan: another one needs another WPP_VALUES_VERSION.  So the table of what functions of
   the library may do (program/library/library.h), which grows, is not asked here.  Only what a call must have written
   when it has returned is read, as the program would not be harmed by that.  */

#ifndef WPP_ANALYSIS_VALUES_WRITTEN_H
#define WPP_ANALYSIS_VALUES_WRITTEN_H

#include "program/statements/body.h"

enum wpp_values_writes
{
  WPP_WRITES_RESULT,   /* as many bytes as it returns, at most argument MOST */
  WPP_WRITES_ITEMS,    /* as many items as it returns, at most argument MOST; each has argument SIZE bytes */
  WPP_WRITES_LINE,     /* a string, at most argument MOST bytes, if it returns no null pointer */
  WPP_WRITES_STRING,   /* a string */
  WPP_WRITES_COPY,     /* a string, to where its result points */
  WPP_WRITES_COUNT,    /* argument MOST bytes */
  WPP_WRITES_PRINTED,  /* a byte more than it returns; at most argument MOST, if SIZE is not 0 */
  WPP_WRITES_THERE,    /* a byte more than it returns, to where the pointer at POINTER then points */
  WPP_WRITES_MOVED,    /* what was at POINTER: argument MOST bytes, or SIZE times as many, to where its result points */
  WPP_WRITES_ZEROS     /* likewise, zeros */
};

struct wpp_values_written
{
  const char *name;    /* in assembly */
  uint8_t writes;      /* enum wpp_values_writes */
  uint8_t pointer, most, size; /* arguments, from 0 */
  uint8_t flags;       /* an argument that must be a constant without MSG_TRUNC, or 0 */
};

/* Number of the row of what S, of B, calls, if the plan can follow it; else WPP_NONE.  */
uint32_t wpp_values_written_by (const struct wpp_body *b, const struct wpp_statement *s);
const struct wpp_values_written *wpp_values_written_row (uint32_t number);

#endif /* WPP_ANALYSIS_VALUES_WRITTEN_H */
