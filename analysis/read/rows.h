/* Rows as libwpp-read's users see them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_READ_ROWS_H
#define WPP_ANALYSIS_READ_ROWS_H

#include "answers/rows.h"
#include "read/wpp-read.h"

struct wpp_read_row
{
  const struct wpp_schema *schema;
  const void *row;
};

#endif /* WPP_ANALYSIS_READ_ROWS_H */
