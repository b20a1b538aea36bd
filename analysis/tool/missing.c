/* What the profiles that a command reads miss.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/missing.h"
#include "tool/tool.h"

static struct wpp_missing_files files;
static struct wpp_missing_about_row about;

void
wpp_calls_matter (void)
{
  files.calls = true;
}

int
wpp_missing_tell (const struct wpp_profile *p, struct wpp_place *place)
{
  int err = wpp_missing_files_add (&files, p, &wpp_tool_listener, place);
  wpp_missing_files_about (&files, &about);
  return err;
}

void
wpp_missing_about (struct wpp_row_sink *sink, bool end)
{
  wpp_sink_about (sink, &wpp_missing_about_schema, &about, end);
}
