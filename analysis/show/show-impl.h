/* What sinks that show rows share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_SHOW_SHOW_IMPL_H
#define WPP_ANALYSIS_SHOW_SHOW_IMPL_H

#include "show/show.h"

#define WPP_MOST_OBJECTS 8      /* within each other */

/* What wpp_sink_about says.  */
struct wpp_about
{
  const struct wpp_schema *schema; /* or null */
  const void *row;
  bool end;
};

/* A sink whose rows can be shown by themselves.  */
struct wpp_shower
{
  struct wpp_row_sink sink;
  FILE *out;
  struct wpp_about about;
  /* Write what comes before the next row of the innermost object; write ROW of an object of SCHEMA alone.  */
  int (*separate) (struct wpp_shower *s);
  int (*put) (struct wpp_shower *s, const struct wpp_schema *schema, const void *row);
  void (*release) (struct wpp_shower *s); /* may be null */
};

#endif /* WPP_ANALYSIS_SHOW_SHOW_IMPL_H */
