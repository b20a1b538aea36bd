/* The dumps of compilers that a FILE argument names.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/file-names.h"
#include "tool/tool.h"

/* Let READ have FILE, and die if it fails.  */
static void
read_one (const char *file, wpp_dump_reader *read, void *data)
{
  struct wpp_place place = { "", 0, "" };
  wpp_progress ("reading", file);
  int err = read (data, file, &place);
  if (err)
    wpp_die_at (file, err, err == WPP_E_TOLD ? &place : NULL);
  wpp_progress_end ();
}

void
wpp_dumps_read (const struct wpp_dump_files *kind, const char *file, wpp_dump_reader *read, void *data)
{
  struct stat st;
  struct dirent **entries;
  size_t found = 0;
  if (stat (file, &st) != 0 || !S_ISDIR (st.st_mode))
    {
      read_one (file, read, data);
      return;
    }
  int n = scandir (file, &entries, NULL, alphasort);
  if (n < 0)
    wpp_die (file, "%s", strerror (errno));
  for (int i = 0; i < n; i++)
    {
      char *name;
      if (asprintf (&name, "%s/%s", file, entries[i]->d_name) < 0)
        wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
      if (wpp_ends_with_p (name, kind->suffix) && ++found)
        read_one (name, read, data);
      free (name);
      free (entries[i]);
    }
  free (entries);
  if (!found)
    wpp_die (file, "no %ss (*%s) in this folder", kind->what, kind->suffix);
}
