/* The digram table of SEQUITUR: growth and deletion.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "grammar/sequitur/digram.h"
#include "base/error.h"
#include "base/huge-pages.h"

#define FIRST_BITS 6
#define LAST_BITS 30

static size_t
size_of_buckets (const struct digram_table *t)
{
  return (t->mask + 1) * sizeof *t->buckets;
}

int
wpp_digram_init (struct digram_table *t)
{
  t->mask = ((size_t)1 << FIRST_BITS) - 1;
  t->limit = (1u << FIRST_BITS) * BUCKET / 2;
  t->used = 0;
  t->buckets = wpp_huge_new (size_of_buckets (t));
  return t->buckets ? 0 : WPP_E_NOMEM;
}

void
wpp_digram_release (struct digram_table *t)
{
  if (t->buckets)
    wpp_huge_free (t->buckets, size_of_buckets (t));
}

int
wpp_digram_copy (struct digram_table *copy, const struct digram_table *t)
{
  *copy = *t;
  copy->buckets = wpp_huge_new (size_of_buckets (t));
  if (!copy->buckets)
    return WPP_E_NOMEM;
  memcpy (copy->buckets, t->buckets, size_of_buckets (t));
  return 0;
}

static inline bool
full_p (const struct bucket *b)
{
  return b->place[0] && b->place[1] && b->place[2] && b->place[3];
}

/* The home of the entry I of bucket B.  */
static inline size_t
home_of (const struct digram_table *t, const struct bucket *b, unsigned i)
{
  return digram_home (t, (struct digram){ b->symbols[i], b->exponents[i] });
}

/* Copy the entry FROM [J] to TO [I].  */
static inline void
move_entry (struct bucket *to, unsigned i, const struct bucket *from, unsigned j)
{
  to->symbols[i] = from->symbols[j];
  to->exponents[i] = from->exponents[j];
  to->place[i] = from->place[j];
}

/* Insert the entry FROM [J] into T, which has room.  */
static inline void
insert (struct digram_table *t, const struct bucket *from, unsigned j)
{
  for (size_t k = home_of (t, from, j);; k = (k + 1) & t->mask)
    for (unsigned i = 0; i < BUCKET; i++)
      if (!t->buckets[k].place[i])
        {
          move_entry (&t->buckets[k], i, from, j);
          return;
        }
}

/* Move the entries of bucket K to their places in the doubled table.  */
static inline void
spread (struct digram_table *t, size_t k)
{
  struct bucket old = t->buckets[k];
  memset (t->buckets[k].place, 0, sizeof old.place);
  for (unsigned i = 0; i < BUCKET; i++)
    if (old.place[i])
      insert (t, &old, i);
}

/* Buckets are emptied one after the other, from past a bucket that is not full, so no entry's home lies before the
   first of them.  An entry of the Nth of these buckets finds room at the latest in that bucket, or in the bucket as far
   on in the new half, because everything between its home and there comes from that many buckets.  So no entry is put
   into or after a bucket that still has old entries.  */
int
wpp_digram_grow (struct digram_table *t)
{
  size_t n = t->mask + 1, first = 0;
  if (n >> LAST_BITS)
    return WPP_E_TOOBIG;
  struct bucket *buckets = wpp_huge_grow (t->buckets, n * sizeof *buckets, 2 * n * sizeof *buckets);
  if (!buckets)
    return WPP_E_NOMEM;
  wpp_huge_touch (buckets + n, n * sizeof *buckets);
  while (full_p (&buckets[(first - 1) & t->mask]))
    first++;
  t->buckets = buckets;
  t->mask = 2 * n - 1;
  t->limit *= 2;
  for (size_t i = 0; i < n; i++)
    spread (t, (first + i) & (n - 1));
  return 0;
}

/* The entry of bucket K that may move back to the bucket HOLE because its home is not after HOLE; or BUCKET if there
   is none.  */
static inline unsigned
stray_entry (const struct digram_table *t, size_t k, size_t hole)
{
  size_t mask = t->mask;
  const struct bucket *b = &t->buckets[k];
  unsigned i = 0;
  while (i < BUCKET && (!b->place[i] || ((k - home_of (t, b, i)) & mask) < ((k - hole) & mask)))
    i++;
  return i;
}

void
wpp_digram_delete (struct digram_table *t, uint32_t *place)
{
  size_t mask = t->mask, hole = ((char *)place - (char *)t->buckets) / sizeof *t->buckets, k = hole;
  unsigned at = place - t->buckets[hole].place;
  while (full_p (&t->buckets[k]))
    {
      k = (k + 1) & mask;
      unsigned i = stray_entry (t, k, hole);
      if (i == BUCKET)
        continue;
      /* The entry has left an empty place in K, which was full before: look further.  */
      move_entry (&t->buckets[hole], at, &t->buckets[k], i);
      hole = k;
      at = i;
    }
  t->buckets[hole].place[at] = 0;
  t->used--;
}
