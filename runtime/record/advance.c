/* The slow path of storing an event: entering the next chunk.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Hot file: no libc, no vector registers, signals blocked.

   The slow path may be entered late.  Between a thread's reservation of a chunk's first word and this code, a signal
   handler may have stored events after that word, or even have filled the chunk and entered others.
   So __wpp_advance finds out where the thread is now, and does not rely only on the address it is given.

   The given word may also belong to a handler.  A thread reserves a word by two instructions: it moves the cursor and
   reads it.  When a handler runs between them, the thread reads a cursor after the handler's words.  These are not
   zero, unlike every other reserved word.  The thread's own word is a hole before them (ring.h).

   Where nothing is recorded, events go to scratch areas, which are zero, too.  Threads may share an area: a thread that
   finds another's word in its area goes on to the next area, and a thread that leaves an area zeroes it.

   Longer than 500 lines: the whole slow path depends on where the thread is, as explained above.  */

#include <time.h>
#include "runtime/record/record.h"
#include "format/event.h"
#include "runtime/common/table-head.h"
#include "runtime/common/syscall.h"

unsigned char __wpp_scratch[WPP_SCRATCH_BYTES + __WPP_CHUNK_BYTES]
  __attribute__ ((aligned (__WPP_CHUNK_BYTES)));

/* The beginning of any chunk leads into the slow path.  It must not be 0, because a handler may store after it.  */
__thread uint64_t __wpp_cursor WPP_HIDDEN_TLS = (uint64_t) __wpp_scratch;
__thread uint32_t __wpp_depth WPP_HIDDEN_TLS;
__thread struct __wpp_tables __wpp_table WPP_HIDDEN_TLS;
__thread struct wpp_thread_state __wpp_thread WPP_HIDDEN_TLS;
struct wpp_process __wpp_process;

/* How long a thread waits for room before it checks whether the collector is alive.  */
#define PATIENCE 100 /* ms */

static bool
in_ring_p (const struct wpp_thread_state *t, uint64_t address)
{
  return t->slot && address - t->ring <= WPP_RING_BYTES + __WPP_CHUNK_BYTES;
}

/* Enter chunk C of T's ring.  */
static void
enter (struct wpp_thread_state *t, uint32_t c)
{
  struct wpp_slot *slot = t->slot;
  uint32_t n = slot->entered;
  slot->order[n % WPP_RING_LOG] = c;
  __atomic_fetch_or (&slot->used, 1u << c, __ATOMIC_RELAXED);
  __atomic_fetch_or (&slot->kept, 1u << c, __ATOMIC_RELAXED);
  __atomic_store_n (&slot->entered, n + 1, __ATOMIC_RELEASE);
  t->chunk = c;
}

/* Wake the collector if it sleeps and half of the ring is full.  */
static void
announce (struct wpp_shared *s, struct wpp_slot *slot)
{
  if (__atomic_load_n (&s->sleeping, __ATOMIC_SEQ_CST)
      && wpp_ring_busy_p (slot->used))
    __wpp_wake_collector (s);
}

/* Wait until T can enter a chunk from FIRST on, and return it, or WPP_RING_CHUNKS when the
   collector has died.  */
static uint32_t
wait_for_chunk (struct wpp_thread_state *t, uint32_t first)
{
  struct wpp_slot *slot = t->slot;
  struct wpp_shared *s = t->shared;
  uint64_t since = 0;
  for (;;)
    {
      uint32_t used = __atomic_load_n (&slot->used, __ATOMIC_ACQUIRE);
      uint32_t c = wpp_ring_choose (used, first);
      if (c != WPP_RING_CHUNKS)
        {
          __atomic_store_n (&slot->waiting, 0, __ATOMIC_RELAXED);
          if (since)
            __atomic_fetch_add (&s->waited, wpp_time (CLOCK_MONOTONIC) - since, __ATOMIC_RELAXED);
          return c;
        }
      __atomic_store_n (&slot->waiting, 1, __ATOMIC_SEQ_CST);
      if (__atomic_load_n (&slot->used, __ATOMIC_SEQ_CST) != used)
        continue;
      if (!since)
        since = wpp_time (CLOCK_MONOTONIC);
      __wpp_wake_collector (s);
      wpp_futex_wait (&slot->used, used, PATIENCE);
      if (__wpp_collector_gone (s))
        return WPP_RING_CHUNKS;
    }
}

/* The chunk that T can enter, from FIRST on, or WPP_RING_CHUNKS when there is none any more.  Without a collector,
   chunks are made; the guard of FIRST is made here.  */
static uint32_t
find_chunk (struct wpp_thread_state *t, uint32_t first)
{
  struct wpp_process *p = &__wpp_process;
  if (t->shared != p->raw_shared)
    return wait_for_chunk (t, first);
  if (__wpp_raw_chunk (t->ring, (first + 1) % WPP_RING_CHUNKS, t->slot->index))
    return first;
  wpp_set_session (WPP_SESSION_DEAD);
  return WPP_RING_CHUNKS;
}

/* The address of chunk C of T's ring.  */
static uint64_t
chunk_at (const struct wpp_thread_state *t, uint32_t c)
{
  return t->ring + (uint64_t) c * __WPP_CHUNK_BYTES;
}

/* T cannot enter the guard GUARD, but chunk C.  Move the events before word WORDS, which a handler stored in the guard,
   to C.  That is safe because signals are blocked, and all frames that stored these events have returned.  */
static void
move_guard (struct wpp_thread_state *t, uint32_t guard, uint32_t c, uint64_t words)
{
  volatile uint32_t *from = (uint32_t *) chunk_at (t, guard);
  volatile uint32_t *to = (uint32_t *) chunk_at (t, c);
  for (uint64_t i = 1; i < words; i++)
    {
      to[i] = from[i];
      from[i] = 0;
    }
}

/* The chunk of T's ring that has ADDRESS.  */
static uint32_t
chunk_of (const struct wpp_thread_state *t, uint64_t address)
{
  return (address - t->ring) / __WPP_CHUNK_BYTES % WPP_RING_CHUNKS;
}

/* Has T, or a handler that ran before this code, entered the chunk of the reserved ADDRESS?  If not, it is the chunk of
   the last reserved word.  */
static bool
entered_p (const struct wpp_thread_state *t, uint64_t address)
{
  uint32_t last = chunk_of (t, __wpp_cursor - 4);
  return last == t->chunk || last != chunk_of (t, address);
}

/* T has reserved ADDRESS, the first word of a chunk that has not been entered.  Return the place of its event, or 0
   when there is no room any more.  The chunk is the next one, or the one after that.  In the latter case, a handler
   interrupted a frame at the guard's first word, and has filled the guard, or has left that frame for ever by
   siglongjmp.  */
static uint64_t
next_chunk (struct wpp_thread_state *t, uint64_t address)
{
  uint32_t here = chunk_of (t, address);
  if (here == (t->chunk + 2) % WPP_RING_CHUNKS)
    enter (t, (t->chunk + 1) % WPP_RING_CHUNKS);

  uint32_t c = find_chunk (t, here);
  if (c == WPP_RING_CHUNKS)
    return 0;
  uint64_t words = (__wpp_cursor - address) / 4;
  uint64_t first = chunk_at (t, c);
  if (c != here)
    move_guard (t, here, c, words);
  __wpp_cursor = first + 4 * words;
  enter (t, c);
  announce (t->shared, t->slot);
  return first;
}

/* Reserve the next word of T's ring; signals are blocked.  Return 0 when there is no room any
   more.  */
static uint64_t
reserve (struct wpp_thread_state *t)
{
  uint64_t where = __wpp_cursor;
  __wpp_cursor += 4;
  return where % __WPP_CHUNK_BYTES || entered_p (t, where) ? where : next_chunk (t, where);
}

static bool
stored_p (uint64_t word)
{
  return __atomic_load_n ((uint32_t *) word, __ATOMIC_ACQUIRE) != 0;
}

/* The last word of CHUNK of T's ring before word END that is a hole, or WPP_CHUNK_WORDS.  */
static uint32_t
find_hole_in (const struct wpp_thread_state *t, uint32_t chunk, uint32_t end)
{
  uint64_t first = chunk_at (t, chunk);
  while (end-- > 0)
    if (!stored_p (first + 4 * end))
      return end;
  return WPP_CHUNK_WORDS;
}

/* The word that T reserved, in a chunk that has been entered, before handlers stored in the words after it, WORD among
   them; 0 if it is nowhere.  Chunks that may have become the guard since then are not searched.  */
static uint64_t
find_hole (const struct wpp_thread_state *t, uint64_t word)
{
  const struct wpp_slot *slot = t->slot;
  uint32_t own = chunk_of (t, word);
  bool begun = false;
  for (uint32_t i = 1; i < WPP_RING_CHUNKS - 1 && i <= slot->entered; i++)
    {
      uint32_t c = slot->order[(slot->entered - i) % WPP_RING_LOG];
      if (begun ? c == own : c != own)
        continue;
      uint32_t hole = find_hole_in (t, c, begun ? WPP_CHUNK_WORDS : word % __WPP_CHUNK_BYTES / 4);
      begun = true;
      /* A zero is a hole, unless the collector has zeroed the chunk.  */
      if (!(__atomic_load_n (&slot->kept, __ATOMIC_ACQUIRE) & 1u << c))
        return 0;
      if (hole != WPP_CHUNK_WORDS)
        return chunk_at (t, c) + 4 * hole;
    }
  return 0;
}

/* The place of the event that was reserved at ADDRESS of T's ring; 0 when there is no room any more.  */
static uint64_t
place_in_ring (struct wpp_thread_state *t, uint64_t address)
{
  uint64_t word = t->ring + (address - t->ring) % WPP_RING_BYTES;
  if (entered_p (t, address))
    {
      uint64_t hole = stored_p (word) ? find_hole (t, word) : word;
      return hole ? hole : reserve (t);
    }
  /* The word is in the guard: the frame that reserved the guard's first word is still on its way, or was left for
     ever.  */
  uint32_t end = address % __WPP_CHUNK_BYTES / 4;
  if (end && stored_p (word))
    word -= 4 * (end - find_hole_in (t, chunk_of (t, word), end));
  return word % __WPP_CHUNK_BYTES ? word : next_chunk (t, address - 4 * end);
}

uint64_t
__wpp_store_next (struct wpp_thread_state *t, uint32_t event)
{
  uint64_t where = reserve (t);
  if (where)
    __atomic_store_n ((uint32_t *) where, event, __ATOMIC_RELAXED);
  return where;
}

/* From here on until the next GAP, values of T's paths are not known.  */
static void
store_off (struct wpp_thread_state *t)
{
  __wpp_store_next (t, wpp_value_head (WPP_VALUE_OFF, 0, 0));
  __wpp_store_next (t, wpp_value_payload (0, 0));
}

/* If the collector wants an epoch of values to begin, let that be with the next function that is entered.  */
static void
look_for_epoch (struct wpp_thread_state *t)
{
  uint32_t epoch = __atomic_load_n (&t->slot->epoch, __ATOMIC_RELAXED);
  if (epoch == t->epoch)
    return;
  t->epoch = epoch;
  t->epoch_due = 1;
  __wpp_table.used = 0;
}

static void
begin_epoch (struct wpp_thread_state *t)
{
  if (!t->epoch_due)
    return;
  t->epoch_due = 0;
  __wpp_store_next (t, wpp_value_head (WPP_VALUE_EPOCH, 0, 0));
  __wpp_store_next (t, wpp_value_payload (0, 0));
}

/* The calling thread begins another table at the next function that it enters.  */
static void
leave_table (void)
{
  __wpp_table = (struct __wpp_tables){ 0, 0 };
}

void
__wpp_leave_handlers (struct wpp_thread_state *t)
{
  uint64_t table = __wpp_table.recorded;
  if (!table || !wpp_table_head (table)->depth)
    return;
  uint64_t signals = wpp_block_signals ();
  store_off (t);
  leave_table ();
  wpp_restore_signals (signals);
}

/* Reserve a word for the first event after a GAP, whose path began before that: its values were not recorded.  */
static uint64_t
reserve_begun (struct wpp_thread_state *t)
{
  bool valued = __wpp_process.next_value != 0;
  if (valued)
    store_off (t);
  uint64_t where = reserve (t);
  if (valued && where)
    __wpp_store_next (t, WPP_EVENT_GAP);
  return where;
}

bool
__wpp_first_slot (struct wpp_thread_state *t)
{
  if (!__wpp_claim_slot (t))
    return false;
  leave_table ();
  t->resume = 0;
  t->epoch = t->slot->epoch;
  t->epoch_due = 0;
  t->chunk = WPP_RING_CHUNKS - 1;
  __wpp_cursor = t->ring;
  return t->shared != __wpp_process.raw_shared || __wpp_raw_chunk (t->ring, 0, t->slot->index);
}

/* Begin the calling thread with its first event.  ADDRESS is its reservation in the scratch area.  Events that a
   handler stored after it are lost.  Return the place of the event, or 0.  */
static uint64_t
first_chunk (struct wpp_thread_state *t, uint64_t address)
{
  bool gap = t->resume != 0;
  uint64_t lost = (__wpp_cursor - address) / 4 - 1;
  if (!__wpp_first_slot (t))
    return 0;
  if (!gap && lost < 2 * WPP_CHUNK_WORDS)
    __wpp_count_lost (t->slot, lost);
  if (gap)
    {
      __wpp_store_next (t, WPP_EVENT_GAP);
      __wpp_tell_stack (t);
    }
  return gap ? reserve_begun (t) : reserve (t);
}

/* The scratch area that the calling thread is in, or 0.  */
static uint64_t
scratch_area (void)
{
  uint64_t area = (__wpp_cursor - 4) & -(uint64_t) __WPP_CHUNK_BYTES;
  return area - wpp_scratch_areas () < WPP_SCRATCH_AREAS * __WPP_CHUNK_BYTES ? area : 0;
}

/* The number of unused words in that area.  */
static uint32_t
scratch_left (void)
{
  uint64_t area = scratch_area ();
  return area ? WPP_CHUNK_WORDS - (__wpp_cursor - area) / 4 : 0;
}

/* The calling thread leaves its scratch area, if it has one: zero the words that it stored there, and those that ended
   threads stored after them.  */
static void
leave_scratch (void)
{
  uint64_t area = scratch_area ();
  if (!area)
    return;
  __wpp_zero ((void *) area, __wpp_cursor - area);
  for (uint64_t word = __wpp_cursor; word % __WPP_CHUNK_BYTES && stored_p (word); word += 4)
    __atomic_store_n ((uint32_t *) word, 0, __ATOMIC_RELAXED);
}

/* The thread's events go to scratch until its next slow path, which comes when those that are wanted begin.  */
static uint64_t
to_scratch (struct wpp_thread_state *t)
{
  uint64_t area = scratch_area (), left = __wpp_settings.from.events - t->skipped;
  uint64_t next = area ? (area - wpp_scratch_areas ()) / __WPP_CHUNK_BYTES + 1 : (uint64_t) t >> 12;
  leave_scratch ();
  area = wpp_scratch_areas () + next % WPP_SCRATCH_AREAS * __WPP_CHUNK_BYTES;
  if (t->skipped < __wpp_settings.from.events && left < WPP_CHUNK_WORDS)
    area += 4 * (WPP_CHUNK_WORDS - left);
  __wpp_cursor = area + 4;
  return area;
}

/* ---- What is wanted.  */

/* Does nobody want what T stores now?  */
static bool
outside_p (const struct wpp_thread_state *t)
{
  return wpp_stopped () || wpp_awaiting () || t->skipped < __wpp_settings.from.events
         || (t->slot && __atomic_load_n (&t->slot->over, __ATOMIC_RELAXED));
}

/* Is it time for what is wanted to begin?  Each thread looks when it has filled a scratch area.  */
static void
look_at_time (void)
{
  if (wpp_awaiting () && wpp_time (CLOCK_MONOTONIC) >= __wpp_settings.from.time)
    __atomic_store_n (&__wpp_process.awaiting, 0, __ATOMIC_RELAXED);
}

/* T has stored what nobody wanted before ADDRESS: count that.  */
static void
count_outside (struct wpp_thread_state *t, uint64_t address)
{
  struct wpp_process *p = &__wpp_process;
  if (!t->since)
    return;
  uint64_t n = (address - t->since) / 4;
  t->since = 0;
  if (n > WPP_CHUNK_WORDS)
    return;
  t->skipped += n;
  uint64_t all = __atomic_add_fetch (&p->outside, n, __ATOMIC_RELAXED);
  if (wpp_session () == WPP_SESSION_LIVE)
    __atomic_store_n (&wpp_shared_now ()->outside, all, __ATOMIC_RELAXED);
}

void
__wpp_count_outside (void)
{
  count_outside (&__wpp_thread, __wpp_cursor);
}

void
__wpp_count_early (uint64_t n)
{
  struct wpp_process *p = &__wpp_process;
  __atomic_fetch_add (&p->early, n, __ATOMIC_RELAXED);
  __atomic_fetch_add (&p->unclaimed, n, __ATOMIC_RELAXED);
  if (n && !__wpp_thread.slot)
    __wpp_thread.resume = 1;
}

/* Let T, which is parked, go on.  Meanwhile it may have come to another stack.  */
static void
resume (struct wpp_thread_state *t)
{
  leave_scratch ();
  leave_table ();
  __wpp_cursor = t->resume;
  t->resume = 0;
  __wpp_tell_stack (t);
}

/* Let T stop storing: store a GAP, and keep the cursor to go on with.  */
static void
park (struct wpp_thread_state *t)
{
  if (t->slot && !t->resume)
    {
      __wpp_store_next (t, WPP_EVENT_GAP);
      t->resume = __wpp_cursor;
      leave_table ();
    }
  else if (!t->slot)
    t->resume = 1;
}

/* T enters a scratch area: count all of its words as dropped events.  The unused words of the area that T leaves,
   including the word that it has reserved, have been subtracted.  */
static void
count_dropped (const struct wpp_thread_state *t)
{
  struct wpp_process *p = &__wpp_process;
  uint64_t more = scratch_area () ? WPP_CHUNK_WORDS - scratch_left () - 1 : WPP_CHUNK_WORDS;
  __atomic_fetch_add (&p->dropped, more, __ATOMIC_RELAXED);
  if (wpp_session () == WPP_SESSION_LIVE && (!t->slot || wpp_refused ()))
    __atomic_fetch_add (&wpp_shared_now ()->dropped, more, __ATOMIC_RELAXED);
}

/* Nothing is recorded now.  Return the place of the event that was reserved at ADDRESS.  An event that was reserved in
   the ring, before this thread noticed, still goes there.  */
static uint64_t
discard (struct wpp_thread_state *t, uint64_t address)
{
  uint64_t where = 0;
  bool outside = outside_p (t);
  if (wpp_session () != WPP_SESSION_NONE && !outside)
    count_dropped (t);
  if (wpp_session () == WPP_SESSION_LIVE && in_ring_p (t, address))
    {
      if (t->resume)
        __wpp_cursor = t->resume;
      where = place_in_ring (t, address);
      if (t->resume)
        t->resume = __wpp_cursor;
    }
  park (t);
  uint64_t scratch = to_scratch (t);
  t->since = outside ? scratch + (where ? 4 : 0) : 0;
  return where ? where : scratch;
}

/* Begin the session of a child of fork.  */
static void
begin (void)
{
  if (!__wpp_lock ())
    return;
  if (wpp_session () == WPP_SESSION_READY && !__wpp_begin_session ())
    wpp_set_session (WPP_SESSION_NONE);
  __wpp_unlock ();
}

/* Let T, which has no slot, begin as its first event would.  */
static bool
begin_thread (struct wpp_thread_state *t)
{
  bool gap = t->resume != 0;
  leave_scratch ();
  if (!__wpp_first_slot (t))
    return false;
  if (!gap)
    return true;
  if (!__wpp_store_next (t, WPP_EVENT_GAP))
    return false;
  __wpp_tell_stack (t);
  return true;
}

/* Is what the calling thread does from now on recorded?  If it is and the thread has not begun, let it begin.  */
static bool
recorded_p (struct wpp_thread_state *t)
{
  struct wpp_process *p = &__wpp_process;
  if (p->own && __atomic_load_n (p->own, __ATOMIC_ACQUIRE) != 1)
    __wpp_in_unnoticed_child ();
  if (wpp_session () == WPP_SESSION_READY && !outside_p (t))
    begin ();
  if (wpp_session () != WPP_SESSION_LIVE || outside_p (t) || wpp_refused ())
    return false;
  return t->slot ? t->shared == wpp_shared_now () && !t->resume : begin_thread (t);
}

bool
__wpp_here_p (struct wpp_thread_state *t)
{
  return recorded_p (t);
}

/* Where there is no memory for a table, nothing is checked, so values are not known.  */
uint64_t
__wpp_next_table (void)
{
  struct wpp_thread_state *t = &__wpp_thread;
  uint64_t mask = wpp_block_signals ();
  bool recorded = recorded_p (t);
  if (recorded)
    begin_epoch (t);
  uint64_t table = recorded ? __wpp_new_table (t) : 0;
  if (recorded && !table)
    store_off (t);
  __wpp_table = (struct __wpp_tables){ table, table };
  wpp_restore_signals (mask);
  return table;
}

/* The place of the event that was reserved at ADDRESS, when T records.  */
static uint64_t
record (struct wpp_thread_state *t, uint64_t address)
{
  if (t->slot && t->shared != wpp_shared_now ())
    return __wpp_move_over (t) ? reserve_begun (t) : 0;
  if (!t->slot)
    return first_chunk (t, address);
  if (in_ring_p (t, address) && !t->resume)
    {
      uint64_t where = place_in_ring (t, address);
      if (where && __wpp_process.next_value)
        look_for_epoch (t);
      return where;
    }
  /* Recording starts again, or a handler took the slot while this frame was on its way.  */
  if (!t->resume)
    return reserve (t);
  resume (t);
  return reserve_begun (t);
}

/* T cannot go on where it records, for example because the collector has died, or because another thread has found that
   it has.  Let it go on elsewhere; return false when that is not possible.  */
static bool
go_on_p (const struct wpp_thread_state *t)
{
  struct wpp_process *p = &__wpp_process;
  struct wpp_shared *s = wpp_shared_now ();
  if (t->slot && t->shared != s)
    return true;
  return s != p->raw_shared && __wpp_collector_gone (s) && __wpp_restart (s);
}

/* The place of the event that was reserved at ADDRESS.  */
static uint64_t
place (struct wpp_thread_state *t, uint64_t address)
{
  struct wpp_process *p = &__wpp_process;
  uint64_t where = 0;
  if (p->own && __atomic_load_n (p->own, __ATOMIC_ACQUIRE) != 1)
    __wpp_in_unnoticed_child ();
  count_outside (t, address);
  look_at_time ();
  if (wpp_session () == WPP_SESSION_READY && !outside_p (t))
    begin ();
  while (wpp_session () == WPP_SESSION_LIVE && !outside_p (t) && !wpp_refused ()
         && !(where = record (t, address)) && go_on_p (t))
    continue;
  return where ? where : discard (t, address);
}

static uint64_t
take_word (void)
{
  return wpp_take (&__wpp_cursor, 4);
}

/* Signals that have arrived meanwhile are delivered when they are unblocked, which is before the event is stored.
   Their handlers may jump away.  So the reservation of a chunk's first word is undone before that, and made again
   afterwards.  */
uint64_t
__wpp_advance (uint64_t address)
{
  struct wpp_thread_state *t = &__wpp_thread;
  for (;;)
    {
      uint64_t mask = wpp_block_signals ();
      uint64_t where = place (t, address);
      bool again = in_ring_p (t, where) && __wpp_cursor == where + 4;
      if (again)
        __wpp_cursor = where;
      wpp_restore_signals (mask);
      if (!again)
        return where;
      address = take_word ();
      if (address % __WPP_CHUNK_BYTES || address == chunk_at (t, t->chunk))
        return address;
    }
}

/* Every thread counts all words of a scratch area as dropped when it enters the area: subtract the unused ones.  */
void
__wpp_count_dropped (void)
{
  struct wpp_process *p = &__wpp_process;
  if (__atomic_load_n (&p->dropped, __ATOMIC_RELAXED) >= WPP_CHUNK_WORDS)
    __atomic_fetch_sub (&p->dropped, scratch_left (), __ATOMIC_RELAXED);
}

void
__wpp_park (void)
{
  struct wpp_thread_state *t = &__wpp_thread;
  uint64_t mask = wpp_block_signals ();
  if (wpp_session () == WPP_SESSION_LIVE || !t->slot)
    {
      park (t);
      count_outside (t, __wpp_cursor);
      t->since = to_scratch (t) + 4;
    }
  wpp_restore_signals (mask);
}

void
__wpp_unpark (void)
{
  struct wpp_thread_state *t = &__wpp_thread;
  uint64_t mask = wpp_block_signals ();
  count_outside (t, __wpp_cursor);
  if (t->slot && !wpp_refused () && outside_p (t))
    t->since = __wpp_cursor;
  else if (!t->slot || wpp_refused ())
    {
      leave_scratch ();
      __wpp_cursor = wpp_scratch ();
    }
  else if (t->resume)
    resume (t);
  wpp_restore_signals (mask);
}

void
__wpp_forget_thread (bool in_the_middle)
{
  struct wpp_thread_state *t = &__wpp_thread;
  t->slot = 0;
  t->shared = 0;
  t->ring = 0;
  t->resume = in_the_middle;
  t->chunk = 0;
  t->since = t->skipped = 0;
  __wpp_cursor = wpp_scratch ();
  leave_table ();
}
