/* Answers in the forms of other tools: `wpp export'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A sink for each form.  wpp-export(1) has a table of what each form loses.  */

#ifndef WPP_ANALYSIS_SHOW_EXPORT_EXPORT_H
#define WPP_ANALYSIS_SHOW_EXPORT_EXPORT_H

#include <stdbool.h>
#include <stdio.h>
#include "answers/rows.h"

/* What a form is made of.  */
enum wpp_export_of
{
  WPP_EXPORT_STACKS,            /* answers/stacks.h */
  WPP_EXPORT_LINES,             /* answers/lines.h */
  WPP_EXPORT_GCOV,              /* answers/gcov.h */
  WPP_EXPORT_SAMPLES,           /* answers/samples.h */
  WPP_EXPORT_ORDER,             /* answers/function-order.h */
  WPP_EXPORT_FIRST_USE          /* the same, by first use */
};

struct wpp_export
{
  const char *name, *doc;
  enum wpp_export_of of;
  bool binary;                  /* not for terminals */
  unsigned versions;            /* the greatest version of the form that users choose among, from 1; 0: there is one */
  /* Make a sink that writes to OUT, in VERSION, or in that of the compiler if it is 0; null when out of memory.  It is
     a form's (show.h).  */
  struct wpp_row_sink *(*new_sink) (FILE *out, unsigned version);
};

/* All of them, up to one without a name; wpp_export_named finds one, or null.  */
extern const struct wpp_export wpp_exports[];
const struct wpp_export *wpp_export_named (const char *name);

#endif /* WPP_ANALYSIS_SHOW_EXPORT_EXPORT_H */
