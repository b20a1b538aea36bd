/* Giving a thread its slot and ring.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Hot file: no libc, no vector registers.  A slot is taken without a lock; it is given back by
   the collector, which finds out by itself that a thread has ended.  */

#include <errno.h>
#include <linux/mman.h>
#include <sys/mman.h>
#include "runtime/record/record.h"
#include "runtime/common/syscall.h"

bool
__wpp_map_ring (struct wpp_shared *s, uint32_t i)
{
  uint8_t *map = &s->mapped[i / 8], bit = 1 << i % 8;
  if (__atomic_load_n (map, __ATOMIC_RELAXED) & bit)
    return true;
  long ring = (long) wpp_shared_ring (s, i), guard = ring + WPP_RING_BYTES;
  if (wpp_syscall4 (SYS_mprotect, ring, WPP_RING_BYTES, PROT_READ | PROT_WRITE, 0) < 0)
    return false;
  /* An old size of 0 duplicates the pages of a shared mapping.  In a raw file's session the guard is a page of the
     file (raw.c), and nothing need be duplicated: valgrind refuses to.  */
  if (s != __wpp_process.raw_shared && !__wpp_process.guarded
      && wpp_syscall6 (SYS_mremap, ring, 0, __WPP_CHUNK_BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, guard,
                       0)
           < 0)
    return false;
  wpp_syscall4 (SYS_madvise, guard, __WPP_CHUNK_BYTES, MADV_DONTDUMP, 0);
  __atomic_fetch_or (map, bit, __ATOMIC_RELAXED);
  return true;
}

/* SLOT says that thread TID owns it, but TID is the calling thread, which has no slot: the owner was an earlier
   thread.  */
static void
report_dead (struct wpp_slot *slot, uint32_t tid)
{
  uint32_t live = WPP_SLOT_LIVE;
  if (__atomic_load_n (&slot->tid, __ATOMIC_RELAXED) == tid)
    __atomic_compare_exchange_n (&slot->state, &live, WPP_SLOT_DEAD, false, __ATOMIC_ACQ_REL,
                                 __ATOMIC_RELAXED);
}

static void
raise_to (uint32_t *word, uint32_t value)
{
  uint32_t old = __atomic_load_n (word, __ATOMIC_RELAXED);
  while (old < value
         && !__atomic_compare_exchange_n (word, &old, value, false, __ATOMIC_SEQ_CST,
                                          __ATOMIC_RELAXED))
    continue;
}

/* Claim a free slot of S, or return S->n_slots.  */
static uint32_t
find_slot (struct wpp_shared *s, uint32_t tid)
{
  uint32_t found = s->n_slots;
  for (uint32_t i = 0; i < s->n_slots; i++)
    {
      struct wpp_slot *slot = wpp_shared_slot (s, i);
      uint32_t state = __atomic_load_n (&slot->state, __ATOMIC_ACQUIRE);
      if (state == WPP_SLOT_LIVE)
        report_dead (slot, tid);
      else if (state == WPP_SLOT_FREE && found == s->n_slots
               && __atomic_compare_exchange_n (&slot->state, &state, WPP_SLOT_CLAIMED, false,
                                               __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        found = i;
      if (found != s->n_slots && i >= __atomic_load_n (&s->slots_used, __ATOMIC_SEQ_CST))
        break;
    }
  return found;
}

/* Free the slots of ended threads, when there is no collector that does it.  */
static void
sweep_here (struct wpp_shared *s)
{
  for (uint32_t i = 0; i < s->slots_used && i < s->n_slots; i++)
    {
      struct wpp_slot *slot = wpp_shared_slot (s, i);
      uint32_t state = __atomic_load_n (&slot->state, __ATOMIC_ACQUIRE);
      if (state == WPP_SLOT_DEAD
          || (state == WPP_SLOT_LIVE
              && wpp_syscall4 (SYS_tgkill, s->pid, slot->tid, 0, 0) == -ESRCH))
        __atomic_store_n (&slot->state, WPP_SLOT_FREE, __ATOMIC_RELEASE);
    }
}

/* Let the collector free the slots of ended threads, and wait until it has.  */
static void
sweep (struct wpp_shared *s)
{
  uint32_t ticket = __atomic_add_fetch (&s->sweep_wanted, 1, __ATOMIC_SEQ_CST);
  __wpp_wake_collector (s);
  for (;;)
    {
      uint32_t done = __atomic_load_n (&s->sweep_done, __ATOMIC_ACQUIRE);
      if ((int32_t) (done - ticket) >= 0 || __wpp_collector_gone (s))
        return;
      wpp_futex_wait (&s->sweep_done, done, 100);
    }
}

void
__wpp_count_lost (struct wpp_slot *slot, uint64_t n)
{
  slot->missing += n;
  __atomic_fetch_add (&slot->lost, n, __ATOMIC_RELAXED);
}

bool
__wpp_own_shared_p (const struct wpp_shared *s)
{
  return s->pid == (uint32_t) wpp_syscall2 (SYS_getpid, 0, 0);
}

bool
__wpp_claim_slot (struct wpp_thread_state *t)
{
  struct wpp_shared *s = __wpp_process.shared;
  uint32_t tid = wpp_syscall2 (SYS_gettid, 0, 0);
  uint32_t i = find_slot (s, tid);
  if (i == s->n_slots)
    {
      if (s == __wpp_process.raw_shared)
        sweep_here (s);
      else
        sweep (s);
      i = find_slot (s, tid);
    }
  if (i == s->n_slots)
    return false;
  struct wpp_slot *slot = wpp_shared_slot (s, i);
  raise_to (&s->slots_used, i + 1);
  if (!__wpp_map_ring (s, i))
    {
      __atomic_store_n (&slot->state, WPP_SLOT_FREE, __ATOMIC_RELEASE);
      return false;
    }
  /* A child of vfork claims it for the thread that made it, which goes on with the slot when the child has ended.
     Nobody ever finds that thread 0 has ended.  */
  slot->tid = __wpp_own_shared_p (s) ? tid : 0;
  slot->lost = slot->missing = slot->switched = slot->left = 0;
  slot->kept = slot->over = 0;
  __wpp_count_lost (slot, __atomic_exchange_n (&__wpp_process.unclaimed, 0, __ATOMIC_RELAXED));
  slot->index = __atomic_fetch_add (&s->n_threads, 1, __ATOMIC_RELAXED);
  t->slot = slot;
  t->shared = s;
  t->ring = (uint64_t) wpp_shared_ring (s, i);
  __atomic_store_n (&slot->state, WPP_SLOT_LIVE, __ATOMIC_RELEASE);
  __wpp_wake_collector (s);
  return true;
}
