/* The tables of values of threads (format/value-table.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   The thread of a slot gets a new one whenever it begins to record again, because functions that were entered before go
   on with the one that they have.  All of them are given back when another thread has the slot.

   Hot file: no libc, no vector registers.  */

#include "runtime/common/table-head.h"
#include "runtime/record/record.h"

/* Of one thread; a program that stops and starts more often than this is not recorded with values after that.  */
#define TABLES_MAX 16384

static uint64_t tables[WPP_SLOTS_MAX];

/* Let AREA be all zeros, but for its head.  */
static void
empty_table (uint64_t area)
{
  struct wpp_table_head *head = (struct wpp_table_head *) area, old = *head;
  wpp_syscall4 (SYS_madvise, area, WPP_TABLE_AREA, MADV_DONTNEED, 0);
  *head = old;
}

/* The area of the next table of thread THREAD, which has had the areas FIRST, or 0.  */
static uint64_t
next_table (uint64_t first, uint32_t thread)
{
  const struct wpp_table_head *old = (struct wpp_table_head *) first;
  if (old->n >= TABLES_MAX)
    return 0;
  empty_table (first);
  for (uint64_t inner = old->inner; inner; inner = wpp_table_head (inner)->inner)
    empty_table (inner - WPP_TABLE_BEFORE);
  uint64_t area = wpp_map_table ();
  if (area)
    *(struct wpp_table_head *) area
      = (struct wpp_table_head){ .before = first, .thread = thread, .n = old->n + 1 };
  return area;
}

/* The thread that had the areas FIRST has ended: one of them, empty, for THREAD.  */
static uint64_t
table_again (uint64_t first, uint32_t thread)
{
  for (uint64_t area = ((struct wpp_table_head *) first)->before, before; area; area = before)
    {
      before = ((struct wpp_table_head *) area)->before;
      wpp_syscall2 (SYS_munmap, area, WPP_TABLE_AREA);
    }
  empty_table (first);
  *(struct wpp_table_head *) first = (struct wpp_table_head){ .thread = thread, .n = 1 };
  return first;
}

uint64_t
__wpp_new_table (struct wpp_thread_state *t)
{
  uint64_t *first = &tables[t->slot - wpp_shared_slot (t->shared, 0)];
  uint32_t thread = t->slot->index + 1;
  uint64_t area = 0;
  if (*first && ((struct wpp_table_head *) *first)->thread == thread)
    area = next_table (*first, thread);
  else if (*first)
    area = table_again (*first, thread);
  else if ((area = wpp_map_table ()))
    *(struct wpp_table_head *) area = (struct wpp_table_head){ .thread = thread, .n = 1 };
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
