/* The files that users mean by a name (files.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/array.h"
#include "base/file-names.h"
#include "base/profile-folder.h"
#include "format/profile-file.h"
#include "recording/opened/files.h"

void
wpp_files_free (struct wpp_files *files)
{
  for (size_t i = 0; i < files->n; i++)
    free (files->name[i]);
  free (files->name);
  *files = (struct wpp_files){ 0, NULL };
}

/* Add NAME, malloc'ed or null.  */
static int
add (struct wpp_files *files, char *name)
{
  if (!name || WPP_EXTEND (files->name, files->n))
    {
      free (name);
      return WPP_E_NOMEM;
    }
  files->name[files->n++] = name;
  return 0;
}

static bool
folder_p (const char *name)
{
  struct stat st;
  return stat (name, &st) == 0 && S_ISDIR (st.st_mode);
}

/* ---- Profiles.  */

static int
add_folder (struct wpp_files *files, const char *folder, const struct wpp_listener *listener, struct wpp_place *place)
{
  struct wpp_profile_folder f;
  int err = wpp_profile_folder_read (folder, true, &f);
  if (err)
    return err;
  for (size_t i = 0; i < f.n_left && listener; i++)
    listener->say (listener->data, f.left[i], "left out: the collector of this run died while writing it");
  if (f.n == 0)
    err = wpp_complain (place, "", 0, WPP_E_TOLD, "no profiles (*.wpp) in this folder");
  for (size_t i = 0; i < f.n && !err; i++)
    err = add (files, strdup (f.profiles[i]));
  wpp_profile_folder_release (&f);
  return err;
}

int
wpp_files_add (struct wpp_files *files, const char *name, const struct wpp_listener *listener, struct wpp_place *place)
{
  return folder_p (name) ? add_folder (files, name, listener, place) : add (files, strdup (name));
}

/* Do the first bytes of FILE say that it is a profile?  All kinds begin alike.  */
static bool
profile_p (const char *file)
{
  struct stat st;
  char start[3] = "";
  FILE *f = stat (file, &st) == 0 && S_ISREG (st.st_mode) ? fopen (file, "r") : NULL;
  bool profile = f && fread (start, 1, sizeof start, f) == sizeof start
                 && !memcmp (start, WPP_PROFILE_MAGIC, sizeof start);
  if (f)
    fclose (f);
  return profile;
}

/* Does anything in FOLDER end in SUFFIX?  */
static bool
has_ending_p (const char *folder, const char *suffix)
{
  DIR *d = opendir (folder);
  bool found = false;
  for (struct dirent *e; d && !found && (e = readdir (d));)
    found = wpp_ends_with_p (e->d_name, suffix);
  if (d)
    closedir (d);
  return found;
}

bool
wpp_files_ending_p (const char *name, const char *suffix)
{
  return folder_p (name) ? has_ending_p (name, suffix) : wpp_ends_with_p (name, suffix);
}

bool
wpp_files_profiles_p (const char *name, const char *suffix)
{
  struct wpp_profile_folder f;
  if (!folder_p (name))
    return profile_p (name);
  if (has_ending_p (name, suffix) || wpp_profile_folder_read (name, true, &f))
    return false;
  bool profiles = f.n > 0;
  wpp_profile_folder_release (&f);
  return profiles;
}

/* ---- Other files.  */

/* Add FOLDER/ENTRY if it ends in SUFFIX.  */
static int
add_entry (struct wpp_files *files, const char *folder, const char *entry, const char *suffix)
{
  char *name;
  if (!wpp_ends_with_p (entry, suffix))
    return 0;
  return add (files, asprintf (&name, "%s/%s", folder, entry) < 0 ? NULL : name);
}

int
wpp_files_add_ending (struct wpp_files *files, const char *name, const char *suffix, const char *what,
                      struct wpp_place *place)
{
  struct dirent **entries;
  size_t before = files->n;
  int err = 0;
  if (!folder_p (name))
    return add (files, strdup (name));
  int n = scandir (name, &entries, NULL, alphasort);
  if (n < 0)
    return WPP_E_IO;
  for (int i = 0; i < n; i++)
    {
      if (!err)
        err = add_entry (files, name, entries[i]->d_name, suffix);
      free (entries[i]);
    }
  free (entries);
  if (!err && files->n == before)
    err = wpp_complain (place, "", 0, WPP_E_TOLD, "no %s (*%s) in this folder", what, suffix);
  return err;
}
