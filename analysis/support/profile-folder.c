/* The profiles of a folder (profile-folder.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   NAME.wpp.part may become NAME.wpp while the folder is read, so that neither is found.  What is there at the beginning
   is found by reading twice: if it is renamed during the first time, then under its last name the second time.  */

#define _GNU_SOURCE
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "support/array.h"
#include "support/file-names.h"
#include "support/part.h"
#include "support/profile-folder.h"

#define END ".wpp"

/* Add NAME, which is malloc'ed or null, to NAMES [*N].  */
static int
add (char ***names, size_t *n, char *name)
{
  if (!name || WPP_EXTEND (*names, *n))
    {
      free (name);
      return WPP_E_NOMEM;
    }
  (*names)[(*n)++] = name;
  return 0;
}

static bool
file_p (const char *name)
{
  struct stat st;
  return stat (name, &st) == 0 && !S_ISDIR (st.st_mode);
}

/* Add the file PART, NAME.wpp.part.  */
static int
add_part (struct wpp_profile_folder *f, const char *part)
{
  char *name = strndup (part, strlen (part) - strlen (WPP_PART));
  enum wpp_part_state state = name ? wpp_part_state (part) : WPP_PART_NONE;
  int err = 0;
  if (!name || state == WPP_PART_HELD)
    return add (&f->profiles, &f->n, name);
  if (state == WPP_PART_LEFT && file_p (part))
    err = add (&f->left, &f->n_left, strdup (part));
  free (name);
  return err;
}

static int
add_entry (struct wpp_profile_folder *f, const char *path, const char *entry)
{
  char *name;
  int err = 0;
  bool part = wpp_ends_with_p (entry, END WPP_PART);
  if (!part && !wpp_ends_with_p (entry, END))
    return 0;
  if (asprintf (&name, "%s%s%s", path, wpp_ends_with_p (path, "/") ? "" : "/", entry) < 0)
    return WPP_E_NOMEM;
  if (!part && file_p (name))
    return add (&f->profiles, &f->n, name);
  if (part)
    err = add_part (f, name);
  free (name);
  return err;
}

static int
read_once (const char *path, struct wpp_profile_folder *f)
{
  int err = 0;
  DIR *folder = opendir (path);
  if (!folder)
    return WPP_E_IO;
  for (struct dirent *e; !err && (e = readdir (folder));)
    err = add_entry (f, path, e->d_name);
  closedir (folder);
  return err;
}

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Sort NAMES [N], each once.  Return how many these are.  */
static size_t
settle (char **names, size_t n)
{
  size_t kept = 0;
  if (n)
    qsort (names, n, sizeof *names, compare_names);
  for (size_t i = 0; i < n; i++)
    if (kept && strcmp (names[kept - 1], names[i]) == 0)
      free (names[i]);
    else
      names[kept++] = names[i];
  return kept;
}

int
wpp_profile_folder_read (const char *path, struct wpp_profile_folder *f)
{
  *f = (struct wpp_profile_folder){ .n = 0 };
  int err = read_once (path, f);
  if (!err)
    err = read_once (path, f);
  if (err)
    {
      wpp_profile_folder_release (f);
      return err;
    }
  f->n = settle (f->profiles, f->n);
  f->n_left = settle (f->left, f->n_left);
  return 0;
}

void
wpp_profile_folder_release (struct wpp_profile_folder *f)
{
  for (size_t i = 0; i < f->n; i++)
    free (f->profiles[i]);
  for (size_t i = 0; i < f->n_left; i++)
    free (f->left[i]);
  free (f->profiles);
  free (f->left);
  *f = (struct wpp_profile_folder){ .n = 0 };
}
