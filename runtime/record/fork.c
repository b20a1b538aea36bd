/* In the child of fork: a recording of its own, begun at its first event.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Runs before any other code of the child.  The parent's memory is left at once: as long as it
   is mapped anywhere its collector takes the parent's image for alive (begin.c).  A child
   of vfork goes on as the thread that made it, whose memory and ring it uses.

   A child that fork's handlers know nothing of, made by the system call itself or by _Fork, goes
   on in its parent's ring until its first slow path, at most 16383 events later, and
   overwrites events there or is overwritten.  There a page tells it that the kernel
   wipes in children that have memory of their own.

   Hot file: no libc, no vector registers.  */

#include "runtime/record/record.h"
#include "runtime/common/syscall.h"

bool
__wpp_keep_modules (struct wpp_shared *s)
{
  struct wpp_process *p = &__wpp_process;
  if (p->module_bytes == 0)
    return true;
  p->inherited = wpp_map_anonymous (p->module_bytes);
  if (p->inherited)
    __wpp_copy (p->inherited, wpp_shared_modules (s), p->module_bytes);
  return p->inherited;
}

/* Leave the parent's memory S.  A child that fork's handlers know nothing of has its first slow path in any thread, and
   meanwhile the first one stores in the ring of the parent's: if OCCUPIED, zeros take its place.  */
static void
leave (struct wpp_shared *s, bool occupied)
{
  uint64_t bytes = wpp_shared_bytes (s->n_slots);
  if (!occupied || wpp_failed_p (wpp_map_zeros (s, bytes)))
    wpp_syscall2 (SYS_munmap, (long) s, bytes);
}

/* Keep the module table of the parent and leave its memory.  False when that cannot be.  */
static bool
leave_parent (struct wpp_process *p, bool occupied)
{
  bool kept = __wpp_keep_modules (p->shared);
  leave (p->shared, occupied);
  p->shared = 0;
  for (; p->restarts; p->restarts--)
    leave (p->old[p->restarts - 1], occupied);
  return kept;
}

static void
begin_anew (bool occupied)
{
  struct wpp_process *p = &__wpp_process;
  p->lock = 0;
  p->dropped = 0;
  p->forked = 1;
  /* unshare (CLONE_NEWPID), or clone: the child is the first process of a namespace, which does not outlive it.  */
  p->init |= wpp_syscall2 (SYS_getpid, 0, 0) == 1;
  if (wpp_session () == WPP_SESSION_NONE)
    return;
  wpp_set_session (WPP_SESSION_READY);
  if (p->shared && !leave_parent (p, occupied))
    {
      wpp_set_session (WPP_SESSION_NONE);
      __wpp_complain ("no memory in a child process; nothing is recorded", 0, 0, 0);
    }
  __wpp_raw_leave ();
  p->began = 0;
  p->lost = p->early = p->unclaimed = 0;
  __wpp_forget_tables ();
  __wpp_forget_thread (true);
}

/* A signal that comes to the child before it has left its parent's memory must wait: its handler would store there, and
   even move the thread, and with it its slot, which is the parent's.  These are the last before the fork and the first
   after it.  */
void
__wpp_before_fork (void)
{
  __wpp_thread.mask = wpp_block_signals ();
}

void
__wpp_after_fork (void)
{
  wpp_restore_signals (__wpp_thread.mask);
}

void
__wpp_in_child (void)
{
  wpp_mark_own (&__wpp_process.own);
  begin_anew (false);
  wpp_restore_signals (__wpp_thread.mask);
}

void
__wpp_in_unnoticed_child (void)
{
  uint32_t *own = __wpp_process.own, nobody = 0;
  if (__atomic_compare_exchange_n (own, &nobody, WPP_OWN_SOON, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    {
      begin_anew (true);
      __atomic_store_n (own, 1, __ATOMIC_RELEASE);
    }
  while (__atomic_load_n (own, __ATOMIC_ACQUIRE) != 1)
    wpp_syscall2 (SYS_sched_yield, 0, 0);
}
