/* Taking events out of the rings (runtime/common/ring.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A bug of the program may have written anything into the shared memory, so every index that is read there is checked
   before it is used.  */

#define _GNU_SOURCE
#include <emmintrin.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "runtime/collect/collect.h"
#include "runtime/common/syscall.h"

static uint32_t *
chunk_words (struct collection *c, uint32_t slot, uint32_t chunk)
{
  return (uint32_t *) (wpp_shared_ring (c->shared, slot) + (size_t) chunk * __WPP_CHUNK_BYTES);
}

/* Zero chunk CHUNK, as the program expects.  With many threads the chunk is also unmapped here, because the rings count
   as memory of this process, too.  */
static void
clear_chunk (struct collection *c, uint32_t i, uint32_t chunk)
{
  uint32_t *words = chunk_words (c, i, chunk);
  memset (words, 0, __WPP_CHUNK_BYTES);
  if (slots_used (c) > RINGS_MAPPED)
    madvise (words, __WPP_CHUNK_BYTES, MADV_DONTNEED);
}

/* Wake the thread of SLOT if it waits for room.  */
static void
wake_waiting (struct wpp_slot *slot)
{
  if (__atomic_load_n (&slot->waiting, __ATOMIC_SEQ_CST))
    {
      __atomic_store_n (&slot->waiting, 0, __ATOMIC_SEQ_CST);
      wpp_futex_wake (&slot->used);
    }
}

/* Give the chunks in the bit map CHUNKS back to the program.  A thread that waits is woken when half of its ring is
   free, so that it does not wait again after each chunk; or when there is nothing more to give back (drain_slot).  */
static void
give_back (struct collection *c, uint32_t i, uint32_t chunks)
{
  struct wpp_slot *slot = wpp_shared_slot (c->shared, i);
  __atomic_fetch_and (&slot->kept, ~chunks, __ATOMIC_SEQ_CST);
  for (uint32_t chunk = 0; chunk < WPP_RING_CHUNKS; chunk++)
    if (chunks & 1u << chunk)
      clear_chunk (c, i, chunk);
  if (!wpp_ring_busy_p (__atomic_and_fetch (&slot->used, ~chunks, __ATOMIC_SEQ_CST)))
    wake_waiting (slot);
}

/* A pin of chunk CHUNK has been removed, or the chunk is done.  Give it back if it is done and has no pins.  */
static void
give_back_if_free (struct collection *c, uint32_t i, uint32_t chunk)
{
  struct taker *t = &c->takers[i];
  for (uint32_t p = 0; p < t->n_pins; p++)
    if (t->pins[p].chunk == chunk)
      return;
  if (t->done & 1u << chunk)
    {
      t->done &= ~(1u << chunk);
      give_back (c, i, 1u << chunk);
    }
}

/* Remove pin P, whose event is EVENT or 0.  */
static void
unpin (struct collection *c, uint32_t i, uint32_t p, uint32_t event)
{
  struct taker *t = &c->takers[i];
  struct pin pin = t->pins[p];
  stream_release (t->stream, pin.segment, event);
  memmove (&t->pins[p], &t->pins[p + 1], (--t->n_pins - p) * sizeof *t->pins);
  give_back_if_free (c, i, pin.chunk);
}

/* Give up the oldest pin: the program needs the room.  */
static void
give_up_pin (struct collection *c, uint32_t i)
{
  c->takers[i].stream->lost++;
  c->changed = true;
  unpin (c, i, 0, 0);
}

/* Pin the word WORD of CHUNK, a hole, because events after it are taken.  */
static void
pin_word (struct collection *c, uint32_t i, uint32_t chunk, uint32_t word)
{
  struct taker *t = &c->takers[i];
  if (t->n_pins == PINS_MAX)
    give_up_pin (c, i);
  t->pins[t->n_pins++] = (struct pin){ chunk, word, stream_split (t->stream) };
}

/* Check whether pinned words have been written.  */
static void
visit_pins (struct collection *c, uint32_t i)
{
  struct taker *t = &c->takers[i];
  for (uint32_t p = t->n_pins; p-- > 0;)
    {
      uint32_t *word = chunk_words (c, i, t->pins[p].chunk) + t->pins[p].word;
      uint32_t event = __atomic_load_n (word, __ATOMIC_ACQUIRE);
      if (event)
        unpin (c, i, p, event);
    }
}

#define LINE 16u /* words of a cache line */

/* Is one of the LINE words at W, the beginning of a cache line, zero?  A word that the thread stores meanwhile is seen
   completely or not at all, as with single loads, which take seven times as long.  */
static inline bool
zero_in_line_p (const uint32_t *w)
{
  const __m128i *v = (const __m128i *) w, zero = _mm_setzero_si128 ();
  __m128i first = _mm_or_si128 (_mm_cmpeq_epi32 (v[0], zero), _mm_cmpeq_epi32 (v[1], zero));
  __m128i last = _mm_or_si128 (_mm_cmpeq_epi32 (v[2], zero), _mm_cmpeq_epi32 (v[3], zero));
  return _mm_movemask_epi8 (_mm_or_si128 (first, last)) != 0;
}

/* The first of WORDS from FROM on that is zero if ZERO, else that is not zero; or WPP_CHUNK_WORDS.  */
static uint32_t
find_word (const uint32_t *words, uint32_t from, bool zero)
{
  while (from < WPP_CHUNK_WORDS)
    if (zero && from % LINE == 0 && !zero_in_line_p (words + from))
      from += LINE;
    else if ((__atomic_load_n (&words[from], __ATOMIC_ACQUIRE) == 0) == zero)
      break;
    else
      from++;
  return from;
}

/* Take the words of CHUNK that have been stored.  COMPLETE says that the thread has entered another chunk.  If PASS, go
   on after holes, which are pinned if the thread is ALIVE.  Return true when the end was reached.  */
static bool
take_words (struct collection *c, uint32_t i, uint32_t chunk, bool complete, bool pass, bool alive)
{
  struct taker *t = &c->takers[i];
  const uint32_t *words = chunk_words (c, i, chunk);
  while (t->words < WPP_CHUNK_WORDS)
    {
      uint32_t hole = find_word (words, t->words, true);
      if (hole != t->words)
        append_marked (t->stream, words + t->words, hole - t->words, t->taken + 1, t->words);
      t->words = hole;
      uint32_t next = find_word (words, hole, false);
      if (hole == WPP_CHUNK_WORDS || !pass || (!complete && next == WPP_CHUNK_WORDS))
        break;
      /* The thread may have stored words after HOLE during the search for NEXT.  What it stored before is visible
         now.  */
      for (; t->words < next && __atomic_load_n (&words[t->words], __ATOMIC_ACQUIRE) == 0; t->words++)
        if (alive)
          pin_word (c, i, chunk, t->words);
    }
  return t->words == WPP_CHUNK_WORDS;
}

/* The thread of slot I has ended: take the events that a handler may have stored in its guard chunk, and free the
   slot.  */
static void
retire (struct collection *c, uint32_t i, uint32_t last_chunk)
{
  struct wpp_slot *slot = wpp_shared_slot (c->shared, i);
  struct taker *t = &c->takers[i];
  uint32_t guard = (last_chunk + 1) % WPP_RING_CHUNKS;
  if (!(__atomic_load_n (&slot->used, __ATOMIC_RELAXED) & 1u << guard))
    {
      t->words = 0;
      take_words (c, i, guard, false, true, false);
    }
  visit_pins (c, i);
  while (t->n_pins)
    unpin (c, i, 0, 0);
  marks_end (t->stream);
  stream_close (t->stream);
  t->stream->epoch = NULL;
  __atomic_fetch_add (&c->shared->retired, t->stream->n_events + t->stream->lost, __ATOMIC_RELAXED);
  t->stream = NULL;
  t->words = 0;
  t->done = 0;
  t->taken = slot->entered;
  give_back (c, i, slot->used | 1u << guard);
  __atomic_store_n (&slot->state, WPP_SLOT_FREE, __ATOMIC_RELEASE);
}

/* Take chunks of slot I.  */
static bool
take_chunks (struct collection *c, uint32_t i, enum drain how)
{
  struct wpp_slot *slot = wpp_shared_slot (c->shared, i);
  struct taker *t = &c->takers[i];
  bool progress = false, alive = how != DRAIN_DEAD;
  uint32_t chunk = 0, entered = __atomic_load_n (&slot->entered, __ATOMIC_ACQUIRE);
  while (entered - t->taken != 0 && entered - t->taken <= WPP_RING_LOG)
    {
      bool complete = entered - t->taken > 1;
      bool pass = how != DRAIN_CHUNKS || __atomic_load_n (&slot->waiting, __ATOMIC_RELAXED);
      if (!complete && how == DRAIN_CHUNKS)
        break;
      chunk = slot->order[t->taken % WPP_RING_LOG] % WPP_RING_CHUNKS;
      t->stalled = !take_words (c, i, chunk, complete, pass, alive) && complete;
      if (t->stalled || !complete)
        break;
      t->taken++;
      t->words = 0;
      t->done |= 1u << chunk;
      give_back_if_free (c, i, chunk);
      progress = true;
    }
  if (how == DRAIN_DEAD)
    retire (c, i, chunk);
  return progress;
}

static void
take_lost (struct collection *c, struct wpp_slot *slot, struct stream *stream)
{
  uint64_t lost = __atomic_exchange_n (&slot->lost, 0, __ATOMIC_RELAXED);
  stream->lost += lost;
  c->changed |= lost != 0;
  stream->switched = __atomic_load_n (&slot->switched, __ATOMIC_RELAXED);
  stream->left = __atomic_load_n (&slot->left, __ATOMIC_RELAXED);
}

/* Does the thread wait for room that only pins keep in use?  */
static bool
stuck_p (struct wpp_slot *slot, const struct taker *t)
{
  return t->n_pins && __atomic_load_n (&slot->waiting, __ATOMIC_SEQ_CST)
         && __atomic_load_n (&slot->entered, __ATOMIC_ACQUIRE) - t->taken <= 1
         && wpp_ring_choose (__atomic_load_n (&slot->used, __ATOMIC_SEQ_CST), 0)
              == WPP_RING_CHUNKS;
}

bool
drain_slot (struct collection *c, uint32_t i, enum drain how)
{
  struct wpp_slot *slot = wpp_shared_slot (c->shared, i);
  struct taker *t = &c->takers[i];
  uint32_t state = __atomic_load_n (&slot->state, __ATOMIC_ACQUIRE);
  if (state != WPP_SLOT_LIVE && state != WPP_SLOT_DEAD)
    return false;
  if (!t->stream && !(t->stream = stream_new (c, slot->index)))
    return false;
  t->stream->epoch = &slot->epoch;
  if (state == WPP_SLOT_DEAD)
    how = DRAIN_DEAD;
  take_lost (c, slot, t->stream);
  uint32_t used = __atomic_load_n (&slot->used, __ATOMIC_SEQ_CST);
  visit_pins (c, i);
  bool progress = take_chunks (c, i, how);
  if (t->stream && stream_full_p (t->stream))
    __atomic_store_n (&slot->over, 1, __ATOMIC_RELAXED);
  if (!progress && stuck_p (slot, t))
    give_up_pin (c, i);
  if (used & ~__atomic_load_n (&slot->used, __ATOMIC_SEQ_CST))
    wake_waiting (slot);
  return progress;
}

uint32_t
slots_used (const struct collection *c)
{
  uint32_t n = __atomic_load_n (&c->shared->slots_used, __ATOMIC_SEQ_CST);
  return n < c->n_slots ? n : c->n_slots;
}

/* Count the events that threads without a slot have dropped as lost by the first thread.  */
static void
take_dropped (struct collection *c)
{
  uint64_t dropped = __atomic_exchange_n (&c->shared->dropped, 0, __ATOMIC_RELAXED);
  struct stream *first = dropped == 0 ? NULL : c->n_streams ? c->streams[0] : stream_new (c, 0);
  if (!first)
    return;
  first->lost += dropped;
  c->changed = true;
}

bool
drain_slots (struct collection *c, enum drain how)
{
  bool progress = false;
  for (uint32_t i = 0; i < slots_used (c); i++)
    progress |= drain_slot (c, i, how);
  if (how != DRAIN_CHUNKS)
    take_dropped (c);
  return progress;
}

bool
drain_pending (struct collection *c)
{
  for (uint32_t i = 0; i < slots_used (c); i++)
    {
      struct wpp_slot *slot = wpp_shared_slot (c->shared, i);
      uint32_t state = __atomic_load_n (&slot->state, __ATOMIC_ACQUIRE);
      const struct taker *t = &c->takers[i];
      if (state == WPP_SLOT_DEAD || (state == WPP_SLOT_LIVE && !t->stream))
        return true;
      if (state != WPP_SLOT_LIVE)
        continue;
      if (__atomic_load_n (&slot->waiting, __ATOMIC_SEQ_CST))
        return true;
      if (__atomic_load_n (&slot->entered, __ATOMIC_SEQ_CST) - t->taken > 1
          && !t->stalled)
        return true;
    }
  return false;
}

void
drain_sweep (struct collection *c)
{
  for (uint32_t i = 0; i < slots_used (c); i++)
    {
      struct wpp_slot *slot = wpp_shared_slot (c->shared, i);
      if (__atomic_load_n (&slot->state, __ATOMIC_ACQUIRE) == WPP_SLOT_LIVE
          && tgkill (c->shared->pid, slot->tid, 0) < 0 && errno == ESRCH)
        drain_slot (c, i, DRAIN_DEAD);
    }
}
