/* GCC's own profiles, which are named for the folder of the build.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE /* asprintf */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/error.h"
#include "base/file-names.h"
#include "base/text.h"
#include "decide/trials/gcda.h"
#include "decide/trials/jobs.h"

/* FOLDER with `#' for each slash and after its end, malloc'ed.  */
static char *
mangled (const char *folder)
{
  char *name;
  if (asprintf (&name, "%s/", folder) < 0)
    return NULL;
  for (char *p = name; *p; p++)
    if (*p == '/')
      *p = '#';
  return name;
}

static int
copy_bytes (const char *from, const char *to)
{
  char bytes[65536];
  FILE *f = fopen (from, "re"), *g = f ? fopen (to, "we") : NULL;
  int err = g ? 0 : WPP_E_IO;
  for (size_t n; !err && (n = fread (bytes, 1, sizeof bytes, f)) > 0;)
    if (fwrite (bytes, 1, n, g) != n)
      err = WPP_E_IO;
  if (f && (ferror (f) | fclose (f)))
    err = WPP_E_IO;
  if (g && fclose (g))
    err = WPP_E_IO;
  return err;
}

/* Copy NAME, which begins with OLD, to what begins with NEW.  */
static int
copy_one (const char *from, const char *to, const char *name, const char *old, const char *new)
{
  size_t length = strncmp (name, old, strlen (old)) ? 0 : strlen (old);
  char *source = NULL, *target = NULL;
  int err = asprintf (&source, "%s/%s", from, name) < 0
            || asprintf (&target, "%s/%s%s", to, length ? new : "", name + length) < 0
              ? WPP_E_NOMEM : copy_bytes (source, target);
  free (source);
  free (target);
  return err;
}

/* Copy those whose objects were named in full, if there are any.  */
static int
copy_below (const char *from, const char *built, const char *to, const char *builds)
{
  char *words[] = { wpp_shell_word (from), wpp_shell_word (built), wpp_shell_word (to), wpp_shell_word (builds) };
  char *command = NULL;
  struct wpp_job_end end = { 0 };
  int err = 0;
  for (size_t i = 0; i < 4; i++)
    err = words[i] ? err : WPP_E_NOMEM;
  if (!err
      && asprintf (&command, "[ ! -d %s%s ] || { mkdir -p %s%s && cp -R %s%s/. %s%s; }", words[0], words[1], words[2],
                   words[3], words[0], words[1], words[2], words[3]) < 0)
    err = WPP_E_NOMEM;
  if (!err)
    err = wpp_job_run (&(struct wpp_job){ .command = command }, &end);
  for (size_t i = 0; i < 4; i++)
    free (words[i]);
  free (command);
  return err ? err : end.status ? WPP_E_IO : 0;
}

/* Are there any in FOLDER itself?  */
static bool
in_folder_p (const char *folder)
{
  DIR *d = opendir (folder);
  bool any = false;
  for (struct dirent *e; d && !any && (e = readdir (d));)
    any = wpp_ends_with_p (e->d_name, ".gcda");
  if (d)
    closedir (d);
  return any;
}

int
wpp_gcda_copy (const char *from, const char *built, const char *to, const char *builds)
{
  char *old = mangled (built), *new = mangled (builds);
  DIR *d = opendir (from);
  int n = 0, err = !old || !new ? WPP_E_NOMEM : !d || (mkdir (to, 0777) && errno != EEXIST) ? WPP_E_IO : 0;
  for (struct dirent *e; !err && (e = readdir (d));)
    if (wpp_ends_with_p (e->d_name, ".gcda"))
      {
        err = copy_one (from, to, e->d_name, old, new);
        n++;
      }
  if (d)
    closedir (d);
  free (old);
  free (new);
  if (!err)
    err = copy_below (from, built, to, builds);
  return err ? err : n;
}

bool
wpp_gcda_any_p (const char *folder, const char *built)
{
  char *below;
  if (asprintf (&below, "%s%s", folder, built) < 0)
    return false;
  bool any = in_folder_p (folder) || access (below, F_OK) == 0;
  free (below);
  return any;
}
