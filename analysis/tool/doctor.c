/* wpp --doctor: what works on this machine, and what to do about the rest.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/doctor.h"
#include "base/process.h"
#include "tool/tool.h"

int
wpp_doctor (bool json)
{
  struct wpp_place place = { "", 0, "" };
  char *wpp = wpp_process_program ();
  struct wpp_row_sink *sink = wpp_need (wpp_form_named (json ? "json" : "text")->new_sink (stdout));
  int64_t failed = wpp_answer_doctor (wpp, &wpp_tool_listener, sink, &place);
  if (failed < 0)
    wpp_die_at (NULL, failed, &place);
  wpp_sink_free (sink);
  free (wpp);
  return failed ? WPP_EXIT_NOTHING : WPP_EXIT_DONE;
}
