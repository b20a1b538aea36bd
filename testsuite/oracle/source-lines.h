/* What the slicers by source lines share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Whoever leaves a line of the source in leaves all of its statements in.  So all of a line's statements are sliced,
   too, until no line is added.  Lines are those of one file.  */

#ifndef WPP_TESTSUITE_ORACLE_SOURCE_LINES_H
#define WPP_TESTSUITE_ORACLE_SOURCE_LINES_H

#include "dependence/slices/slice.h"
#include "recording/profile/read.h"

#define SOURCE_LINES (1 << 20)

struct source_lines
{
  const char *name;              /* of the oracle */
  const char *file;              /* the end of its name */
  struct wpp_profile *profile;
  struct wpp_slicer s;
  bool *in;                      /* [SOURCE_LINES] what is in the slice */
};

/* Unless OK, print WHAT is wrong and end with status 2.  */
void source_check (const struct source_lines *x, bool ok, const char *what);
/* Read the profile FILE and its program, and begin with no line; the slicer is made by whoever asks.  */
void source_read (struct source_lines *x, const char *file);
const struct wpp_slice_code *source_code (const struct source_lines *x, uint32_t item);
/* The line of ITEM of the slicer's model, or 0: it has none, or one of another file.  */
uint32_t source_line (const struct source_lines *x, uint32_t item);
void source_print (const struct source_lines *x);

#endif /* WPP_TESTSUITE_ORACLE_SOURCE_LINES_H */
