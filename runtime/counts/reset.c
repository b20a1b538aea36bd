/* wpp_reset in programs that count paths.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   No counter is reset, because other threads count there without a lock.  Instead, all counts are copied to a
   block of the file, the baseline, which readers subtract.  A single store to the header makes the baseline
   valid.  So a process that is killed has the old baseline or the new one.

   A later reset must not change the baseline that the header names.  So two blocks are used in turn.  They are
   replaced by bigger ones when there are more threads and tables.

   Signals are blocked, and the lock is held.  */

#include "runtime/counts/file.h"

/* The words of BLOCK (of counters, paths or pages) that are counts: return the first one, and set *N to their number
   and *STEP to their distance.  */
static const volatile uint64_t *
counts_of (const struct wpp_counts_block *block, uint64_t *n, uint64_t *step)
{
  const uint64_t *words = (const uint64_t *) (block + 1);
  bool paths = block->tag == WPP_BLOCK_PATHS;
  *step = paths ? sizeof (struct wpp_counts_path) / sizeof *words : 1;
  *n = (block->bytes - sizeof *block) / (*step * sizeof *words);
  return paths ? &((const struct wpp_counts_path *) words)->count : words;
}

/* Copy the counts of BLOCK to TO, unless that is null; return the number of words that this takes.  */
static uint64_t
copy_block (const struct wpp_counts_block *block, uint64_t *to)
{
  uint64_t n, step;
  const volatile uint64_t *from = counts_of (block, &n, &step);
  if (to)
    {
      *to++ = block->offset;
      *to++ = n;
      for (uint64_t i = 0; i < n; i++)
        to[i] = from[i * step];
    }
  return 2 + n;
}

/* Likewise, copy the counts of BLOCK and the blocks linked to it by `link'.  */
static uint64_t
copy_list (const struct wpp_counts_block *block, uint64_t *to)
{
  uint64_t n = 0;
  for (; block; block = (const struct wpp_counts_block *) block->link)
    n += copy_block (block, to ? to + n : 0);
  return n;
}

/* Likewise, copy all counts of the process.  */
static uint64_t
copy_all (uint64_t *to)
{
  struct wpp_counts_process *p = &__wpp_counts;
  uint64_t n = 0;
  if (to)
    to[n] = __atomic_load_n (&p->header->dropped, __ATOMIC_RELAXED);
  n++;
  for (struct wpp_counts_block *m = p->modules; m; m = (struct wpp_counts_block *) m->chain)
    for (struct wpp_counts_block *c = (struct wpp_counts_block *) m->link; c;
         c = (struct wpp_counts_block *) c->link)
      {
        n += copy_block (c, to ? to + n : 0);
        n += copy_list ((struct wpp_counts_block *) c->chain, to ? to + n : 0);
        n += copy_list (__wpp_sparse_pages (c), to ? to + n : 0);
      }
  if (to)
    to[n] = 0;
  return n + 1;
}

/* A block for a baseline of BYTES bytes: *SPARE; or, when that is too small or null, a new block, which replaces it.
   Null when there is no room.  */
static struct wpp_counts_block *
find_room (struct wpp_counts_block **spare, uint64_t bytes)
{
  struct wpp_counts_block *old = *spare, *new;
  if (old && old->bytes - sizeof *old >= bytes)
    return old;
  if (old && bytes < 2 * old->bytes)
    bytes = 2 * old->bytes;
  new = __wpp_counts_append (bytes);
  if (!new)
    return 0;
  if (old)
    {
      __wpp_counts_forget (old);
      wpp_syscall2 (SYS_munmap, (long) old, old->bytes);
    }
  return *spare = new;
}

bool
__wpp_counts_take_baseline (void)
{
  struct wpp_counts_process *p = &__wpp_counts;
  struct wpp_counts_block *block = find_room (&p->spare, copy_all (0) * sizeof (uint64_t));
  if (!block)
    return false;
  copy_all ((uint64_t *) (block + 1));
  block->tag = WPP_BLOCK_BASELINE;
  __atomic_store_n (&p->header->baseline, block->offset, __ATOMIC_RELEASE);
  p->spare = p->baseline;
  p->baseline = block;
  return true;
}
