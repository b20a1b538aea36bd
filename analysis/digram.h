/* The digram table of SEQUITUR: where in the grammar each pair of neighbours is.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Open addressing with linear probing, four entries a cache line.  An entry holds
   the whole digram, so that a lookup needs no look at the grammar, and deletion
   shifts the entries behind it back instead of leaving tombstones.  Exponents of
   DIGRAM_BIG and more do not fit an entry: such digrams share it only with the
   like of them, and the caller compares them in the grammar.  */

#ifndef WPP_DIGRAM_H
#define WPP_DIGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef DIGRAM_BIG
#define DIGRAM_BIG 0xffffu /* tests lower it */
#endif

struct digram
{
  uint64_t symbols;   /* left << 32 | right */
  uint32_t exponents; /* digram_exponents; part of the key */
  uint32_t place;     /* where it is; 0 marks an empty entry */
};

struct digram_table
{
  struct digram *entries;
  uint32_t shift; /* 64 - log2 of the number of entries */
  uint32_t limit; /* grow when this many are used */
  uint32_t used;
};

int wpp_digram_init (struct digram_table *t);
void wpp_digram_release (struct digram_table *t);

/* Make COPY a copy of T.  Return 0 or WPP_E_NOMEM.  */
int wpp_digram_copy (struct digram_table *copy, const struct digram_table *t);

/* Double T.  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG; on error T is as before.  */
int wpp_digram_grow (struct digram_table *t);

/* Delete ENTRY.  Entries behind it may move.  */
void wpp_digram_delete (struct digram_table *t, struct digram *entry);

static inline size_t
digram_mask (const struct digram_table *t)
{
  return SIZE_MAX >> t->shift;
}

/* Bytes that T takes, or will take when it grows, which it soon does: two tables at a time.  */
static inline size_t
digram_memory (const struct digram_table *t)
{
  size_t now = (digram_mask (t) + 1) * sizeof *t->entries;
  return t->used < t->limit - t->limit / 8 ? now : 3 * now;
}

static inline uint32_t
digram_exponents (uint32_t i, uint32_t j)
{
  return (i < DIGRAM_BIG ? i : DIGRAM_BIG) << 16 | (j < DIGRAM_BIG ? j : DIGRAM_BIG);
}

/* Does an entry with EXPONENTS not hold all of its digram?  */
static inline bool
digram_big_p (uint32_t exponents)
{
  return (exponents & 0xffff) == DIGRAM_BIG || exponents >> 16 == DIGRAM_BIG;
}

/* The first entry to look for KEY in.  */
static inline size_t
digram_home (const struct digram_table *t, const struct digram *key)
{
  uint64_t h
      = (key->symbols >> 32) * 0x9e3779b97f4a7c15u + (uint32_t)key->symbols * 0xc2b2ae3d27d4eb4fu;
  h = (h ^ h >> 32 ^ key->exponents) * 0xd6e8feb86659fd93u;
  return h >> t->shift;
}

/* The key of the digram of SYMBOLs X and Y with exponents I and J.  */
static inline struct digram
digram_key (uint32_t x, uint32_t i, uint32_t y, uint32_t j)
{
  return (struct digram){ (uint64_t)x << 32 | y, digram_exponents (i, j), 0 };
}

/* Do entry E and KEY agree in all that an entry holds?  */
static inline bool
digram_same_p (const struct digram *e, const struct digram *key)
{
  return e->symbols == key->symbols && e->exponents == key->exponents;
}

#endif /* WPP_DIGRAM_H */
