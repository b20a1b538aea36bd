/* Bytes, strings and messages without libc.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include <errno.h>
#include <signal.h>
#include "runtime/common/common.h"
#include "runtime/common/syscall.h"

/* These do not call libc, whose functions use vector registers; and a program may have functions of these names, which
   are recorded.  */
void
__wpp_copy (void *to, const void *from, size_t n)
{
  wpp_copy_bytes (to, from, n);
}

void
__wpp_zero (void *to, size_t n)
{
  wpp_fill_bytes (to, 0, n);
}

bool
__wpp_same_p (const void *a, const void *b, size_t n)
{
  const unsigned char *x = a, *y = b;
  while (n > 0 && *x == *y)
    x++, y++, n--;
  return n == 0;
}

size_t
__wpp_length (const char *s)
{
  size_t n = 0;
  while (((const volatile char *) s)[n])
    n++;
  return n;
}

bool
__wpp_append (char *to, size_t room, const char *s)
{
  size_t have = __wpp_length (to), more = __wpp_length (s);
  if (more >= room - have)
    return false;
  __wpp_copy (to + have, s, more + 1);
  return true;
}

bool
__wpp_append_number (char *to, size_t room, uint64_t n)
{
  char digits[24];
  size_t at = sizeof digits - 1;
  digits[at] = 0;
  do
    digits[--at] = '0' + n % 10;
  while (n /= 10);
  return __wpp_append (to, room, digits + at);
}

/* Write LINE to standard error.  If nobody reads that, or if it is a file that may not grow, the program must not get a
   signal, because it is not the program that has written.  */
static void
write_line (const char *line)
{
  static const uint64_t unread = 1ull << (SIGPIPE - 1), too_big = 1ull << (SIGXFSZ - 1);
  uint64_t mask = wpp_block_signals (), before = wpp_arrived_signals ();
  long done = wpp_syscall4 (SYS_write, 2, (long) line, __wpp_length (line), 0);
  uint64_t sent = (done == -EPIPE ? unread : done == -EFBIG ? too_big : 0) & ~before;
  if (sent)
    wpp_forget_signal (sent);
  wpp_restore_signals (mask);
}

void
__wpp_complain (const char *a, const char *b, const char *c, const char *d)
{
  const char *parts[] = { "wpp: ", a, b, c, d };
  static char line[2 * WPP_PATH_BYTES];
  line[0] = 0;
  for (unsigned i = 0; i < sizeof parts / sizeof *parts && parts[i]; i++)
    __wpp_append (line, sizeof line - 1, parts[i]);
  __wpp_append (line, sizeof line, "\n");
  write_line (line);
}

const char *
__wpp_reason (int error, char text[32])
{
  switch (error)
    {
    case ENOENT:
      return "No such file or directory";
    case ENOTDIR:
      return "Not a directory";
    case EROFS:
      return "Read-only file system";
    case EACCES:
      return "Permission denied";
    case EPERM:
      return "Operation not permitted";
    case EAGAIN:
      return "too many processes";
    case ENOMEM:
      return "no memory";
    case ENOSPC:
      return "no room on the disk";
    case EDQUOT:
      return "the disk quota is exceeded";
    case ENODEV:
      return "its file system cannot map files";
    case EFBIG:
      return "files are limited to too small a size";
    case ENOSYS:
      return "a system call is missing";
    case EMFILE:
    case ENFILE:
      return "too many open files";
    default:
      text[0] = 0;
      __wpp_append (text, 32, "error ");
      __wpp_append_number (text, 32, error);
      return text;
    }
}
