/* gcov's JSON: what `wpp lines --gcov --json' prints.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "show/export/export-impl.h"

struct wpp_row_sink *
wpp_gcov_sink (FILE *out, unsigned version)
{
  return wpp_json_sink (out);
}
