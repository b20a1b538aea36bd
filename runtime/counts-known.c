/* Counting known paths of preferential profiling: what instrumented code leaves to the runtime
   (counts.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Hot file: no libc, no vector registers; a signal handler may count the same path between any two
   instructions.  Who changes a word from one that was not the path's to one that is, by one instruction,
   lists it: so a word is listed once.  */

#include "counts-internal.h"

#define LISTED (UINT64_C (1) << 63)

/* List WORD as what counts PATH (its number, plus 1) in COUNTERS; with the time of now if RESIDUAL.  */
static bool
list (struct wpp_counts_block *counters, const struct wpp_counted_object *object,
      const struct __wpp_known *known, const uint64_t *word, uint64_t path, bool residual)
{
  struct wpp_counts_path *entry
    = __wpp_counts_find (counters, known->site - object->counters + 1, path, residual);
  if (entry)
    entry->word = word - (uint64_t *) (counters + 1) + 1;
  return entry;
}

/* Count the path of WORD, in the thread's COUNTERS, unless COUNTED.  */
static void
count_word (struct wpp_counts_block *counters, const struct wpp_counted_object *object,
            const struct __wpp_known *known, uint64_t *word, uint64_t path, bool counted)
{
  bool listed;
  if (!counted)
    __asm__ volatile ("incq\t%0" : "+m"(*word));
  __asm__ volatile ("btsq\t$63, %1" : "=@ccc"(listed), "+m"(*word));
  if (listed)
    return;
  bool expected = known->keys[path / 64] >> path % 64 & 1;
  if (!list (counters, object, known, word, path + 1, !expected))
    __asm__ volatile ("btrq\t$63, %0" : "+m"(*word));
}

/* Count the path whose key is KEY by the words PAIR, its own.  */
static void
count_pair (struct wpp_counts_block *counters, const struct wpp_counted_object *object,
            const struct __wpp_known *known, uint64_t *pair, uint64_t key)
{
  uint64_t none = 0;
  if (__atomic_compare_exchange_n (&pair[0], &none, key, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)
      && !list (counters, object, known, &pair[1], key >> known->shift, false))
    pair[0] = 0;
  else
    __asm__ volatile ("incq\t%0" : "+m"(pair[1]));
}

void
__wpp_count_known (struct wpp_counted_object *object, const struct __wpp_known *known,
                   uint64_t path, uint64_t seen)
{
  int64_t delta;
  struct wpp_counts_block *counters = wpp_own_counters (object, &delta);
  if (!counters)
    return;
  if (known->shift == 0)
    {
      uint64_t bytes = known->n * sizeof *known->words, at = path - (uint64_t) known->words;
      bool own = at >= bytes;
      if (own)
        at -= delta;
      /* Else the counters have found another place since this code asked where they are.  */
      if (at < bytes)
        count_word (counters, object, known, (uint64_t *) ((char *) known->words + delta + at),
                    at / sizeof *known->words, own || seen != 0);
      return;
    }
  uint64_t i = ((path & ((UINT64_C (1) << known->shift) - 1)) - known->bias) / 2;
  if (i < known->n && known->keys[i] == path)
    count_pair (counters, object, known, (uint64_t *) ((char *) &known->words[2 * i] + delta), path);
  else
    __wpp_count_path (object, known->site, 0, path >> known->shift);
}
