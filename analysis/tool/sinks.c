/* Answers on standard output.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "tool/tool.h"

struct wpp_row_sink *
wpp_output_sink (const struct wpp_options *common)
{
  struct wpp_row_sink *sink = wpp_need (wpp_form_named (common->json ? "json" : "text")->new_sink (stdout));
  wpp_missing_about (sink, false);
  return sink;
}

void
wpp_output_done (struct wpp_row_sink *sink, const char *file, int err, const struct wpp_place *place)
{
  wpp_sink_free (sink);
  if (err)
    wpp_die_at (file, err, place);
}
