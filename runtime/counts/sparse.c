/* Sparse words: words of paths that are too many to have a place in the file for each (counts.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Hot file: no libc, no vector registers.

   A thread's sparse words are private memory at first, for which nothing is reserved.  The words of a page without a
   place in the file are zeros, except during the counting of a path: the code has incremented the word and calls the
   runtime, which undoes that.  When a page of the file replaces such a page, its words stay as they are.  So a path
   that is being counted at that time is counted there at once, and a process that is killed at any instruction loses
   nothing.

   Each piece of the file is a mapping of its own, and a process may have some 65,000 mappings.  So pieces become bigger
   when there are many, and there are at most SPARSE_MAPS.  */

#include <sys/mman.h>
#include <linux/mman.h>
#include "runtime/counts/file.h"
#include "runtime/common/syscall.h"

/* A page gets a place in the file after its words have been counted in tables this often, which costs about as much.
   Short runs have many pages with a word that is needed once.  */
#define WORTH 64u
#define SPARSE_MAPS 16384u
#define MAPS_OF_A_SIZE 2048u     /* after this many pieces, their size is doubled */
#define LARGEST_PIECE 16u        /* the largest size, in pages */
#define FIRST_BLOCK_BYTES ((LARGEST_PIECE + 1) * PAGE)
#define LARGEST_BLOCK_BYTES (UINT64_C (1) << 22)

#define PAGE ((uint64_t) WPP_COUNTS_PAGE)

/* The beginning of a thread's mapping.  The words begin at the next page after PLACE.  */
struct sparse
{
  uint64_t bytes;                   /* of the mapping */
  uint64_t n_pages;                 /* of words */
  struct wpp_counts_block *newest;  /* the newest block of pages */
  uint64_t used;                    /* bytes of NEWEST that are in use */
  uint64_t place[];                 /* [n_pages] place in the file; or, below PAGE, how often the page's
                                       words were needed */
};

static uint64_t
round_up (uint64_t bytes)
{
  return (bytes + PAGE - 1) & -PAGE;
}

static char *
words_of (struct sparse *s)
{
  return (char *) s + round_up (sizeof *s + s->n_pages * sizeof s->place[0]);
}

/* Map zeros at AT, or anywhere if AT is 0.  They must not be huge pages, which would be split at once.  */
static long
map_zeros (uint64_t at, uint64_t bytes)
{
  long result = wpp_syscall6 (SYS_mmap, at, bytes, PROT_READ | PROT_WRITE,
                              (at ? MAP_FIXED : 0) | MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                              -1, 0);
  if (!wpp_failed_p (result))
    wpp_syscall4 (SYS_madvise, result, bytes, MADV_NOHUGEPAGE, 0);
  return result;
}

/* Make a mapping of BYTES bytes with N_PAGES pages of words.  Return its address, or 0.  */
static uint64_t
make (uint64_t bytes, uint64_t n_pages)
{
  long at = map_zeros (0, bytes);
  if (wpp_failed_p (at))
    return 0;
  struct sparse *s = (struct sparse *) at;
  if (!__wpp_counts_remember (s, bytes))
    {
      wpp_syscall2 (SYS_munmap, at, bytes);
      return 0;
    }
  s->bytes = bytes;
  s->n_pages = n_pages;
  return at;
}

int64_t
__wpp_sparse_attach (const struct wpp_counted_object *object, struct wpp_counts_block *block)
{
  uint64_t bytes = (const char *) object->sparse_end - (const char *) object->sparse;
  /* One word is nobody's (linked/count-slow.S).  */
  if (!block->sparse && bytes > sizeof *object->sparse)
    {
      uint64_t n_pages = round_up (bytes) / PAGE;
      uint64_t head = round_up (sizeof (struct sparse) + n_pages * sizeof (uint64_t));
      block->sparse = make (head + n_pages * PAGE, n_pages);
    }
  return block->sparse ? (int64_t) words_of ((struct sparse *) block->sparse) - (int64_t) object->sparse
                       : 0;
}

void
__wpp_sparse_renew (struct wpp_counts_block *block)
{
  struct sparse *s = (struct sparse *) block->sparse;
  if (!s)
    return;
  uint64_t bytes = s->bytes, n_pages = s->n_pages;
  __wpp_counts_forget (s);
  map_zeros ((uint64_t) s, bytes);
  s->bytes = bytes;
  s->n_pages = n_pages;
}

void
__wpp_sparse_keep (struct wpp_counts_block *block, const struct wpp_counts_block *old)
{
  struct sparse *s = (struct sparse *) old->sparse;
  block->sparse = old->sparse;
  if (s)
    __wpp_counts_remember (s, s->bytes);
}

struct wpp_counts_block *
__wpp_sparse_pages (const struct wpp_counts_block *block)
{
  return block->sparse ? ((struct sparse *) block->sparse)->newest : 0;
}

/* Make sure that BYTES bytes are left in the newest block of pages of S, which belongs to the thread that has
   COUNTERS.  */
static bool
find_room (struct wpp_counts_block *counters, struct sparse *s, uint64_t bytes)
{
  uint64_t size = FIRST_BLOCK_BYTES;
  if (s->newest && s->newest->bytes - s->used >= bytes)
    return true;
  if (s->newest)
    size = s->newest->bytes < LARGEST_BLOCK_BYTES ? 2 * s->newest->bytes : LARGEST_BLOCK_BYTES;
  struct wpp_counts_block *b = __wpp_pool_pages (counters, bytes);
  if (!b)
    b = __wpp_counts_append (size - sizeof *b);
  if (!b)
    return false;
  b->owner = counters->owner;
  b->module = counters->module;
  b->counters = counters->offset;
  b->link = (uint64_t) s->newest;
  b->tag = WPP_BLOCK_PAGES;
  s->newest = b;
  /* Words begin at a page.  */
  s->used = PAGE;
  return true;
}

/* Move *PAGE of S to the beginning of the piece that has it, and return the number of pages of the piece, which get a
   place in the file together.  */
static uint64_t
piece (const struct sparse *s, uint64_t *page)
{
  uint64_t n = 1u << __wpp_counts.sparse_maps / MAPS_OF_A_SIZE;
  n = n < LARGEST_PIECE ? n : LARGEST_PIECE;
  uint64_t first = *page & -n;
  if (first + n > s->n_pages)
    return 1;
  for (uint64_t i = first; i < first + n; i++)
    if (s->place[i] >= PAGE)
      return 1;
  *page = first;
  return n;
}

/* Replace PAGE of S by a page of the file.  */
static bool
give_place (struct wpp_counts_block *counters, struct sparse *s, uint64_t page)
{
  struct wpp_counts_process *p = &__wpp_counts;
  uint64_t n = piece (s, &page);
  char *to = words_of (s) + page * PAGE;
  if (p->sparse_maps == SPARSE_MAPS || !find_room (counters, s, n * PAGE))
    return false;
  char *from = (char *) s->newest + s->used;
  uint64_t place = s->newest->offset + s->used;
  if ((place + n * PAGE - counters->offset) / sizeof (uint64_t) > UINT32_MAX)
    return false;
  __wpp_copy (from, to, n * PAGE);
  /* With an old size of 0, mremap makes another mapping of the same pages, as this one is shared.  */
  if (wpp_failed_p (wpp_syscall6 (SYS_mremap, (long) from, 0, n * PAGE, MREMAP_MAYMOVE | MREMAP_FIXED,
                              (long) to, 0)))
    {
      map_zeros ((uint64_t) to, n * PAGE);
      __wpp_copy (to, from, n * PAGE);
      return false;
    }
  s->used += n * PAGE;
  p->sparse_maps++;
  for (uint64_t i = 0; i < n; i++)
    s->place[page + i] = place + i * PAGE;
  return true;
}

/* May pages of COUNTERS have a place in the file?  Counters that nobody will read have none.  */
static bool
room_for_pages_p (const struct wpp_counts_block *counters)
{
  const struct wpp_counts_process *p = &__wpp_counts;
  return !__atomic_load_n (&p->sparse_full, __ATOMIC_RELAXED) && p->state == WPP_COUNTS_LIVE && counters->offset;
}

/* The words of PAGE of S have been needed often enough: give it a place in the file, if there is room.  */
static void
try_to_give_place (struct wpp_counts_block *counters, struct sparse *s, uint64_t page)
{
  struct wpp_counts_process *p = &__wpp_counts;
  uint64_t mask = wpp_block_signals ();
  __wpp_counts_lock ();
  if (room_for_pages_p (counters) && s->place[page] < PAGE && !give_place (counters, s, page))
    __atomic_store_n (&p->sparse_full, 1, __ATOMIC_RELAXED);
  __wpp_counts_unlock ();
  wpp_restore_signals (mask);
}

uint32_t
__wpp_sparse_word (struct wpp_counts_block *block, uint64_t at)
{
  struct sparse *s = (struct sparse *) block->sparse;
  uint64_t page = at / PAGE;
  uint64_t place = __atomic_load_n (&s->place[page], __ATOMIC_RELAXED);
  /* A signal handler may give it a place meanwhile.  */
  if (place < WORTH)
    __atomic_compare_exchange_n (&s->place[page], &place, place + 1, false, __ATOMIC_RELAXED,
                                 __ATOMIC_RELAXED);
  else if (place < PAGE && room_for_pages_p (block))
    try_to_give_place (block, s, page);
  place = __atomic_load_n (&s->place[page], __ATOMIC_RELAXED);
  if (place < PAGE)
    return 0;
  return (place + at % PAGE - block->offset - sizeof *block) / sizeof (uint64_t) + 1;
}
