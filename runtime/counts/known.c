/* Counting known paths of preferential profiling: the part that instrumented code leaves to the runtime (counts.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Hot file: no libc, no vector registers.  A signal handler may count the same path between any two instructions.
   The frame whose single instruction makes a word the path's lists the word.  So a word is listed once.  */

#include "runtime/common/processor.h"
#include "runtime/counts/file.h"

#define LISTED (UINT64_C (1) << 63)

/* List in COUNTERS that the word with the index WORD (plus 1) counts PATH (its number plus 1); with the present time if
   RESIDUAL.  */
static bool
list (struct wpp_counts_block *counters, const struct wpp_counted_object *object,
      const struct __wpp_known *known, uint32_t word, uint64_t path, bool residual)
{
  struct wpp_counts_path *entry
    = __wpp_counts_find (counters, known->site - object->counters + 1, path, residual);
  if (entry)
    entry->word = word;
  return entry;
}

static uint32_t
index_of (const struct wpp_counts_block *counters, const uint64_t *word)
{
  return word - (const uint64_t *) (counters + 1) + 1;
}

/* The path that word number AT of KNOWN's counts; *EXPECTED says whether it is one that should come.  */
static uint64_t
path_of (const struct __wpp_known *known, uint64_t at, bool *expected)
{
  *expected = known->bias == 0 && known->keys[at / 64] >> at % 64 & 1;
  if (known->bias != __WPP_KNOWN_PIECES)
    return at;
  const uint64_t *piece = &known->keys[1];
  for (uint64_t rest = known->keys[0]; rest > 1 && piece[2] <= at; rest--)
    piece += 2;
  return piece[1] + at - piece[0];
}

/* Count the path of word number AT by its WORD, which has the index INDEX (plus 1) in the thread's COUNTERS; but
   only list it if it has been COUNTED.  */
static void
count_word (struct wpp_counts_block *counters, const struct wpp_counted_object *object,
            const struct __wpp_known *known, uint64_t *word, uint32_t index, uint64_t at,
            bool counted)
{
  bool expected;

  if (!counted)
    wpp_count_there (word, 1);
  if (wpp_set_top (word))
    return;
  uint64_t path = path_of (known, at, &expected);
  if (!list (counters, object, known, index, path + 1, !expected))
    wpp_clear_top (word);
}

/* The same, with the sparse word AT bytes after the function's first one; null: the thread has none.  */
static void
count_sparse (struct wpp_counts_block *counters, struct wpp_counted_object *object,
              const struct __wpp_known *known, uint64_t *word, uint64_t at, bool counted)
{
  uint64_t path = at / sizeof *word;
  uint32_t index = 0;
  if (word)
    index = __wpp_sparse_word (counters, (const char *) known->words + at
                                           - (const char *) object->sparse);
  if (index)
    {
      count_word (counters, object, known, word, index, path, counted);
      return;
    }
  if (word && counted)
    wpp_count_there (word, -1);
  __wpp_count_path (object, known->site, 0, path + 1);
}

/* The distance of the calling thread's words of KNOWN from the object's; 0 when it has none, or OBJECT has not
   begun.  */
static int64_t
words_delta (const struct wpp_counted_object *object, const struct __wpp_known *known)
{
  const struct __wpp_deltas *d = wpp_deltas (object);
  return known->bias == __WPP_KNOWN_SPARSE ? d->sparse : d->count;
}

/* Handle the path of the word at PLACE.  If that is the thread's own word, it has counted the path already; the
   object's word has not.  DELTA is that of its words.  It was BEFORE when the code ran.  If BEFORE is 0, the delta
   has not changed, as in a child of fork, or the word is the object's.  */
static void
count_by_word (struct wpp_counts_block *counters, struct wpp_counted_object *object,
               const struct __wpp_known *known, uint64_t place, int64_t before, int64_t delta)
{
  bool sparse = known->bias == __WPP_KNOWN_SPARSE;
  uint64_t bytes = known->n * sizeof *known->words, at = place - (uint64_t) known->words;
  bool own = at >= bytes;
  if (before == 0)
    before = delta;
  if (own)
    at -= before;
  /* Else the counters have been moved since this code read the delta.  */
  if (at >= bytes)
    return;
  /* The thread has left another process's words: count in its own instead.  */
  if (own && before != delta)
    {
      wpp_count_there ((uint64_t *) place, -1);
      own = false;
    }
  uint64_t *word = (uint64_t *) ((char *) known->words + delta + at);
  if (sparse)
    count_sparse (counters, object, known, delta ? word : 0, at, own);
  else
    count_word (counters, object, known, word, index_of (counters, word), at / sizeof *word, own);
}

/* Count the path with the key KEY by its PAIR of words.  */
static void
count_pair (struct wpp_counts_block *counters, const struct wpp_counted_object *object,
            const struct __wpp_known *known, uint64_t *pair, uint64_t key)
{
  uint64_t none = 0;
  if (__atomic_compare_exchange_n (&pair[0], &none, key, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)
      && !list (counters, object, known, index_of (counters, &pair[1]), key >> known->shift, false))
    pair[0] = 0;
  else
    wpp_count_there (&pair[1], 1);
}

void
__wpp_count_known (struct wpp_counted_object *object, const struct __wpp_known *known, uint64_t path)
{
  int64_t delta, before = words_delta (object, known);
  struct wpp_counts_block *counters = wpp_own_counters (object, &delta);
  if (!counters)
    return;
  if (known->shift == 0)
    {
      bool sparse = known->bias == __WPP_KNOWN_SPARSE;
      count_by_word (counters, object, known, path, before, sparse ? wpp_deltas (object)->sparse : delta);
      return;
    }
  uint64_t i = ((path & ((UINT64_C (1) << known->shift) - 1)) - known->bias) / 2;
  if (i < known->n && known->keys[i] == path)
    count_pair (counters, object, known, (uint64_t *) ((char *) &known->words[2 * i] + delta), path);
  else
    __wpp_count_path (object, known->site, 0, path >> known->shift);
}
