/* The limits of control groups on memory (cgroups(7)).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   /proc/self/cgroup has a line `ID:CONTROLLERS:PATH' for each hierarchy; that of version 2 has ID 0 and no controllers.
   A group's limit also holds for the groups below it.  The hierarchies are expected where systemd, Docker and the
   kernel's documentation mount them.  In a container, PATH may be the host's, of which only the root is mounted.
   So a group that does not exist is ignored.  */

#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "runtime/collect/collect.h"

/* The number in FILE; UINT64_MAX when there is none, for example when it says `max'.  */
static uint64_t
read_number (const char *file)
{
  char text[32] = "", *end;
  int fd = open (file, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return UINT64_MAX;
  ssize_t n = read (fd, text, sizeof text - 1);
  close (fd);
  uint64_t number = strtoull (text, &end, 10);
  return n > 0 && end > text ? number : UINT64_MAX;
}

/* The least limit NAME of the group PATH in the hierarchy ROOT and of the groups above it.  PATH is changed.  */
static uint64_t
least_of (const char *root, char *path, const char *name)
{
  uint64_t least = UINT64_MAX;
  char file[2 * PATH_MAX];
  for (char *slash = path + strlen (path); slash; slash = strrchr (path, '/'))
    {
      *slash = 0;
      snprintf (file, sizeof file, "%s%s/%s", root, path, name);
      uint64_t limit = read_number (file);
      least = limit < least ? limit : least;
    }
  return least;
}

/* The limit of the group that LINE of /proc/self/cgroup names.  */
static uint64_t
limit_of (char *line)
{
  char *controllers = strchr (line, ':'), *path = controllers ? strchr (controllers + 1, ':') : NULL;
  if (!path)
    return UINT64_MAX;
  *controllers++ = *path++ = 0;
  path[strcspn (path, "\n")] = 0;
  if (!*controllers)
    return least_of ("/sys/fs/cgroup", path, "memory.max");
  for (char *name; (name = strsep (&controllers, ","));)
    if (strcmp (name, "memory") == 0)
      return least_of ("/sys/fs/cgroup/memory", path, "memory.limit_in_bytes");
  return UINT64_MAX;
}

uint64_t
cgroup_memory (void)
{
  uint64_t least = UINT64_MAX;
  char line[PATH_MAX];
  FILE *f = fopen ("/proc/self/cgroup", "re");
  while (f && fgets (line, sizeof line, f))
    {
      uint64_t limit = limit_of (line);
      least = limit < least ? limit : least;
    }
  if (f)
    fclose (f);
  return least;
}
