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
#include "base/array.h"
#include "base/file-names.h"
#include "base/part.h"
#include "base/profile-folder.h"

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
add_part (struct wpp_profile_folder *f, const char *part, bool running)
{
  char *name = strndup (part, strlen (part) - strlen (WPP_PART));
  enum wpp_part_state state = name ? wpp_part_state (part) : WPP_PART_NONE;
  int err = 0;
  if (!name || state == WPP_PART_HELD || (state == WPP_PART_RUNS && running))
    return add (&f->profiles, &f->n, name);
  if (state == WPP_PART_RUNS && !file_p (name))
    return add (&f->running, &f->n_running, name);
  if (state == WPP_PART_LEFT && file_p (part))
    err = add (&f->left, &f->n_left, strdup (part));
  free (name);
  return err;
}

static int
add_entry (struct wpp_profile_folder *f, const char *path, const char *entry, bool running)
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
    err = add_part (f, name, running);
  free (name);
  return err;
}

static int
read_once (const char *path, bool running, struct wpp_profile_folder *f)
{
  int err = 0;
  DIR *folder = opendir (path);
  if (!folder)
    return WPP_E_IO;
  for (struct dirent *e; !err && (e = readdir (folder));)
    err = add_entry (f, path, e->d_name, running);
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

/* What ended while the folder was read the second time is a profile.  */
static void
drop_ended (struct wpp_profile_folder *f)
{
  size_t kept = 0;
  for (size_t i = 0; i < f->n_running; i++)
    if (f->n && bsearch (&f->running[i], f->profiles, f->n, sizeof *f->profiles, compare_names))
      free (f->running[i]);
    else
      f->running[kept++] = f->running[i];
  f->n_running = kept;
}

int
wpp_profile_folder_read (const char *path, bool running, struct wpp_profile_folder *f)
{
  *f = (struct wpp_profile_folder){ .n = 0 };
  int err = read_once (path, running, f);
  if (!err)
    err = read_once (path, running, f);
  if (err)
    {
      wpp_profile_folder_release (f);
      return err;
    }
  f->n = settle (f->profiles, f->n);
  f->n_running = settle (f->running, f->n_running);
  f->n_left = settle (f->left, f->n_left);
  drop_ended (f);
  return 0;
}

void
wpp_profile_folder_release (struct wpp_profile_folder *f)
{
  for (size_t i = 0; i < f->n; i++)
    free (f->profiles[i]);
  for (size_t i = 0; i < f->n_running; i++)
    free (f->running[i]);
  for (size_t i = 0; i < f->n_left; i++)
    free (f->left[i]);
  free (f->profiles);
  free (f->running);
  free (f->left);
  *f = (struct wpp_profile_folder){ .n = 0 };
}
