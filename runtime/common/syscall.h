/* System calls without libc: they use general registers only, and do not touch errno.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   All return what the kernel returns: a negative error number when they fail.  */

#ifndef WPP_RUNTIME_COMMON_SYSCALL_H
#define WPP_RUNTIME_COMMON_SYSCALL_H

#include <fcntl.h>
#include <linux/futex.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include "runtime/common/processor.h"

static inline long
wpp_syscall4 (long number, long a, long b, long c, long d)
{
  return wpp_syscall6 (number, a, b, c, d, 0, 0);
}

static inline long
wpp_syscall2 (long number, long a, long b)
{
  return wpp_syscall6 (number, a, b, 0, 0, 0, 0);
}

/* Calls with the names of files; those without folders are not there on all processors.  */

static inline long
wpp_open_name (const char *name, int flags, int mode)
{
  return wpp_syscall4 (SYS_openat, AT_FDCWD, (long) name, flags, mode);
}

/* What NAME is, a struct stat; FLAGS are those of fstatat.  */
static inline long
wpp_stat_name (const char *name, void *st, int flags)
{
  return wpp_syscall4 (SYS_newfstatat, AT_FDCWD, (long) name, (long) st, flags);
}

static inline long
wpp_unlink_name (const char *name)
{
  return wpp_syscall4 (SYS_unlinkat, AT_FDCWD, (long) name, 0, 0);
}

static inline long
wpp_read_link (const char *name, char *target, unsigned long room)
{
  return wpp_syscall4 (SYS_readlinkat, AT_FDCWD, (long) name, (long) target, room);
}

/* Is RESULT, which may be an address, an error?  */
static inline bool
wpp_failed_p (long result)
{
  return result < 0 && result > -4096;
}

/* Map private zeros at AT, in place of what is mapped there.  */
static inline long
wpp_map_zeros (void *at, uint64_t bytes)
{
  return wpp_syscall6 (SYS_mmap, (long) at, bytes, PROT_READ | PROT_WRITE,
                       MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

/* Map BYTES bytes of anonymous memory; null when that fails.  */
static inline void *
wpp_map_anonymous (uint64_t bytes)
{
  long at = wpp_syscall6 (SYS_mmap, 0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return wpp_failed_p (at) ? 0 : (void *) at;
}

/* Mark this process: let *OWN point to a 1, in a page that the kernel clears in children; the page is made at the first
   call.  So children of which fork's handlers know nothing, made by _Fork or by the system call itself, find 0 there;
   but children of vfork do not.  *OWN is null when out of memory.  */
static inline void
wpp_mark_own (uint32_t **own)
{
  if (!*own)
    {
      *own = wpp_map_anonymous (sizeof **own);
      if (*own)
        wpp_syscall4 (SYS_madvise, (long) *own, sizeof **own, MADV_WIPEONFORK, 0);
    }
  if (*own)
    **own = 1;
}

/* Wait at most MILLISECONDS until *WORD is not VALUE, or until the futex is woken.  */
static inline void
wpp_futex_wait (uint32_t *word, uint32_t value, long milliseconds)
{
  long timeout[2] = { milliseconds / 1000, milliseconds % 1000 * 1000000 };
  wpp_syscall4 (SYS_futex, (long) word, FUTEX_WAIT, value, (long) timeout);
}

static inline void
wpp_futex_wake (uint32_t *word)
{
  wpp_syscall4 (SYS_futex, (long) word, FUTEX_WAKE, 0x7fffffff, 0);
}

/* Take LOCK, a futex that has the thread id of its owner, or 0.  Return false when the calling thread has it
   already.  */
static inline bool
wpp_lock (uint32_t *lock)
{
  uint32_t self = wpp_syscall2 (SYS_gettid, 0, 0), owner = 0;
  while (!__atomic_compare_exchange_n (lock, &owner, self, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    {
      if (owner == self)
        return false;
      wpp_futex_wait (lock, owner, 10);
      owner = 0;
    }
  return true;
}

static inline void
wpp_unlock (uint32_t *lock)
{
  __atomic_store_n (lock, 0, __ATOMIC_RELEASE);
  wpp_futex_wake (lock);
}

/* The time of clock CLOCK in nanoseconds.  */
static inline uint64_t
wpp_time (long clock)
{
  long t[2] = { 0, 0 };
  wpp_syscall2 (SYS_clock_gettime, clock, (long) t);
  return t[0] * 1000000000ull + t[1];
}

/* The soft limit WHICH, RLIMIT_...; infinite when it cannot be read.  */
static inline struct rlimit
wpp_get_limit (int which)
{
  struct rlimit limit = { RLIM_INFINITY, RLIM_INFINITY };
  wpp_syscall4 (SYS_prlimit64, 0, which, 0, (long) &limit);
  return limit;
}

static inline long
wpp_set_limit (int which, struct rlimit limit)
{
  return wpp_syscall4 (SYS_prlimit64, 0, which, (long) &limit, 0);
}

/* Block all signals of the calling thread; return the old mask.  */
static inline uint64_t
wpp_block_signals (void)
{
  uint64_t all = ~0ull, old = 0;
  wpp_syscall4 (SYS_rt_sigprocmask, 2 /* SIG_SETMASK */, (long) &all, (long) &old, 8);
  return old;
}

static inline void
wpp_restore_signals (uint64_t old)
{
  wpp_syscall4 (SYS_rt_sigprocmask, 2, (long) &old, 0, 8);
}

/* The set of signals that are blocked and have arrived.  */
static inline uint64_t
wpp_arrived_signals (void)
{
  uint64_t set = 0;
  wpp_syscall2 (SYS_rt_sigpending, (long) &set, sizeof set);
  return set;
}

/* Forget one of the signals of SET that have arrived.  */
static inline void
wpp_forget_signal (uint64_t set)
{
  long at_once[2] = { 0, 0 };
  wpp_syscall4 (SYS_rt_sigtimedwait, (long) &set, 0, (long) at_once, sizeof set);
}

#endif /* WPP_RUNTIME_COMMON_SYSCALL_H */
