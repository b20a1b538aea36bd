/* NAME.part: the file that a collector holds before it writes the profile NAME (part.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include "base/part.h"
#include "base/process.h"

#define LINE_BEGIN "wpp process "
#define STEP 50000     /* microseconds between two checks of a file */
#define STEPS 20u      /* of a second */
#define DEAD_LOOKS 3u  /* checks without a lock until it counts as left; it may not have been taken yet */

void
wpp_part_begin (int fd, unsigned number, uint64_t start)
{
  char line[128];
  int n = snprintf (line, sizeof line, LINE_BEGIN "%u %" PRIu64 " %" PRIu64 "\n", number, start, wpp_process_space ());
  if (pwrite (fd, line, n, 0) != n || ftruncate (fd, n) < 0)
    return; /* the file is that of a collector that died, or empty */
}

/* What a NAME.part says.  */
struct part
{
  bool line;        /* it has a line, of this process: */
  unsigned number;
  uint64_t start, space;
};

/* Read FD, a NAME.part.  Return false when it is empty: the collector starts, or begins to write.  */
static bool
read_part (int fd, struct part *p)
{
  char text[128];
  ssize_t n = pread (fd, text, sizeof text - 1, 0);
  *p = (struct part){ .line = false };
  text[n > 0 ? n : 0] = 0;
  p->line = sscanf (text, LINE_BEGIN "%u %" SCNu64 " %" SCNu64, &p->number, &p->start, &p->space) == 3;
  return n > 0;
}

/* Can the process of P be looked at?  The start of other users' processes may be hidden, and processes of other name
   spaces are.  */
static bool
seen_p (const struct part *p)
{
  return p->line && p->number && p->start && p->space && p->space == wpp_process_space ();
}

/* Has the process of P died?  A process whose first thread has ended may still go on.  */
static bool
dead_p (const struct part *p)
{
  if (!seen_p (p))
    return false;
  struct pollfd end = { syscall (SYS_pidfd_open, p->number, 0), POLLIN, 0 };
  if (end.fd < 0)
    return errno == ESRCH;
  uint64_t now = wpp_process_start (p->number);
  bool dead = (now && now != p->start) || poll (&end, 1, 0) > 0;
  close (end.fd);
  return dead;
}

static bool
locked_p (int fd)
{
  return flock (fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

static enum wpp_part_state
look (const char *part)
{
  int fd = open (part, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return WPP_PART_NONE;
  struct part p;
  bool locked = locked_p (fd), runs = locked && read_part (fd, &p) && seen_p (&p) && !dead_p (&p);
  close (fd);
  return runs ? WPP_PART_RUNS : locked ? WPP_PART_HELD : WPP_PART_LEFT;
}

enum wpp_part_state
wpp_part_state (const char *part)
{
  enum wpp_part_state state = look (part);
  for (unsigned looks = 1; state == WPP_PART_LEFT && looks < DEAD_LOOKS; looks++)
    {
      usleep (STEP);
      state = look (part);
    }
  return state;
}

/* The process that holds a lock on FD, as far as /proc tells; else 0.  */
static unsigned
holder (int fd)
{
  struct stat st;
  char line[256];
  unsigned number = 0, found = 0, major, minor;
  unsigned long inode;
  FILE *locks = fopen ("/proc/locks", "re");
  while (locks && !found && fgets (line, sizeof line, locks) && fstat (fd, &st) == 0)
    if (sscanf (line, "%*d: FLOCK %*s WRITE %u %x:%x:%lu", &number, &major, &minor, &inode) == 4
        && makedev (major, minor) == st.st_dev && inode == st.st_ino)
      found = number;
  if (locks)
    fclose (locks);
  return found;
}

/* Say that FD, a NAME.part with the content P, is waited for.  NAME is FILE.  */
static void
tell_wait (int fd, const struct part *p, const char *file,
           void (*tell) (void *data, const char *file, const char *what), void *data)
{
  char collector[64] = "its collector", text[192];
  unsigned number = holder (fd);
  if (number)
    snprintf (collector, sizeof collector, "its collector, process %u,", number);
  if (p->line && !dead_p (p))
    snprintf (text, sizeof text, "waiting for the end of process %u, which %s still records", p->number, collector);
  else
    snprintf (text, sizeof text, "waiting for %s which still writes it", collector);
  tell (data, file, text);
}

/* Is FILE, or a newer one, about to come?  FD is its NAME.part, or negative, with the content *P.  */
static bool
coming_p (int fd, const struct part *p, bool empty, const char *file)
{
  struct stat st;
  return fd >= 0 && locked_p (fd) && (empty || !p->line || dead_p (p) || stat (file, &st) != 0);
}

enum wpp_part_state
wpp_part_wait (const char *file, void (*tell) (void *data, const char *file, const char *what), void *data)
{
  char *part;
  if (asprintf (&part, "%s" WPP_PART, file) < 0)
    return WPP_PART_NONE;
  bool coming = true;
  for (unsigned waited = 0, told = STEPS; coming; waited++)
    {
      struct part p;
      int fd = open (part, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
      coming = coming_p (fd, &p, fd >= 0 && !read_part (fd, &p), file);
      if (coming && waited == told)
        {
          tell_wait (fd, &p, file, tell, data);
          told *= 10;
        }
      if (fd >= 0)
        close (fd);
      if (coming)
        usleep (STEP);
    }
  enum wpp_part_state state = wpp_part_state (part);
  free (part);
  return state;
}
