/* The profiles of a folder while collectors finish theirs: a child process renames them, one after the other.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/error.h"
#include "base/part.h"
#include "base/profile-folder.h"
#include "unit.h"

#define N 300

/* Create I.wpp.part, locked.  Return its descriptor.  */
static int
begin (int i)
{
  char part[64];
  snprintf (part, sizeof part, "%03d.wpp" WPP_PART, i);
  int fd = open (part, O_RDWR | O_CREAT, 0600);
  return flock (fd, LOCK_EX | LOCK_NB) ? -1 : fd;
}

static void
finish (int i)
{
  char name[64], part[80];
  snprintf (name, sizeof name, "%03d.wpp", i);
  snprintf (part, sizeof part, "%s" WPP_PART, name);
  if (rename (part, name))
    _exit (1);
}

/* Are F's profiles the first N?  */
static bool
all_p (const struct wpp_profile_folder *f, size_t n)
{
  bool all = f->n == n;
  for (size_t i = 0; all && i < n; i++)
    all = (size_t)atoi (strrchr (f->profiles[i], '/') + 1) == i;
  return all;
}

/* Read the folder until everything has its name.  */
static void
check_renames (const char *path)
{
  struct wpp_profile_folder f;
  bool held = true, all = true, none_left = true;
  int status = 0, reads = 0;
  for (int i = 0; i < N; i++)
    held &= begin (i) >= 0;
  pid_t child = fork ();
  for (int i = 0; child == 0 && i < N; i++)
    {
      finish (i);
      usleep (100);
    }
  if (child == 0)
    _exit (0);
  do
    {
      all &= !wpp_profile_folder_read (path, false, &f) && all_p (&f, N);
      none_left &= f.n_left == 0;
      wpp_profile_folder_release (&f);
      reads++;
    }
  while (waitpid (child, &status, WNOHANG) == 0);
  CHECK (held && status == 0 && all, "read %s while they are renamed, all %d are there each time",
         reads > 3 ? "often" : "hardly ever", N);
  CHECK (none_left, "and none is taken for left behind");
}

static void
check_kinds (const char *path)
{
  struct wpp_profile_folder f;
  int fd = begin (N);
  close (open ("x.wpp" WPP_PART, O_RDWR | O_CREAT, 0600));
  close (open ("y" WPP_PART, O_RDWR | O_CREAT, 0600));
  mkdir ("z.wpp", 0700);
  mkdir ("z.wpp" WPP_PART, 0700);
  int err = wpp_profile_folder_read (path, false, &f);
  CHECK (!err && all_p (&f, N + 1), "one that is begun is there; other names and folders are not");
  CHECK (!err && f.n_left == 1 && strstr (f.left[0], "/x.wpp" WPP_PART), "one that nobody holds is left behind");
  wpp_profile_folder_release (&f);
  CHECK (wpp_part_state ("300.wpp" WPP_PART) == WPP_PART_HELD && wpp_part_state ("x.wpp" WPP_PART) == WPP_PART_LEFT
         && wpp_part_state ("000.wpp" WPP_PART) == WPP_PART_NONE, "states");
  close (fd);
  errno = 0;
  CHECK (wpp_profile_folder_read ("nowhere", true, &f) == WPP_E_IO && errno == ENOENT, "no folder: an error");
}

int
main (void)
{
  char path[] = "/tmp/wpp-folder-XXXXXX", command[80];
  if (!mkdtemp (path) || chdir (path))
    return 1;
  check_renames (path);
  check_kinds (path);
  snprintf (command, sizeof command, "rm -rf %s", path);
  return system (command) || unit_done ();
}
