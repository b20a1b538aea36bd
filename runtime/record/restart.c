/* Going on after the collector has died, with another one or a raw file; and rescuing events.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Hot file: no libc, no vector registers; signals are blocked.

   A new session begins, with memory of its own.  Until it has begun, all threads stay where they are, and wait when
   they need room.  Then each thread moves over to it in its next slow path.  It takes along the chunks of its ring that
   the dead collector had not given back.  Events that the dead collector had taken are lost, and counted; those of
   ended threads are counted for another thread.  If some were lost, a GAP comes first.  The events in the rings of
   threads that have ended, or that do not enter the slow path, are taken along when the program exits.  */

#include <sys/mman.h>
#include "runtime/record/record.h"
#include "format/event.h"
#include "runtime/common/syscall.h"

/* Say why DEAD has no collector any more: it has died, or it never took anything, as it is of another version
   (runtime/collect/main.c).  Then no other one is started.  */
static void
tell_why (const struct wpp_shared *dead)
{
  struct wpp_process *p = &__wpp_process;
  uint32_t version = __atomic_load_n (&dead->version, __ATOMIC_ACQUIRE);
  char text[96] = "wpp-collect is of another wpp than this program: it knows version ";
  if (version == WPP_SHARED_VERSION)
    {
      __wpp_complain ("the collector has died; the events that it had taken, if any, are lost", 0, 0, 0);
      return;
    }
  p->refused_by = version;
  __wpp_append_number (text, sizeof text, version);
  __wpp_append (text, sizeof text, ", the program has ");
  __wpp_append_number (text, sizeof text, WPP_SHARED_VERSION);
  __wpp_complain (text, "; nothing is lost: build the program again, or say WPP_COLLECT=FILE", 0, 0);
}

bool
__wpp_restart (struct wpp_shared *dead)
{
  struct wpp_process *p = &__wpp_process;
  if (!__wpp_lock ())
    return false;
  if (wpp_session () == WPP_SESSION_LIVE && p->shared == dead && __wpp_collector_gone (dead))
    {
      tell_why (dead);
      p->old[p->restarts++] = dead;
      p->unclaimed += dead->retired;
      p->lost += dead->retired;
      __wpp_await_end (dead);
      if (!__wpp_keep_modules (dead) || !__wpp_begin_session ())
        wpp_set_session (WPP_SESSION_DEAD);
    }
  bool live = wpp_session () == WPP_SESSION_LIVE;
  __wpp_unlock ();
  return live;
}

static const uint32_t *
words_of (uint64_t ring, uint32_t chunk)
{
  return (const uint32_t *) (ring + (uint64_t) chunk * __WPP_CHUNK_BYTES);
}

/* List in CHUNKS the chunks of SLOT that were not given back, in order, with the guard of the last one at the end.
   Return their number.  */
static uint32_t
chunks_left (const struct wpp_slot *slot, uint8_t *chunks)
{
  uint32_t n = 0, entered = slot->entered;
  uint32_t back = entered < WPP_RING_CHUNKS ? entered : WPP_RING_CHUNKS;
  for (uint32_t i = entered - back; i != entered; i++)
    {
      uint32_t c = slot->order[i % WPP_RING_LOG] % WPP_RING_CHUNKS;
      bool again = false;
      for (uint32_t j = i + 1; j != entered; j++)
        again |= slot->order[j % WPP_RING_LOG] == c;
      if (!again && slot->used & 1u << c)
        chunks[n++] = c;
    }
  uint32_t guard = (slot->order[(entered - 1) % WPP_RING_LOG] + 1) % WPP_RING_CHUNKS;
  if (!(slot->used & 1u << guard))
    chunks[n++] = guard;
  return n;
}

/* Return the number of events that the thread of SLOT stored in the ring RING, and set *LEFT to the number that is
   still there.  */
static uint64_t
count_events (const struct wpp_slot *slot, uint64_t ring, uint64_t *left)
{
  uint8_t chunks[WPP_RING_CHUNKS + 1];
  uint32_t n = chunks_left (slot, chunks), last = slot->order[(slot->entered - 1) % WPP_RING_LOG];
  uint64_t stored = (uint64_t) slot->entered * WPP_CHUNK_WORDS;
  *left = 0;
  for (uint32_t i = 0; i < n; i++)
    {
      const uint32_t *words = words_of (ring, chunks[i]);
      uint64_t here = 0, end = 0;
      for (uint32_t w = 0; w < WPP_CHUNK_WORDS; w++)
        if (words[w])
          {
            here++;
            end = w + 1;
          }
      *left += here;
      if (!(slot->used & 1u << chunks[i]))
        stored += here;
      else if (chunks[i] == last)
        stored -= WPP_CHUNK_WORDS - end;
    }
  return stored;
}

/* T has a new slot: take along the events that are left in SLOT's ring RING.  Return false when there is no room.  The
   program's exit may have done this already for a thread that was still running.  */
static bool
rescue (struct wpp_thread_state *t, struct wpp_slot *slot, uint64_t ring)
{
  uint32_t live = WPP_SLOT_LIVE;
  if (!__atomic_compare_exchange_n (&slot->state, &live, WPP_SLOT_FREE, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_RELAXED))
    return __wpp_store_next (t, WPP_EVENT_GAP) != 0;
  uint8_t chunks[WPP_RING_CHUNKS + 1];
  uint64_t left, stored = count_events (slot, ring, &left), done = 0, where = 1;
  uint32_t n = chunks_left (slot, chunks);
  __wpp_count_lost (t->slot, slot->missing + stored - left);
  t->slot->switched += slot->switched;
  t->slot->left += slot->left;
  if (stored > left)
    where = __wpp_store_next (t, WPP_EVENT_GAP);
  for (uint32_t i = 0; i < n && where; i++)
    for (uint32_t w = 0; w < WPP_CHUNK_WORDS && where; w++)
      if (words_of (ring, chunks[i])[w])
        {
          where = __wpp_store_next (t, words_of (ring, chunks[i])[w]);
          done += where != 0;
        }
  __atomic_fetch_add (&__wpp_process.lost, stored - done, __ATOMIC_RELAXED);
  return where != 0;
}

bool
__wpp_move_over (struct wpp_thread_state *t)
{
  struct wpp_slot *slot = t->slot;
  uint64_t ring = t->ring;
  bool values = __wpp_table.recorded != 0;
  __wpp_forget_thread (false);
  /* Functions that are open go on with a table of which nothing is recorded.  */
  if (!__wpp_first_slot (t) || !rescue (t, slot, ring) || (values && !__wpp_store_next (t, WPP_EVENT_GAP)))
    return false;
  __wpp_tell_stack (t);
  return true;
}

/* Take along all events that are left in the memory of a dead collector, each thread's as a new thread's.  */
static void
rescue_all (struct wpp_thread_state *t, struct wpp_shared *old)
{
  for (uint32_t i = 0; i < old->slots_used && i < old->n_slots; i++)
    {
      struct wpp_slot *slot = wpp_shared_slot (old, i);
      if (slot->state != WPP_SLOT_LIVE || !(old->mapped[i / 8] & 1 << i % 8) || !slot->entered)
        continue;
      __wpp_forget_thread (false);
      if (__wpp_first_slot (t))
        rescue (t, slot, (uint64_t) wpp_shared_ring (old, i));
    }
  __wpp_forget_thread (true);
}

void
__wpp_rescue_all (void)
{
  struct wpp_process *p = &__wpp_process;
  uint64_t mask = wpp_block_signals ();
  /* Another thread may be doing it now.  */
  if (__wpp_lock ())
    __wpp_unlock ();
  for (uint32_t i = 0; i < p->restarts; i++)
    rescue_all (&__wpp_thread, p->old[i]);
  wpp_restore_signals (mask);
}
