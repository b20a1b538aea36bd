/* Names of files (file-names.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <unistd.h>
#include <stdio.h>
#include <stdbool.h>
#include <fcntl.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/file-names.h"

/* DIRECTORY/NAME, or NAME if that is absolute, malloc'ed.  */
static char *
file_in_directory (const char *directory, const char *name)
{
  size_t n = *name == '/' ? 0 : strlen (directory), m = strlen (name);
  char *both = malloc (n + m + 2);
  if (!both)
    return NULL;
  memcpy (both, directory, n);
  if (n)
    both[n++] = '/';
  memcpy (both + n, name, m + 1);
  return both;
}

/* May NAME be a symbolic link?  It is relative to DIRECTORY or, if it is not there, to the current folder.  A name that
   is nowhere may be one if CAUTIOUS.  */
static bool
link_p (const char *directory, const char *name, bool cautious)
{
  struct stat st;
  char *both = file_in_directory (directory, name);
  bool found = (both && lstat (both, &st) == 0) || lstat (name, &st) == 0;
  free (both);
  return found ? S_ISLNK (st.st_mode) : cautious;
}

/* The beginning of the last component of the name from OUT to END.  */
static char *
last_component (char *out, char *end)
{
  while (end > out && end[-1] != '/')
    end--;
  return end;
}

/* Does `..' undo the last component of the name from OUT to END, which is relative to DIRECTORY?  */
static bool
undone_p (const char *directory, char *out, char *end, bool cautious)
{
  *end = 0;
  const char *last = last_component (out, end);
  return *last && strcmp (last, "..") && !link_p (directory, out, cautious);
}

char *
wpp_file_tidy (const char *directory, const char *name, bool cautious)
{
  char *out = malloc (strlen (name) + 2), *to = out;
  const char *at = name;
  if (!out)
    return NULL;
  if (*at == '/')
    *to++ = '/';
  while (*at)
    {
      size_t n = strcspn (at, "/");
      if (n == 2 && at[0] == '.' && at[1] == '.' && undone_p (directory, out, to, cautious))
        {
          to = last_component (out, to);
          if (to > out + 1)
            to--;
        }
      else if (n > 0 && !(n == 1 && *at == '.'))
        {
          if (to > out && to[-1] != '/')
            *to++ = '/';
          memcpy (to, at, n);
          to += n;
        }
      at += n + (at[n] == '/');
    }
  *to = 0;
  return out;
}

char *
wpp_file_complete (const char *directory, const char *name)
{
  char *both = file_in_directory (directory, name), *out = both ? wpp_file_tidy ("", both, false) : NULL;
  free (both);
  return out;
}

const char *
wpp_file_below (const char *root, const char *path)
{
  size_t n = strlen (root);
  if (n > 0 && root[n - 1] == '/')
    n--;
  return strncmp (root, path, n) == 0 && path[n] == '/' && path[n + 1] ? path + n + 1 : NULL;
}

bool
wpp_ends_with_p (const char *name, const char *end)
{
  size_t n = strlen (name), m = strlen (end);
  return n > m && strcmp (name + n - m, end) == 0;
}

/* ---- Files that have no name.  */

#define MOST_TRIES 100

int
wpp_nameless_open (const char *name)
{
  char *folder = strdup (name), *slash = folder ? strrchr (folder, '/') : NULL;
  if (slash)
    slash[slash == folder] = 0;
  const char *within = slash ? folder : ".";
  bool can = folder && access ("/proc/self/fd", X_OK) == 0;
  int fd = can ? open (within, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666) : -1;
  free (folder);
  return fd;
}

/* Give the file FD, which has none, NAME.  */
static int
give_name (int fd, const char *name)
{
  char self[32];
  snprintf (self, sizeof self, "/proc/self/fd/%d", fd);
  return linkat (AT_FDCWD, self, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
}

/* Give FD a name beside NAME, *BESIDE, malloc'ed.  */
static int
name_beside (int fd, const char *name, char **beside)
{
  int result = -1;
  for (unsigned i = 0; i < MOST_TRIES && result; i++)
    {
      if (asprintf (beside, "%s.%d-%u", name, (int)getpid (), i) < 0)
        {
          *beside = NULL;
          return -1;
        }
      result = give_name (fd, *beside);
      if (result)
        free (*beside);
      if (result && errno != EEXIST)
        break;
    }
  if (result)
    *beside = NULL;
  return result;
}

int
wpp_nameless_publish (int fd, const char *name)
{
  char *beside;
  if (!give_name (fd, name))
    return 0;
  if (errno != EEXIST || name_beside (fd, name, &beside))
    return -1;
  int result = rename (beside, name);
  if (result)
    {
      int error = errno;
      unlink (beside);
      errno = error;
    }
  free (beside);
  return result;
}
