/* The name of the file of counts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Hot file: no libc, no vector registers, signals blocked, the lock held.

   A file with the same name is replaced, with two exceptions: a file of counts whose program is still running, which
   may be this process before it executed another program; and a recording of this process.  Then the profile gets a
   number before its `.wpp', as recordings do.  */

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <linux/fs.h>
#include "runtime/counts/file.h"
#include "format/profile-file.h"
#include "runtime/common/syscall.h"

#define NAMES_MAX 1000u

#define E_NOENT 2
#define E_EXIST 17
#define E_INVAL 22
#define E_NAMETOOLONG 36
#define E_NOSYS 38

/* The start time is field 22 of `stat'.  Field 2, a name in parentheses, may contain anything.  */
uint64_t
__wpp_start_time (uint32_t pid)
{
  static char text[1024];
  char name[32] = "/proc/";
  uint64_t ticks = 0;
  __wpp_append_number (name, sizeof name, pid);
  __wpp_append (name, sizeof name, "/stat");
  long fd = wpp_open_name (name, O_RDONLY | O_CLOEXEC, 0);
  if (wpp_failed_p (fd))
    return 0;
  long n = wpp_syscall4 (SYS_read, fd, (long) text, sizeof text, 0);
  wpp_syscall2 (SYS_close, fd, 0);
  long at = n;
  while (at > 0 && text[at - 1] != ')')
    at--;
  for (int field = 2; at < n && field < 22; at++)
    field += text[at] == ' ';
  for (; at < n && text[at] >= '0' && text[at] <= '9'; at++)
    ticks = 10 * ticks + (text[at] - '0');
  return ticks;
}

static bool
equal_p (const void *a, const char *b, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    if (((const char *) a)[i] != b[i])
      return false;
  return true;
}

/* Is FD a file of counts whose program is still running?  */
static bool
in_use_p (int fd)
{
  struct
  {
    char magic[8];
    uint32_t version, pid;
    uint64_t start_time;
  } head;
  long n = wpp_syscall4 (SYS_pread64, fd, (long) &head, sizeof head, 0);
  return n == sizeof head && equal_p (head.magic, WPP_COUNTS_MAGIC, sizeof head.magic) && head.start_time != 0
         && __wpp_start_time (head.pid) == head.start_time;
}

static uint64_t
read_leb (const unsigned char **at, const unsigned char *end)
{
  uint64_t value = 0;
  for (unsigned shift = 0; *at < end && shift < 64; shift += 7)
    {
      unsigned char byte = *(*at)++;
      value |= (uint64_t) (byte & 127) << shift;
      if (byte < 128)
        break;
    }
  return value;
}

/* Is FD a recording of this process, made before it executed another program?  Its first section is PROC, and then
   comes RUN (analysis/format/profile-file.h).  */
static bool
recorded_here_p (int fd)
{
  struct
  {
    char magic[16], tag[8];
    uint64_t size, checksum;
  } head;
  unsigned char run[44];
  if (wpp_syscall4 (SYS_pread64, fd, (long) &head, sizeof head, 0) != sizeof head
      || !equal_p (head.magic, WPP_PROFILE_MAGIC, 8) || !equal_p (head.tag, "PROC", 4) || head.size > UINT32_MAX)
    return false;
  uint64_t proc = sizeof head + ((head.size + 7) & -UINT64_C (8));
  long n = wpp_syscall4 (SYS_pread64, fd, (long) run, sizeof run, proc);
  if (n < 24 || !equal_p (run, "RUN ", 4))
    return false;
  const unsigned char *at = run + 24;
  uint32_t pid = wpp_syscall2 (SYS_getpid, 0, 0);
  if (read_leb (&at, run + n) != pid)
    return false;
  uint64_t start = read_leb (&at, run + n);
  return start == 0 || start == __wpp_start_time (pid);
}

enum old /* what has become of the old file */
{
  GONE, KEPT, IRREGULAR
};

/* Rename the file TEMPORARY to NAME, in place of the old file.  The old file is kept if its program is running, or if
   it is a recording of this process, a symbolic link or irregular.  Readers find one of the two files at any time.  A
   lock keeps another program that replaces the old file from replacing this one instead.  *RESULT stays -E_EXIST when
   NAME has become another file.  */
static enum old
replace_old (const char *temporary, const char *name, long *result)
{
  struct stat there, opened;
  if (__wpp_irregular_p (name))
    return IRREGULAR;
  long fd = wpp_open_name (name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0);
  if (wpp_failed_p (fd))
    return fd == -E_NOENT ? GONE : KEPT;
  bool free = !wpp_failed_p (wpp_syscall2 (SYS_flock, fd, LOCK_EX | LOCK_NB)) && !in_use_p (fd)
              && !recorded_here_p (fd);
  if (free && !wpp_failed_p (wpp_syscall2 (SYS_fstat, fd, (long) &opened))
      && !wpp_failed_p (wpp_stat_name (name, &there, 0))
      && opened.st_ino == there.st_ino && opened.st_dev == there.st_dev)
    *result = wpp_syscall4 (SYS_renameat, AT_FDCWD, (long) temporary, AT_FDCWD, (long) name);
  wpp_syscall2 (SYS_close, fd, 0);
  return free ? GONE : KEPT;
}

long
__wpp_counts_rename_new (const char *temporary, const char *name)
{
  long result = wpp_syscall6 (SYS_renameat2, AT_FDCWD, (long) temporary, AT_FDCWD, (long) name,
                              RENAME_NOREPLACE, 0);
  if (result != -E_INVAL && result != -E_NOSYS)
    return result;
  result = wpp_syscall6 (SYS_linkat, AT_FDCWD, (long) temporary, AT_FDCWD, (long) name, 0, 0);
  if (!wpp_failed_p (result))
    wpp_unlink_name (temporary);
  return result;
}

long
__wpp_counts_publish (const char *temporary, char *name, const char *base)
{
  long result = -E_EXIST;
  for (unsigned n = 1, tries = 0; result == -E_EXIST && n <= NAMES_MAX && tries < 2 * NAMES_MAX; tries++)
    {
      name[0] = 0;
      if (!__wpp_append (name, WPP_PATH_BYTES, base) || !__wpp_number_name (name, n))
        return -E_NAMETOOLONG;
      result = __wpp_counts_rename_new (temporary, name);
      enum old old = result == -E_EXIST ? replace_old (temporary, name, &result) : GONE;
      if (old == IRREGULAR)
        break;
      n += old == KEPT;
    }
  return result;
}
