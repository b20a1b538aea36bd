/* Dumps: files that are written beside the object.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/gcc/files/dump-file.h"
#include "plugin/options/options.h"

extern "C"
{
#include "base/error.h"
}

wpp_row_sink *
wpp_dump_sink (FILE *file)
{
  return wpp_opts.dump_json ? wpp_compiler_json (file) : wpp_text_sink (file);
}

void
wpp_must_dump (int err)
{
  if (err)
    fatal_error (UNKNOWN_LOCATION, "%s", wpp_strerror (err));
}
