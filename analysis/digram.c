/* The digram table of SEQUITUR: growth and deletion.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "digram.h"
#include "error.h"
#include "huge-pages.h"

#define FIRST_BITS 6
#define LAST_BITS 30

static size_t
n_buckets (const struct digram_table *t)
{
  return digram_mask (t) + 1;
}

/* Give T, whose buckets are not looked at, 2^BITS empty ones.  */
static int
allocate (struct digram_table *t, uint32_t bits)
{
  size_t n = (size_t)1 << bits;
  t->buckets = wpp_huge_new (n * sizeof *t->buckets);
  if (!t->buckets)
    return WPP_E_NOMEM;
  t->shift = 64 - bits;
  t->limit = n * BUCKET / 2;
  t->used = 0;
  return 0;
}

int
wpp_digram_init (struct digram_table *t)
{
  return allocate (t, FIRST_BITS);
}

void
wpp_digram_release (struct digram_table *t)
{
  if (t->buckets)
    wpp_huge_free (t->buckets, n_buckets (t) * sizeof *t->buckets);
}

int
wpp_digram_copy (struct digram_table *copy, const struct digram_table *t)
{
  *copy = *t;
  copy->buckets = wpp_huge_new (n_buckets (t) * sizeof *t->buckets);
  if (!copy->buckets)
    return WPP_E_NOMEM;
  memcpy (copy->buckets, t->buckets, n_buckets (t) * sizeof *t->buckets);
  return 0;
}

/* The home of the entry I of bucket B.  */
static inline size_t
home_of (const struct digram_table *t, const struct bucket *b, unsigned i)
{
  return digram_home (t, (struct digram){ b->symbols[i], b->exponents[i] });
}

/* Make the entry TO [I] what FROM [J] is.  */
static inline void
move_entry (struct bucket *to, unsigned i, const struct bucket *from, unsigned j)
{
  to->symbols[i] = from->symbols[j];
  to->exponents[i] = from->exponents[j];
  to->place[i] = from->place[j];
}

/* Put the entry FROM [J] into T, which has room.  */
static inline void
insert (struct digram_table *t, const struct bucket *from, unsigned j)
{
  for (size_t k = home_of (t, from, j);; k = (k + 1) & digram_mask (t))
    for (unsigned i = 0; i < BUCKET; i++)
      if (!t->buckets[k].place[i])
        {
          move_entry (&t->buckets[k], i, from, j);
          return;
        }
}

/* The entries go over in the order of their homes, so both tables are walked
   through once.  */
int
wpp_digram_grow (struct digram_table *t)
{
  struct digram_table big;
  if (t->shift == 64 - LAST_BITS)
    return WPP_E_TOOBIG;
  int err = allocate (&big, 64 - t->shift + 1);
  if (err)
    return err;
  for (size_t k = 0; k < n_buckets (t); k++)
    for (unsigned i = 0; i < BUCKET; i++)
      if (t->buckets[k].place[i])
        insert (&big, &t->buckets[k], i);
  big.used = t->used;
  wpp_digram_release (t);
  *t = big;
  return 0;
}

static inline bool
full_p (const struct bucket *b)
{
  return b->place[0] && b->place[1] && b->place[2] && b->place[3];
}

/* The entry of bucket K that may move back to the bucket HOLE, because its home is not behind that; or BUCKET.  */
static inline unsigned
stray_entry (const struct digram_table *t, size_t k, size_t hole)
{
  size_t mask = digram_mask (t);
  const struct bucket *b = &t->buckets[k];
  unsigned i = 0;
  while (i < BUCKET && (!b->place[i] || ((k - home_of (t, b, i)) & mask) < ((k - hole) & mask)))
    i++;
  return i;
}

void
wpp_digram_delete (struct digram_table *t, uint32_t *place)
{
  size_t mask = digram_mask (t), hole = ((char *)place - (char *)t->buckets) / sizeof *t->buckets, k = hole;
  unsigned at = place - t->buckets[hole].place;
  while (full_p (&t->buckets[k]))
    {
      k = (k + 1) & mask;
      unsigned i = stray_entry (t, k, hole);
      if (i == BUCKET)
        continue;
      /* Its place is empty from now on, but K was full before: look further.  */
      move_entry (&t->buckets[hole], at, &t->buckets[k], i);
      hole = k;
      at = i;
    }
  t->buckets[hole].place[at] = 0;
  t->used--;
}
