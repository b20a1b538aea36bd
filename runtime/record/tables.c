/* The tables of values of threads (format/value-table.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   The thread of a slot gets a new one whenever it begins to record again, because functions that were entered before go
   on with the one that they have.  All of them are given back when another thread has the slot.

   Hot file: no libc, no vector registers.  */

#include <sys/mman.h>
#include "format/value-table.h"
#include "runtime/record/record.h"
#include "runtime/common/syscall.h"

/* At the beginning of a table's area.  */
struct table
{
  uint64_t before; /* area that the same thread had before, or 0 */
  uint32_t thread; /* its number, plus 1 */
  uint32_t n;      /* tables that it has had */
};

/* Of one thread; a program that stops and starts more often than this is not recorded with values after that.  */
#define TABLES_MAX 16384

static uint64_t tables[WPP_SLOTS_MAX];

static uint64_t
map_table (void)
{
  long at = wpp_syscall6 (SYS_mmap, 0, WPP_TABLE_AREA, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (wpp_failed_p (at))
    return 0;
  wpp_syscall4 (SYS_madvise, at, WPP_TABLE_AREA, MADV_DONTDUMP, 0);
  return at;
}

/* Let AREA be all zeros.  */
static void
empty_table (uint64_t area)
{
  wpp_syscall4 (SYS_madvise, area, WPP_TABLE_AREA, MADV_DONTNEED, 0);
}

/* The area of the next table of thread THREAD, which has had the areas FIRST, or 0.  */
static uint64_t
next_table (uint64_t first, uint32_t thread)
{
  struct table old = *(struct table *) first;
  if (old.n >= TABLES_MAX)
    return 0;
  empty_table (first);
  uint64_t area = map_table ();
  *(struct table *) first = old;
  if (area)
    *(struct table *) area = (struct table){ first, thread, old.n + 1 };
  return area;
}

/* The thread that had the areas FIRST has ended: one of them, empty, for THREAD.  */
static uint64_t
table_again (uint64_t first, uint32_t thread)
{
  for (uint64_t area = ((struct table *) first)->before, before; area; area = before)
    {
      before = ((struct table *) area)->before;
      wpp_syscall2 (SYS_munmap, area, WPP_TABLE_AREA);
    }
  empty_table (first);
  *(struct table *) first = (struct table){ 0, thread, 1 };
  return first;
}

uint64_t
__wpp_new_table (struct wpp_thread_state *t)
{
  uint64_t *first = &tables[t->slot - wpp_shared_slot (t->shared, 0)];
  uint32_t thread = t->slot->index + 1;
  uint64_t area = 0;
  if (*first && ((struct table *) *first)->thread == thread)
    area = next_table (*first, thread);
  else if (*first)
    area = table_again (*first, thread);
  else if ((area = map_table ()))
    *(struct table *) area = (struct table){ 0, thread, 1 };
  if (!area)
    return 0;
  *first = area;
  return area + WPP_TABLE_BEFORE;
}

void
__wpp_forget_tables (void)
{
  for (uint32_t i = 0; i < WPP_SLOTS_MAX; i++)
    tables[i] = 0;
}
