/* The bytes that the files of a program's pattern may take together (WPP_OPTIONS=disk=).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Hot file: no libc, no vector registers.  */

#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/stat.h>
#include "runtime/common/common.h"
#include "runtime/common/syscall.h"

/* The kernel's struct linux_dirent64.  */
struct entry
{
  uint64_t inode, offset;
  uint16_t bytes;
  uint8_t type;
  char name[];
};

#define ROOM 8192u

/* The bytes of the file NAME in FOLDER, a descriptor.  */
static uint64_t
bytes_of (long folder, const char *name)
{
  struct stat st;
  bool known = !wpp_failed_p (wpp_syscall4 (SYS_newfstatat, folder, (long) name, (long) &st, AT_SYMLINK_NOFOLLOW));
  return known && S_ISREG (st.st_mode) ? (uint64_t) st.st_size : 0;
}

/* The bytes of the files in FOLDER whose names begin with the N bytes at NAME, but for the file NAME if OLD.  */
static uint64_t
count_bytes (long folder, const char *name, size_t n, bool old)
{
  static char entries[ROOM] __attribute__ ((aligned (8)));
  uint64_t sum = 0;
  long got;
  while ((got = wpp_syscall4 (SYS_getdents64, folder, (long) entries, sizeof entries, 0)) > 0)
    for (long at = 0; at < got; at += ((struct entry *) (entries + at))->bytes)
      {
        const char *found = ((struct entry *) (entries + at))->name;
        bool same = __wpp_same_p (found, name, __wpp_length (name) + 1);
        if (__wpp_same_p (found, name, n) && !(same && old))
          sum += bytes_of (folder, found);
      }
  return sum;
}

uint64_t
__wpp_disk_left (const char *file, uint32_t family, bool old)
{
  static char name[WPP_PATH_BYTES];
  uint64_t disk = __wpp_settings.disk;
  size_t n = 0;
  for (size_t i = 0; file[i]; i++)
    n = file[i] == '/' ? i + 1 : n;
  if (!disk || family < n)
    return disk ? disk : UINT64_MAX;
  __wpp_copy (name, file, n);
  name[n] = 0;
  long folder = __wpp_open (n ? name : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  if (wpp_failed_p (folder))
    return disk;
  uint64_t taken = count_bytes (folder, file + n, family - n, old);
  wpp_syscall2 (SYS_close, folder, 0);
  return taken < disk ? disk - taken : 0;
}
