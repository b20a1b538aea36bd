/* The files that a command's FILE arguments name (recording/opened/files.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "tool/tool.h"

/* Add NAME, a file or a folder.  Of those that cannot come any more say so if TELL.  */
static void
add (struct wpp_files *files, const char *name, bool tell)
{
  struct wpp_place place = { "", 0, "" };
  int err = wpp_files_add (files, name, tell ? &wpp_tool_listener : NULL, &place);
  if (err)
    wpp_die_at (name, err, &place);
}

void
wpp_files_add_list (struct wpp_files *files, const char *list)
{
  struct stat st;
  const char *end;
  for (; stat (list, &st) && (end = strchr (list, ',')); list = end + 1)
    {
      char *name = strndup (list, end - list);
      add (files, wpp_need (name), true);
      free (name);
    }
  add (files, list, true);
}

struct wpp_files
wpp_files_find (const struct wpp_options *common)
{
  static bool told;
  struct wpp_files files = { 0, NULL };
  for (size_t i = 0; i < common->n_args; i++)
    add (&files, common->args[i], !told);
  told = true;
  return files;
}

void
wpp_dumps_read (const struct wpp_dump_kind *kind, const char *file, void *data)
{
  struct wpp_place place = { "", 0, "" };
  struct wpp_files files = { 0, NULL };
  int err = wpp_files_add_ending (&files, file, kind->suffix, kind->what, &place);
  if (err)
    wpp_die_at (file, err, &place);
  for (size_t i = 0; i < files.n; i++)
    {
      wpp_progress ("reading", files.name[i]);
      err = kind->read (data, files.name[i], &place);
      if (err)
        wpp_die_at (files.name[i], err, err == WPP_E_TOLD ? &place : NULL);
      wpp_progress_end ();
    }
  wpp_files_free (&files);
}
