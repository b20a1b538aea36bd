/* Preloaded by a collector: it does not know of the limit on its memory, so malloc fails in the midst of anything.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <sys/resource.h>

int
getrlimit (__rlimit_resource_t which, struct rlimit *limit)
{
  *limit = (struct rlimit){ RLIM_INFINITY, RLIM_INFINITY };
  return 0;
}

int
setrlimit (__rlimit_resource_t which, const struct rlimit *limit)
{
  return 0;
}
