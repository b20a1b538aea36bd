/* NAME.part: the file that a collector holds before it writes the profile NAME (part.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "support/part.h"
#include "support/process.h"

#define LINE_BEGIN "wpp process "

void
wpp_part_begin (int fd, unsigned number, uint64_t start)
{
  char line[128];
  int n = snprintf (line, sizeof line, LINE_BEGIN "%u %" PRIu64 " %" PRIu64 "\n", number, start, wpp_process_space ());
  if (pwrite (fd, line, n, 0) != n || ftruncate (fd, n) < 0)
    return; /* the file is that of a collector that died, or empty */
}

/* Has process NUMBER, which began at START, died?  A process whose first thread has ended may still go on.  The start
   of other users' processes may be hidden.  */
static bool
dead_p (unsigned number, uint64_t start)
{
  struct pollfd p = { syscall (SYS_pidfd_open, number, 0), POLLIN, 0 };
  if (p.fd < 0)
    return errno == ESRCH;
  uint64_t now = wpp_process_start (number);
  bool dead = (now && now != start) || poll (&p, 1, 0) > 0;
  close (p.fd);
  return dead;
}

/* FD is a NAME.part: has its process ended, or is the profile being written?  */
static bool
over_p (int fd)
{
  char text[128];
  unsigned number;
  uint64_t start, space;
  ssize_t n = pread (fd, text, sizeof text - 1, 0);
  if (n <= 0)
    return false;
  text[n] = 0;
  if (sscanf (text, LINE_BEGIN "%u %" SCNu64 " %" SCNu64, &number, &start, &space) != 3)
    return true;
  return number && start && space && space == wpp_process_space () && dead_p (number, start);
}

static bool
locked_p (int fd)
{
  return flock (fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

int
wpp_part_held (const char *part)
{
  int fd = open (part, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return -1;
  int held = locked_p (fd);
  close (fd);
  return held;
}

bool
wpp_part_coming_p (const char *file)
{
  char *part;
  if (asprintf (&part, "%s" WPP_PART, file) < 0)
    return false;
  int fd = open (part, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  bool coming = fd >= 0 && over_p (fd) && locked_p (fd);
  if (fd >= 0)
    close (fd);
  free (part);
  return coming;
}
