/* Processes, as /proc shows them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/process.h"

int
wpp_process_open (unsigned number)
{
  char name[64];
  snprintf (name, sizeof name, "/proc/%u/stat", number);
  return number ? open (name, O_RDONLY | O_CLOEXEC) : -1;
}

/* Read the file FD into TEXT [SIZE], and return the part after the name, field 2.  The name may contain anything, but
   is the last field in parentheses.  Null when the process does not exist any more.  */
static const char *
after_name (int fd, char *text, size_t size)
{
  ssize_t n = fd < 0 ? -1 : pread (fd, text, size - 1, 0);
  if (n <= 0)
    return NULL;
  text[n] = 0;
  return strrchr (text, ')');
}

bool
wpp_process_field (int fd, unsigned field, uint64_t *value)
{
  char text[2048];
  const char *at = after_name (fd, text, sizeof text);
  for (unsigned i = 2; at && i < field; i++)
    at = strchr (at + 1, ' ');
  if (!at)
    return false;
  *value = strtoull (at + 1, NULL, 10);
  return true;
}

bool
wpp_process_zombie_p (int fd)
{
  char text[2048];
  const char *at = after_name (fd, text, sizeof text);
  return at && at[1] && (at[2] == 'Z' || at[2] == 'X');
}

uint64_t
wpp_process_start (unsigned number)
{
  uint64_t start = 0;
  int fd = wpp_process_open (number);
  wpp_process_field (fd, WPP_PROCESS_STARTED, &start);
  if (fd >= 0)
    close (fd);
  return start;
}

uint64_t
wpp_process_space (void)
{
  struct stat st;
  return stat ("/proc/self/ns/pid", &st) == 0 ? st.st_ino : 0;
}

size_t
wpp_process_processors (size_t most)
{
  cpu_set_t set;
  long n = sched_getaffinity (0, sizeof set, &set) ? sysconf (_SC_NPROCESSORS_ONLN) : CPU_COUNT (&set);
  return n < 1 ? 1 : (size_t) n < most ? (size_t) n : most;
}

char *
wpp_process_program (void)
{
  char name[PATH_MAX];
  ssize_t n = readlink ("/proc/self/exe", name, sizeof name - 1);
  return n < 0 ? NULL : strndup (name, n);
}
