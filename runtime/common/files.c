/* Our files, which are made, and opened again by their names.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   No descriptor is kept, because the program may close it, or may expect its number to be free.

   Hot file: no libc, no vector registers.  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include "runtime/common/common.h"
#include "runtime/common/syscall.h"

#define OWNER_MODE 0600
#define FOLDER_MODE 0777

unsigned
__wpp_hold_low (int held[3])
{
  unsigned n = 0;
  while (n < 3)
    {
      long fd = wpp_open_name ("/", O_PATH | O_CLOEXEC, 0);
      if (fd > 2)
        wpp_syscall2 (SYS_close, fd, 0);
      if (fd < 0 || fd > 2)
        break;
      held[n++] = fd;
    }
  return n;
}

void
__wpp_let_low (const int held[3], unsigned n)
{
  while (n > 0)
    wpp_syscall2 (SYS_close, held[--n], 0);
}

long
__wpp_open (const char *name, int flags, int mode)
{
  int held[3];
  unsigned n = __wpp_hold_low (held);
  long fd = wpp_open_name (name, flags, mode);
  __wpp_let_low (held, n);
  return fd;
}

/* Make the folder whose name is the first N bytes of NAME.  Return 0 or a negative error number.  */
static long
make_folder (const char *name, size_t n)
{
  static char folder[WPP_PATH_BYTES];
  __wpp_copy (folder, name, n);
  folder[n] = 0;
  return wpp_syscall4 (SYS_mkdirat, AT_FDCWD, (long) folder, FOLDER_MODE, 0);
}

void
__wpp_make_folders (const char *file, bool all)
{
  size_t end = __wpp_length (file);
  while (end > 0 && file[end - 1] != '/')
    end--;
  if (*file != '/' || end <= 1 || make_folder (file, end - 1) != -ENOENT || !all)
    return;
  for (size_t n = 1; n < end; n++)
    if (file[n] == '/')
      make_folder (file, n);
}

bool
__wpp_note_file (int fd, struct wpp_identity *id)
{
  struct stat st;
  if (wpp_failed_p (wpp_syscall2 (SYS_fstat, fd, (long) &st)))
    return false;
  *id = (struct wpp_identity){ st.st_dev, st.st_ino };
  if ((st.st_mode & OWNER_MODE) != OWNER_MODE)
    wpp_syscall2 (SYS_fchmod, fd, (st.st_mode & 0777) | OWNER_MODE);
  return true;
}

bool
__wpp_same_file_p (int fd, const struct wpp_identity *id)
{
  struct stat st;
  return !wpp_failed_p (wpp_syscall2 (SYS_fstat, fd, (long) &st)) && st.st_dev == id->device && st.st_ino == id->inode;
}
