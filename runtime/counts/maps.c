/* The mappings of the file of counts, and the reserve for programs that cannot open it again.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Hot file: no libc, no vector registers, signals blocked, the lock held.

   Blocks are in lists (counts-file.h), but these lists are in the file.  So a child of fork sees what its parent and
   the parent's other threads add to them meanwhile, at addresses where the child has nothing, or something else.
   This file lists the mappings that the child must leave in private memory, as they were at the fork.

   To add a block, the file is opened again by its name, because no descriptor is kept.  A program that gives up its
   rights, or changes its root, cannot do that later.  So its file has a reserve after the used part, which takes no
   room on the disk and is mapped without access.  Blocks are cut from the reserve, and the rest is cut off when the
   program exits.  */

#include <sys/mman.h>
#include <sys/resource.h>
#include "runtime/common/syscall.h"
#include "runtime/counts/file.h"

/* ---- Mappings.  */

struct mapping
{
  uint64_t at, bytes;   /* 0: none */
};

#define N_MAPPINGS 255u

struct wpp_counts_maps
{
  struct wpp_counts_maps *next;
  uint64_t n;           /* mappings that are or were in use */
  struct mapping mappings[N_MAPPINGS];
};

static struct wpp_counts_maps *newest;

/* Make room for a mapping in NEWEST.  */
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

/* A handler that forks may have interrupted code that counts, which then goes on in the child with addresses in a
   block.  So the block is replaced by zeros that nobody will read.  */
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

/* ---- The reserve.  */

#define RESERVE_BYTES (16u << 20)

#define E_FAULT 14
#define E_NOSPC 28

bool
__wpp_counts_privileged_p (void)
{
  long user = wpp_syscall2 (SYS_geteuid, 0, 0);
  return user == 0 || user != wpp_syscall2 (SYS_getuid, 0, 0);
}

/* Is the program's memory, or the size of its files, limited?  */
static bool
limited_p (void)
{
  return wpp_get_limit (RLIMIT_AS).rlim_cur != RLIM_INFINITY
         || wpp_get_limit (RLIMIT_FSIZE).rlim_cur < WPP_COUNTS_HEADER_BYTES + RESERVE_BYTES;
}

void
__wpp_reserve_make (int fd)
{
  struct wpp_counts_process *p = &__wpp_counts;
  p->reserve = 0;
  if (!__wpp_counts_privileged_p () || limited_p ()
      || wpp_failed_p (wpp_syscall2 (SYS_ftruncate, fd, WPP_COUNTS_HEADER_BYTES + RESERVE_BYTES)))
    return;
  long at = wpp_syscall6 (SYS_mmap, 0, RESERVE_BYTES, PROT_NONE, MAP_SHARED | MAP_NORESERVE, fd,
                          WPP_COUNTS_HEADER_BYTES);
  if (wpp_failed_p (at))
    {
      wpp_syscall2 (SYS_ftruncate, fd, WPP_COUNTS_HEADER_BYTES);
      return;
    }
  wpp_syscall4 (SYS_madvise, at, RESERVE_BYTES, MADV_RANDOM, 0);
  /* Children have files of their own.  */
  wpp_syscall4 (SYS_madvise, at, RESERVE_BYTES, MADV_DONTFORK, 0);
  p->reserve = (char *) at;
}

long
__wpp_reserve_cut (uint64_t at, uint64_t bytes)
{
  struct wpp_counts_process *p = &__wpp_counts;
  if (!p->reserve || wpp_counts_stranger_p () || at + bytes > WPP_COUNTS_HEADER_BYTES + RESERVE_BYTES)
    return 0;
  char *from = p->reserve + (at - WPP_COUNTS_HEADER_BYTES);
  long error = wpp_syscall4 (SYS_mprotect, (long) from, bytes, PROT_READ | PROT_WRITE, 0);
  /* This reports a full disk; otherwise it would raise a signal later.  */
  if (!wpp_failed_p (error))
    error = wpp_syscall4 (SYS_madvise, (long) from, bytes, MADV_POPULATE_WRITE, 0);
  if (error == -E_FAULT)
    error = -E_NOSPC;
  if (!wpp_failed_p (error))
    error = wpp_syscall4 (SYS_madvise, (long) from, bytes, MADV_DOFORK, 0);
  return wpp_failed_p (error) ? error : (long) from;
}

void
__wpp_reserve_end (int fd)
{
  struct wpp_counts_process *p = &__wpp_counts;
  wpp_syscall2 (SYS_ftruncate, fd, __atomic_load_n (&p->header->end, __ATOMIC_RELAXED));
  p->reserve = 0;
}

void
__wpp_reserve_drop (void)
{
  struct wpp_counts_process *p = &__wpp_counts;
  if (p->reserve)
    wpp_syscall2 (SYS_munmap, (long) p->reserve, RESERVE_BYTES);
  p->reserve = 0;
}
