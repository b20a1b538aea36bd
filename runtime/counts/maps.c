/* What is mapped of the file of counts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Blocks are in lists (counts-file.h), but those are in the file: a child of fork sees what its parent and the
   parent's other threads add to them meanwhile, at addresses where the child has nothing, or something
   else.  What it must leave stands here, in private memory, as it was at the fork.

   Hot file: no libc, no vector registers, signals blocked, the lock held.  */

#include "runtime/counts/internal.h"

struct mapping
{
  uint64_t at, bytes;   /* 0: none */
};

#define N_MAPPINGS 255u

struct wpp_counts_maps
{
  struct wpp_counts_maps *next;
  uint64_t n;           /* mappings in use, or that have been */
  struct mapping mappings[N_MAPPINGS];
};

static struct wpp_counts_maps *newest;

/* Have room for one mapping in NEWEST.  */
static bool
find_room (void)
{
  if (newest && newest->n < N_MAPPINGS)
    return true;
  struct wpp_counts_maps *more = wpp_map_anonymous (sizeof *more);
  if (!more)
    return false;
  more->next = newest;
  newest = more;
  return true;
}

bool
__wpp_counts_remember (const void *block, uint64_t bytes)
{
  if (!find_room ())
    return false;
  newest->mappings[newest->n] = (struct mapping){ (uint64_t) block, bytes };
  /* Another thread may fork at any instruction.  */
  __atomic_store_n (&newest->n, newest->n + 1, __ATOMIC_RELEASE);
  return true;
}

static struct mapping *
find (const void *block)
{
  for (struct wpp_counts_maps *m = newest; m; m = m->next)
    for (uint64_t i = 0; i < m->n; i++)
      if (m->mappings[i].at == (uint64_t) block)
        return &m->mappings[i];
  return 0;
}

void
__wpp_counts_moved (const void *block, const void *to)
{
  struct mapping *m = find (block);
  if (m)
    m->at = (uint64_t) to;
}

void
__wpp_counts_forget (const void *block)
{
  struct mapping *m = find (block);
  if (m)
    *m = (struct mapping){ 0, 0 };
}

struct wpp_counts_maps *
__wpp_counts_take_maps (void)
{
  struct wpp_counts_maps *maps = newest;
  newest = 0;
  return maps;
}

/* A handler that forks may have interrupted the code that counts, which then goes on in the child with addresses
   in a block; so zeros take its place, that nobody will read.  */
void
__wpp_counts_leave_maps (struct wpp_counts_maps *maps)
{
  while (maps)
    {
      struct wpp_counts_maps *next = maps->next;
      for (uint64_t i = 0; i < maps->n; i++)
        if (maps->mappings[i].bytes)
          wpp_map_zeros ((void *) maps->mappings[i].at, maps->mappings[i].bytes);
      wpp_syscall2 (SYS_munmap, (long) maps, sizeof *maps);
      maps = next;
    }
}
