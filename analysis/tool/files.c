/* The profiles that a command's FILE arguments name.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A folder stands for the profiles in it, in the order of their names, those that are being written included.  So what
   a program has recorded that ended before the command began is not left out (base/part.h).  */

#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/profile-folder.h"
#include "tool/tool.h"

/* The concatenation of A, B and C, malloc'ed.  */
static char *
concat (const char *a, const char *b, const char *c)
{
  char *s;
  if (asprintf (&s, "%s%s%s", a, b, c) < 0)
    wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
  return s;
}

static void
add_file (struct wpp_files *files, char *name)
{
  files->name = wpp_grow (files->name, files->n + 1, sizeof *files->name);
  files->name[files->n++] = name;
}

/* Add the profiles of FOLDER.  Of those that cannot come any more say so if TELL.  */
static void
add_folder (struct wpp_files *files, const char *folder, bool tell)
{
  struct wpp_profile_folder f;
  int err = wpp_profile_folder_read (folder, true, &f);
  if (err)
    wpp_die (folder, "%s", err == WPP_E_IO ? strerror (errno) : wpp_strerror (err));
  for (size_t i = 0; tell && i < f.n_left; i++)
    wpp_say (f.left[i], "left out: the collector of this run died while writing it");
  if (f.n == 0)
    wpp_die (folder, "no profiles (*.wpp) in this folder");
  for (size_t i = 0; i < f.n; i++)
    add_file (files, concat (f.profiles[i], "", ""));
  wpp_profile_folder_release (&f);
}

/* Add NAME, a file or a folder.  */
static void
add_path (struct wpp_files *files, const char *name, bool tell)
{
  struct stat st;
  if (stat (name, &st) == 0 && S_ISDIR (st.st_mode))
    add_folder (files, name, tell);
  else
    add_file (files, concat (name, "", ""));
}

struct wpp_files
wpp_files_list (const char *list)
{
  struct wpp_files files = { 0, NULL };
  struct stat st;
  const char *end;
  for (; stat (list, &st) && (end = strchr (list, ',')); list = end + 1)
    {
      char *name = strndup (list, end - list);
      add_path (&files, wpp_need (name), true);
      free (name);
    }
  add_path (&files, list, true);
  return files;
}

struct wpp_files
wpp_files_find (const struct wpp_options *common)
{
  static bool told;
  struct wpp_files files = { 0, NULL };
  for (size_t i = 0; i < common->n_args; i++)
    add_path (&files, common->args[i], !told);
  told = true;
  return files;
}

void
wpp_files_free (struct wpp_files *files)
{
  for (size_t i = 0; i < files->n; i++)
    free (files->name[i]);
  free (files->name);
}
