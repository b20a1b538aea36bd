/* What is at the beginning of the area of a table of values (format/value-table.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#ifndef WPP_RUNTIME_COMMON_TABLE_HEAD_H
#define WPP_RUNTIME_COMMON_TABLE_HEAD_H

#include <sys/mman.h>
#include "format/value-table.h"
#include "runtime/common/syscall.h"

struct wpp_table_head
{
  uint64_t before; /* area that the same thread had before, or of one of the tables' next depths; or 0 */
  uint32_t thread; /* its number, plus 1 */
  uint32_t n;      /* tables of depth 0 that it has had */
  uint64_t outer;  /* table of the depth that this one interrupts, or 0 */
  uint64_t inner;  /* table of the next depth, or 0 before there was one */
  uint64_t stored; /* of a handler that is open: the first word that it stored, or 0 if it is not known */
  uint32_t depth;
};

_Static_assert (sizeof (struct wpp_table_head) + 256 < WPP_TABLE_BEFORE, "the head overlaps the argument area");

static inline struct wpp_table_head *
wpp_table_head (uint64_t table)
{
  return (struct wpp_table_head *) (table - WPP_TABLE_BEFORE);
}

/* An area, all zeros; 0 when there is no room for it.  */
static inline uint64_t
wpp_map_table (void)
{
  long at = wpp_syscall6 (SYS_mmap, 0, WPP_TABLE_AREA, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (wpp_failed_p (at))
    return 0;
  wpp_syscall4 (SYS_madvise, at, WPP_TABLE_AREA, MADV_DONTDUMP, 0);
  return at;
}

#endif /* WPP_RUNTIME_COMMON_TABLE_HEAD_H */
