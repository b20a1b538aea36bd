/* Tests of the memory between program and collector: layout, choice of chunks, and taking events
   out of a ring with holes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A thread is played here that stores numbered events; drain.c is compiled in, with a stream
   that keeps what it is given in order.  */

#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include "runtime/collect/drain.c"
#include "unit.h"

/* ---- streams that only remember  */

#define EVENTS_MAX (1u << 20)
#define PARTS_MAX 128

struct part
{
  uint32_t *events;
  size_t n;
};
static struct part parts[PARTS_MAX];
static size_t n_parts;
static struct stream the_stream;
static unsigned n_closed;

static void
begin_part (void)
{
  parts[n_parts].n = 0;
  if (!parts[n_parts].events)
    parts[n_parts].events = malloc (EVENTS_MAX * sizeof (uint32_t));
  n_parts++;
}

struct stream *
stream_new (struct collection *c, uint32_t index)
{
  the_stream = (struct stream){ .collection = c, .index = index };
  n_parts = 0;
  begin_part ();
  return &the_stream;
}

void
stream_append (struct stream *s, const uint32_t *events, size_t n)
{
  struct part *p = &parts[n_parts - 1];
  memcpy (p->events + p->n, events, n * sizeof *events);
  p->n += n;
}

void
append_marked (struct stream *s, const uint32_t *words, size_t n, uint32_t entered, uint32_t first)
{
  stream_append (s, words, n);
}

void
marks_end (struct stream *s)
{
}

bool
stream_full_p (const struct stream *s)
{
  return false;
}

size_t
stream_split (struct stream *s)
{
  begin_part ();
  return n_parts - 2;
}

void
stream_release (struct stream *s, size_t segment, uint32_t event)
{
  if (event)
    parts[segment].events[parts[segment].n++] = event;
}

void
stream_close (struct stream *s)
{
  n_closed++;
}

/* Did the stream get the events 1000, 1001 ... 1000 + N - 1 in this order, but for SKIPPED?  */
static bool
got_all (uint32_t n, uint32_t skipped)
{
  uint32_t expected = 0;
  for (size_t p = 0; p < n_parts; p++)
    for (size_t i = 0; i < parts[p].n; i++, expected++)
      {
        expected += expected == skipped;
        if (parts[p].events[i] != 1000 + expected)
          return false;
      }
  return expected + (expected == skipped) == n;
}

/* ---- a program  */

static struct collection collection = { .spool = -1, .part_fd = -1 };
static uint32_t n_stored;

static void
begin (void)
{
  static struct taker taker;
  size_t size = wpp_shared_bytes (1);
  if (collection.shared)
    munmap (collection.shared, size);
  collection.shared
    = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  taker = (struct taker){ 0 };
  collection.takers = &taker;
  collection.n_slots = 1;
  collection.shared->slots_used = 1;
  wpp_shared_slot (collection.shared, 0)->state = WPP_SLOT_LIVE;
  n_stored = 0;
}

static struct wpp_slot *
slot (void)
{
  return wpp_shared_slot (collection.shared, 0);
}

static uint32_t *
words_of (uint32_t chunk)
{
  return chunk_words (&collection, 0, chunk);
}

/* Enter the next chunk that may be, as the runtime does; false when there is none.  */
static bool
enter_chunk (void)
{
  struct wpp_slot *s = slot ();
  uint32_t last = s->order[(s->entered - 1) % WPP_RING_LOG];
  uint32_t c = wpp_ring_choose (s->used, s->entered ? (last + 1) % WPP_RING_CHUNKS : 0);
  if (c == WPP_RING_CHUNKS)
    return false;
  s->order[s->entered % WPP_RING_LOG] = c;
  s->used |= 1u << c;
  s->entered++;
  return true;
}

/* Store the next N numbers in the chunk entered last, from word FROM on.  */
static void
store (uint32_t from, uint32_t n)
{
  uint32_t *words = words_of (slot ()->order[(slot ()->entered - 1) % WPP_RING_LOG]);
  for (uint32_t i = 0; i < n; i++)
    words[from + i] = 1000 + n_stored++;
}

static void
fill_chunk (void)
{
  enter_chunk ();
  store (0, WPP_CHUNK_WORDS);
}

/* ---- tests  */

static void
test_layout (void)
{
  CHECK (sizeof (struct wpp_shared) <= WPP_HEADER_BYTES, "the header fits its place");
  CHECK (wpp_rings_offset () % __WPP_CHUNK_BYTES == 0
           && WPP_RING_STRIDE % __WPP_CHUNK_BYTES == 0,
         "chunks are aligned");
  CHECK ((unsigned char *) wpp_shared_slot (NULL, WPP_SLOTS_MAX) <= wpp_shared_ring (NULL, 0),
         "slots end before rings begin");
  CHECK (WPP_RING_LOG > WPP_RING_CHUNKS && (WPP_RING_LOG & (WPP_RING_LOG - 1)) == 0
           && WPP_RING_CHUNKS <= 32,
         "the log holds all chunks");
}

/* wpp_ring_choose by its definition.  */
static void
test_choose (void)
{
  bool ok = true;
  for (uint32_t used = 0; used < 1u << WPP_RING_CHUNKS; used += 7)
    for (uint32_t first = 0; first < WPP_RING_CHUNKS; first++)
      {
        uint32_t c = wpp_ring_choose (used, first), distance = 0;
        while (distance < WPP_RING_CHUNKS)
          {
            uint32_t a = (first + distance) % WPP_RING_CHUNKS, b = (a + 1) % WPP_RING_CHUNKS;
            if ((used >> a & 1) == 0 && (used >> b & 1) == 0)
              break;
            distance++;
          }
        ok &= c == (distance == WPP_RING_CHUNKS ? distance : (first + distance) % WPP_RING_CHUNKS);
      }
  CHECK (ok, "a chunk is chosen with its guard");
}

static void
test_rounds (void)
{
  begin ();
  for (unsigned i = 0; i < 3 * WPP_RING_CHUNKS; i++)
    {
      fill_chunk ();
      drain_slot (&collection, 0, DRAIN_CHUNKS);
    }
  enter_chunk ();
  store (0, 10);
  drain_slot (&collection, 0, DRAIN_CHUNKS);
  CHECK (got_all (n_stored - 10, UINT32_MAX), "complete chunks are taken in order");
  drain_slot (&collection, 0, DRAIN_ALL);
  CHECK (got_all (n_stored, UINT32_MAX), "an incomplete chunk is taken when asked for");
  store (10, 5);
  drain_slot (&collection, 0, DRAIN_ALL);
  CHECK (got_all (n_stored, UINT32_MAX), "and goes on where it was left");
}

static void
test_full (void)
{
  begin ();
  unsigned n = 0;
  while (enter_chunk ())
    {
      store (0, WPP_CHUNK_WORDS);
      n++;
    }
  CHECK (n == WPP_RING_CHUNKS - 1, "a full ring keeps one chunk as guard");
  drain_slot (&collection, 0, DRAIN_CHUNKS);
  CHECK (slot ()->used == 1u << (n - 1), "all but the last chunk are given back");
  CHECK (words_of (0)[0] == 0 && words_of (0)[WPP_CHUNK_WORDS - 1] == 0, "and are zero");
}

/* A word of the first chunk is written long after those after it.  */
static void
test_hole (uint32_t word)
{
  begin ();
  enter_chunk ();
  store (0, word);
  uint32_t late = n_stored++;
  store (word + 1, WPP_CHUNK_WORDS - word - 1);
  fill_chunk ();
  drain_slot (&collection, 0, DRAIN_CHUNKS);
  CHECK (slot ()->used == 3 && !drain_pending (&collection), "word %u: a hole is waited for", word);
  slot ()->waiting = 1;
  for (unsigned i = 0; i < 2 * WPP_RING_CHUNKS; i++)
    {
      drain_slot (&collection, 0, DRAIN_CHUNKS);
      fill_chunk ();
      slot ()->waiting = 1;
    }
  drain_slot (&collection, 0, DRAIN_ALL);
  CHECK ((slot ()->used & 1) && collection.takers[0].n_pins == 1,
         "word %u: passed when there is no room, and its chunk kept", word);
  words_of (0)[word] = 1000 + late;
  drain_slot (&collection, 0, DRAIN_ALL);
  CHECK (got_all (n_stored, UINT32_MAX) && the_stream.lost == 0,
         "word %u: what is written late comes to its place", word);
  CHECK (!(slot ()->used & 1) && words_of (0)[word] == 0, "word %u: then the chunk is free", word);
}

/* Reading the middle of the first chunk lets the thread go on to after it.  */
static void
go_on (int signal, siginfo_t *info, void *context)
{
  (void) signal, (void) info, (void) context;
  mprotect (words_of (0), __WPP_CHUNK_BYTES, PROT_READ | PROT_WRITE);
  store (n_stored, WPP_CHUNK_WORDS / 2);
}

/* The thread stores while the collector looks whether events are after what seems to be a hole.  */
static void
test_meanwhile (void)
{
  struct sigaction action = { .sa_sigaction = go_on, .sa_flags = SA_SIGINFO };
  begin ();
  enter_chunk ();
  store (0, 100);
  sigaction (SIGSEGV, &action, NULL);
  mprotect (words_of (0) + WPP_CHUNK_WORDS / 2, __WPP_CHUNK_BYTES / 2, PROT_NONE);
  drain_slot (&collection, 0, DRAIN_ALL);
  signal (SIGSEGV, SIG_DFL);
  CHECK (n_stored > WPP_CHUNK_WORDS / 2 && got_all (n_stored, UINT32_MAX) && the_stream.lost == 0
           && collection.takers[0].n_pins == 0,
         "what is stored meanwhile is no hole");
}

/* The thread dies with a hole, and with a handler's events in the guard.  */
static void
test_death (void)
{
  begin ();
  fill_chunk ();
  enter_chunk ();
  store (0, 100);
  uint32_t hole = n_stored++;
  store (101, WPP_CHUNK_WORDS - 101);
  uint32_t *guard = words_of (2);
  for (unsigned i = 1; i < 20; i++)
    guard[i] = 1000 + n_stored++;
  n_closed = 0;
  drain_slot (&collection, 0, DRAIN_DEAD);
  CHECK (got_all (n_stored, hole), "all that a dead thread stored is taken");
  CHECK (the_stream.lost == 0 && n_closed == 1, "nothing of it is lost");
  CHECK (slot ()->state == WPP_SLOT_FREE && slot ()->used == 0 && guard[1] == 0,
         "its slot is free and clean");
}

/* Holes that are never written fill the ring with pins.  */
static void
test_abandoned (void)
{
  begin ();
  unsigned stuck = 0;
  for (unsigned i = 0; i < 100; i++)
    {
      while (!enter_chunk ())
        {
          slot ()->waiting = 1;
          drain_slot (&collection, 0, DRAIN_CHUNKS);
          stuck++;
        }
      n_stored++;
      words_of (slot ()->order[(slot ()->entered - 1) % WPP_RING_LOG])[0] = 0;
      store (1, WPP_CHUNK_WORDS - 1);
      if (stuck > 1000)
        break;
    }
  CHECK (stuck < 1000, "a thread always gets room in the end");
  CHECK (the_stream.lost > 0 && the_stream.lost < 100, "holes given up are counted");
}

int
main (void)
{
  test_layout ();
  test_choose ();
  test_rounds ();
  test_full ();
  test_hole (0);
  test_hole (5000);
  test_hole (WPP_CHUNK_WORDS - 1);
  test_meanwhile ();
  test_death ();
  test_abandoned ();
  for (unsigned i = 0; i < PARTS_MAX; i++)
    free (parts[i].events);
  return unit_done ();
}
