/* Files in memory, as copies (file-copy.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/error.h"
#include "base/file-copy.h"

/* Read the bytes FROM .. TO - 1 of FD to their places in COPY.  Where the file has become shorter, COPY ends.  */
static int
read_range (int fd, struct wpp_file_copy *copy, size_t from, size_t to)
{
  while (from < to && from < copy->size)
    {
      ssize_t n = pread (fd, copy->data + from, to - from, (off_t) from);
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return WPP_E_IO;
      if (n == 0)
        copy->size = from;
      from += n;
    }
  return 0;
}

/* Read everything in FD that is not a hole.  On a file system that does not report holes, read all.  */
static int
read_data (int fd, struct wpp_file_copy *copy)
{
  int err = 0;
  for (size_t at = 0; at < copy->size && !err;)
    {
      off_t data = lseek (fd, (off_t) at, SEEK_DATA), hole = -1;
      /* The rest of the file is a hole.  */
      if (data < 0 && errno == ENXIO)
        break;
      if (data >= 0)
        hole = lseek (fd, data, SEEK_HOLE);
      size_t from = data >= 0 ? (size_t) data : at;
      size_t to = hole > data && (size_t) hole < copy->size ? (size_t) hole : copy->size;
      err = read_range (fd, copy, from, to);
      at = to;
    }
  return err;
}

/* If FD is shorter than COPY by now, cut COPY there.  */
static int
check_end (int fd, struct wpp_file_copy *copy)
{
  struct stat st;
  if (fstat (fd, &st))
    return WPP_E_IO;
  if ((uint64_t) st.st_size < copy->size)
    copy->size = (size_t) st.st_size;
  return 0;
}

int
wpp_file_copy (int fd, struct wpp_file_copy *copy)
{
  struct stat st;
  *copy = (struct wpp_file_copy){ 0 };
  if (fstat (fd, &st))
    return WPP_E_IO;
  if (S_ISDIR (st.st_mode))
    {
      errno = EISDIR;
      return WPP_E_IO;
    }
  if (!S_ISREG (st.st_mode))
    return WPP_E_IRREGULAR;
  if (st.st_size == 0)
    return 0;
  void *data = mmap (NULL, (size_t) st.st_size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (data == MAP_FAILED)
    return WPP_E_NOMEM;
  *copy = (struct wpp_file_copy){ data, (size_t) st.st_size, (size_t) st.st_size };
  int err = read_data (fd, copy);
  if (!err)
    err = check_end (fd, copy);
  if (err)
    wpp_file_copy_release (copy);
  return err;
}

int
wpp_file_copy_named (const char *name, struct wpp_file_copy *copy)
{
  *copy = (struct wpp_file_copy){ 0 };
  int fd = open (name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return WPP_E_IO;
  int err = wpp_file_copy (fd, copy), saved = errno;
  close (fd);
  errno = saved;
  return err;
}

void
wpp_file_copy_release (struct wpp_file_copy *copy)
{
  int saved = errno;
  if (copy->data)
    munmap (copy->data, copy->room);
  errno = saved;
  *copy = (struct wpp_file_copy){ 0 };
}
