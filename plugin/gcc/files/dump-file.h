/* Dumps: files that are written beside the object.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GCC_FILES_DUMP_FILE_H
#define WPP_PLUGIN_GCC_FILES_DUMP_FILE_H

#include "plugin/gcc/compat.h"

extern "C"
{
#include "show/show.h"
}

/* What dumps are written with, as wpp_opts says.  */
wpp_row_sink *wpp_dump_sink (FILE *file);

/* There is no going on after the error ERR, if it is one.  */
void wpp_must_dump (int err);

/* Write the file OBJECT.ENDING beside the object by WRITE, which writes to the FILE.  */
template <typename F>
void
wpp_write_beside (const std::string &ending, F write)
{
  char *name = concat (aux_base_name, ".", ending.c_str (), NULL);
  FILE *file = fopen (name, "w");
  bool ok = file != NULL;
  if (ok)
    write (file);
  if (file)
    {
      ok = !ferror (file);
      ok &= fclose (file) == 0;
    }
  if (!ok)
    error_at (UNKNOWN_LOCATION, "cannot write %s: %s", name, xstrerror (errno));
  free (name);
}

#endif /* WPP_PLUGIN_GCC_FILES_DUMP_FILE_H */
