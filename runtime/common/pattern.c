/* The name of a profile, made from the pattern in the environment.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Hot file: no libc, no vector registers.  */

#include <sys/stat.h>
#include "runtime/common/common.h"
#include "runtime/common/ring.h"
#include "runtime/common/syscall.h"

static const char *
base_name (const char *path)
{
  const char *base = path;
  for (; *path; path++)
    if (*path == '/')
      base = path + 1;
  return base;
}

/* The pattern's `%Nm' at P: set *FILES to N, by default 1, and return the number of bytes; 0 when it is none.  */
#define POOL_MOST 1000u
static uint32_t
pool_at (const char *p, uint32_t *files)
{
  uint32_t n = 0, i = 1;
  for (; p[i] >= '0' && p[i] <= '9' && n <= POOL_MOST; i++)
    n = 10 * n + (p[i] - '0');
  if (p[0] != '%' || p[i] != 'm' || n > POOL_MOST || (i > 1 && !n))
    return 0;
  *files = n ? n : 1;
  return i + 1;
}

uint32_t
__wpp_pool_files (void)
{
  uint32_t files = 0;
  for (const char *p = __wpp_settings.pattern; *p && !pool_at (p, &files); p++)
    p += *p == '%' && p[1];
  return files;
}

/* Append the number MEMBER of a file of a pool, or what PID has until it gets one.  */
static bool
append_member (char *to, uint32_t pid, uint32_t member)
{
  return (member || __wpp_append (to, WPP_PATH_BYTES, "p"))
         && __wpp_append_number (to, WPP_PATH_BYTES, member ? member : pid);
}

/* Append the expansion of the letter C of a pattern to TO.  */
static bool
expand_letter (char *to, char c, uint32_t pid, bool *has_pid)
{
  char other[3] = { '%', c, 0 };
  switch (c)
    {
    case 'e':
      return __wpp_append (to, WPP_PATH_BYTES, base_name (__wpp_settings.program));
    case 'p':
      *has_pid = true;
      return __wpp_append_number (to, WPP_PATH_BYTES, pid);
    case 'h':
      return __wpp_append (to, WPP_PATH_BYTES, __wpp_settings.host);
    case '%':
      return __wpp_append (to, WPP_PATH_BYTES, "%");
    default:
      return __wpp_append (to, WPP_PATH_BYTES, other);
    }
}

/* Insert N into NAME, before its `.wpp' if it has one: profiles in folders are recognised by that.  */
static bool
insert_number (char *name, uint32_t n)
{
  size_t length = __wpp_length (name);
  bool suffix = length > 4 && name[length - 4] == '.' && name[length - 3] == 'w' && name[length - 2] == 'p'
                && name[length - 1] == 'p';
  if (suffix)
    name[length - 4] = 0;
  return __wpp_append (name, WPP_PATH_BYTES, ".") && __wpp_append_number (name, WPP_PATH_BYTES, n)
         && (!suffix || __wpp_append (name, WPP_PATH_BYTES, ".wpp"));
}

bool
__wpp_number_name (char *name, uint32_t n)
{
  return n == 1 || insert_number (name, n);
}

/* Is NAME a symbolic link to a descriptor, like /dev/stdout?  */
static bool
descriptor_p (const char *name)
{
  static const char descriptors[] = "/proc/self/fd/";
  char target[sizeof descriptors];
  bool same = wpp_read_link (name, target, sizeof target) == sizeof target;
  for (unsigned i = 0; same && descriptors[i]; i++)
    same = target[i] == descriptors[i];
  return same;
}

bool
__wpp_irregular_p (const char *name)
{
  struct stat st;
  if (descriptor_p (name))
    return true;
  return !wpp_failed_p (wpp_stat_name (name, &st, 0)) && !S_ISREG (st.st_mode);
}

/* The bytes of TO up to what differs between files of the pattern: all but `.wpp' where nothing does.  */
static uint32_t
family_of (const char *to, uint32_t before)
{
  uint32_t n = __wpp_length (to);
  return before ? before : n > 4 && __wpp_same_p (to + n - 4, ".wpp", 4) ? n - 4 : n;
}

bool
__wpp_expand_pattern (char *to, uint32_t pid, bool forked, uint32_t member, struct wpp_pool_place *pool)
{
  bool has_pid = false, fits = true;
  uint32_t before = 0, n = 0;
  *pool = (struct wpp_pool_place){ 0 };
  to[0] = 0;
  for (const char *p = __wpp_settings.pattern; *p && fits; p++)
    {
      bool had = has_pid;
      uint32_t length = __wpp_length (to);
      if (!pool->files && (n = pool_at (p, &pool->files)))
        {
          fits = append_member (to, pid, member);
          pool->at = length;
          pool->bytes = __wpp_length (to) - length;
          has_pid = true;
          p += n - 1;
        }
      else if (*p == '%' && p[1])
        fits = expand_letter (to, *++p, pid, &has_pid);
      else
        fits = __wpp_append (to, WPP_PATH_BYTES, (char[]){ *p, 0 });
      if (has_pid && !had)
        before = length;
    }
  pool->family = family_of (to, before);
  /* A child must not write beside a device.  */
  if (fits && !has_pid && forked && !__wpp_irregular_p (to))
    fits = insert_number (to, pid);
  return fits;
}
