/* Counting paths that have no counter of their own: in tables, by function and number.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Hot file: no libc, no vector registers; signals blocked only where a table is added.

   Each thread has tables of its own for each object, the newest first.  Once an entry has been claimed, it is never
   moved or given to another path.  So code that has its address may count there, a signal handler may count there
   between any two instructions, and a process that is killed at any instruction loses no count.  The entry of a path is
   within WINDOW entries of the place that its hash gives, with no free entry before it.  When the newest table has no
   free entry there, a bigger table is added.

   A handler that finds an entry that is claimed but has no key yet claims another one for the same path; the reader
   adds up both.  */

#include "runtime/counts/file.h"
#include "runtime/common/syscall.h"

#define WINDOW 16u
#define FIRST_TABLE_BYTES 65536u   /* about 2000 paths */
#define GROWTH 4u
/* The oldest tables are the smallest, and have the paths that came first, which are executed most.  So as many tables
   as a process has by itself are searched from the oldest one on; those that come with a pool may be more.  */
#define OLDEST_FIRST 12u

/* CLOCK_MONOTONIC of <time.h>.  */
#define MONOTONIC 1

/* The first of the WINDOW entries for PATH of the function at SITE, in a table of N entries.  */
static uint64_t
place_of (uint32_t site, uint64_t path, uint64_t n)
{
  uint64_t x = (path + ((uint64_t) site << 40)) * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 32) ^ site) * 0xbf58476d1ce4e5b9u;
  return ((x >> 32) * (n - WINDOW + 1)) >> 32;
}

static uint64_t
room (const struct wpp_counts_block *table)
{
  return (table->bytes - sizeof *table) / sizeof (struct wpp_counts_path);
}

/* The entry of PATH at SITE in TABLE: then *FOUND; or the free one where it belongs, or null.  */
static struct wpp_counts_path *
search (struct wpp_counts_block *table, uint32_t site, uint64_t path, bool *found)
{
  struct wpp_counts_path *entry = (struct wpp_counts_path *) (table + 1);
  entry += place_of (site, path, room (table));
  for (unsigned i = 0; i < WINDOW; i++, entry++)
    {
      /* Once, as a signal handler may claim the entry for another path after it.  */
      uint32_t owner = __atomic_load_n (&entry->site, __ATOMIC_RELAXED);
      *found = owner == site && entry->path == path;
      if (*found || owner == 0)
        return entry;
    }
  return 0;
}

/* The same in NEWEST and all older tables; the free one is NEWEST's.  */
static struct wpp_counts_path *
search_all (struct wpp_counts_block *newest, uint32_t site, uint64_t path, bool *found)
{
  struct wpp_counts_block *t = newest, *tables[OLDEST_FIRST];
  struct wpp_counts_path *entry = 0;
  unsigned n = 0;
  *found = false;
  for (; t && n < OLDEST_FIRST; t = (struct wpp_counts_block *) t->link)
    tables[n++] = t;
  for (; t && !*found; t = (struct wpp_counts_block *) t->link)
    entry = search (t, site, path, found);
  while (n > 0 && !*found)
    entry = search (tables[--n], site, path, found);
  return entry;
}

/* Claim the free ENTRY for PATH at SITE, with the time if TIMED.  Return false when a signal handler has claimed
   it.  */
static bool
claim (struct wpp_counts_path *entry, uint32_t site, uint64_t path, bool timed)
{
  uint32_t none = 0;
  if (!__atomic_compare_exchange_n (&entry->site, &none, site, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED))
    return false;
  /* Processes of a pool have no time in common.  */
  if (timed && !__wpp_counts.pool)
    entry->first = wpp_time (MONOTONIC) - __wpp_counts.header->began;
  __atomic_store_n (&entry->path, path, __ATOMIC_RELEASE);
  return true;
}

/* May COUNTERS, a thread's block, have another table?  Counters that nobody will read have no place in the file.  */
static bool
room_for_table_p (const struct wpp_counts_block *counters)
{
  const struct wpp_counts_process *p = &__wpp_counts;
  return !__atomic_load_n (&p->full, __ATOMIC_RELAXED) && p->state == WPP_COUNTS_LIVE && counters->offset;
}

/* Add a table to COUNTERS, a thread's block, unless NEWEST is not the newest one any more.  Return false when there is
   no room.  */
static bool
add_table (struct wpp_counts_block *counters, const struct wpp_counts_block *newest)
{
  struct wpp_counts_process *p = &__wpp_counts;
  /* A path that cannot be counted must not cost system calls.  */
  if (!room_for_table_p (counters))
    return counters->chain != (uint64_t) newest;
  uint64_t bytes = newest ? newest->bytes * GROWTH : FIRST_TABLE_BYTES;
  uint64_t mask = wpp_block_signals ();
  __wpp_counts_lock ();
  bool changed = counters->chain != (uint64_t) newest;
  struct wpp_counts_block *table = 0;
  if (!changed && room_for_table_p (counters))
    {
      table = __wpp_counts_append (bytes - sizeof *table);
      if (!table)
        {
          __atomic_store_n (&p->full, 1, __ATOMIC_RELAXED);
          __wpp_counts_complain ("; paths are not counted");
        }
    }
  if (table)
    {
      table->owner = counters->owner;
      table->module = counters->module;
      table->counters = counters->offset;
      table->link = counters->chain;
      table->tag = WPP_BLOCK_PATHS;
      __atomic_store_n (&counters->chain, (uint64_t) table, __ATOMIC_RELEASE);
    }
  __wpp_counts_unlock ();
  wpp_restore_signals (mask);
  return changed || table;
}

struct wpp_counts_path *
__wpp_counts_find (struct wpp_counts_block *counters, uint32_t site, uint64_t path, bool timed)
{
  for (;;)
    {
      struct wpp_counts_block *newest = (struct wpp_counts_block *) counters->chain;
      bool found;
      struct wpp_counts_path *entry = search_all (newest, site, path, &found);
      if (found || (entry && claim (entry, site, path, timed)))
        return entry;
      if (!entry && !add_table (counters, newest))
        {
          if (counters->offset)
            __atomic_fetch_add (&__wpp_counts.header->dropped, 1, __ATOMIC_RELAXED);
          return 0;
        }
    }
}

void
__wpp_count_path (struct wpp_counted_object *object, const uint64_t *site, uint64_t *slot, uint64_t path)
{
  int64_t delta;
  struct wpp_counts_block *counters = wpp_own_counters (object, &delta);
  if (!counters)
    return;
  struct wpp_counts_path *entry
    = __wpp_counts_find (counters, site - object->counters + 1, path, true);
  if (!entry)
    return;
  int64_t slot_delta = slot ? wpp_deltas (object)->slot : 0;
  if (slot_delta)
    *(uint64_t *) ((char *) slot + slot_delta) = (uint64_t) entry;
  /* A single instruction, as in code that finds the entry by a slot.  */
  wpp_count_there (&entry->count, 1);
}
