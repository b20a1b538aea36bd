/* The digram table of SEQUITUR: the place of each pair of neighbours in the grammar.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The table uses open addressing.  A bucket is a cache line of four entries, which are compared at the same time,
   because mispredicted branches cost as much as memory.  An entry that finds its home bucket full is in the next bucket
   with room.  An entry holds the whole digram, so a lookup does not touch the grammar.  Deletion moves entries back
   into buckets that were full and leaves no tombstones, so a lookup ends at the first bucket with room.  Exponents of
   DIGRAM_BIG and more do not fit an entry: digrams with such an exponent share their key only with each other, and the
   caller compares them in the grammar.  (Nothing can be deleted from a table of base/hash-table.h.)  */

#ifndef WPP_ANALYSIS_GRAMMAR_SEQUITUR_DIGRAM_H
#define WPP_ANALYSIS_GRAMMAR_SEQUITUR_DIGRAM_H

#include <emmintrin.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef DIGRAM_BIG
#define DIGRAM_BIG 0x8000u /* a power of 2 below 2^16; tests lower it */
#endif
#define BUCKET 4u /* entries */

struct digram /* the key of an entry */
{
  uint64_t symbols;   /* left << 32 | right */
  uint32_t exponents; /* digram_exponents */
};

struct bucket
{
  uint64_t symbols[BUCKET];
  uint32_t exponents[BUCKET];
  uint32_t place[BUCKET]; /* the places of the digrams; 0 marks an empty entry */
};

struct digram_table
{
  struct bucket *buckets; /* [mask + 1], a power of 2 */
  size_t mask;
  uint32_t limit; /* the table grows when this many entries are used */
  uint32_t used;
};

int wpp_digram_init (struct digram_table *t);
void wpp_digram_release (struct digram_table *t);

/* Make COPY a copy of T.  Return 0 or WPP_E_NOMEM.  */
int wpp_digram_copy (struct digram_table *copy, const struct digram_table *t);

/* Double T in place.  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG; after an error T is as before.  */
int wpp_digram_grow (struct digram_table *t);

/* Delete the entry at PLACE.  Other entries may move.  */
void wpp_digram_delete (struct digram_table *t, uint32_t *place);

/* Bytes that T takes; or that it will take, when it is about to grow.  */
static inline size_t
digram_memory (const struct digram_table *t)
{
  size_t now = (t->mask + 1) * sizeof *t->buckets;
  return t->used < t->limit - t->limit / 8 ? now : 2 * now;
}

/* Are exponents I and J too big for an entry?  */
static inline bool
digram_big_p (uint32_t i, uint32_t j)
{
  return __builtin_expect ((i | j) >= DIGRAM_BIG, false);
}

/* The home bucket of KEY.  When T has grown, it is the same bucket, or as many buckets further on as T had.  */
static inline size_t
digram_home (const struct digram_table *t, struct digram key)
{
  return (key.symbols + key.exponents) * UINT64_C (0x9e3779b97f4a7c15) >> 32 & t->mask;
}

/* The key of the digram of SYMBOLs X and Y with exponents I and J, none of them big.  */
static inline struct digram
digram_small_key (uint32_t x, uint32_t i, uint32_t y, uint32_t j)
{
  return (struct digram){ (uint64_t)x << 32 | y, i << 16 | j };
}

/* The same with exponents of any size.  */
static inline struct digram
digram_key (uint32_t x, uint32_t i, uint32_t y, uint32_t j)
{
  return digram_small_key (x, i < DIGRAM_BIG ? i : DIGRAM_BIG, y, j < DIGRAM_BIG ? j : DIGRAM_BIG);
}

/* Fill the empty entry at PLACE with KEY, whose digram is at WHERE.  */
static inline void
digram_set (struct digram_table *t, uint32_t *place, struct digram key, uint32_t where)
{
  struct bucket *b = &t->buckets[((char *)place - (char *)t->buckets) / sizeof *b];
  unsigned i = place - b->place;
  b->symbols[i] = key.symbols;
  b->exponents[i] = key.exponents;
  b->place[i] = where;
  t->used++;
}

/* Return the set of entries of B that have KEY, a bit for each, and set *EMPTY to the set of empty ones.  */
static inline unsigned
digram_look (const struct bucket *b, struct digram key, unsigned *empty)
{
  const __m128 *two = (const __m128 *)b->symbols;
  __m128i symbols = _mm_set1_epi64x (key.symbols);
  __m128 first = _mm_castsi128_ps (_mm_cmpeq_epi32 (_mm_castps_si128 (two[0]), symbols));
  __m128 last = _mm_castsi128_ps (_mm_cmpeq_epi32 (_mm_castps_si128 (two[1]), symbols));
  __m128 same = _mm_and_ps (_mm_shuffle_ps (first, last, _MM_SHUFFLE (2, 0, 2, 0)),
                            _mm_shuffle_ps (first, last, _MM_SHUFFLE (3, 1, 3, 1)));
  __m128i exponents = _mm_cmpeq_epi32 (*(const __m128i *)b->exponents, _mm_set1_epi32 (key.exponents));
  __m128 none = _mm_castsi128_ps (_mm_cmpeq_epi32 (*(const __m128i *)b->place, _mm_setzero_si128 ()));
  *empty = _mm_movemask_ps (none);
  return _mm_movemask_ps (_mm_andnot_ps (none, _mm_and_ps (same, _mm_castsi128_ps (exponents))));
}

#endif /* WPP_ANALYSIS_GRAMMAR_SEQUITUR_DIGRAM_H */
