/* Unit test of the digram table (analysis/grammar/sequitur/digram.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Random digrams go in and out while the table grows, and are looked up.  Homes are few at first, so that buckets are
   full and entries far from home, also around the end of the table.  */

#include <stdlib.h>
#include "grammar/sequitur/digram.h"
#include "unit.h"

#define DIGRAMS 5000u

/* The place of KEY, or null.  */
static uint32_t *
find (const struct digram_table *t, struct digram key, uint32_t **empty)
{
  for (size_t k = digram_home (t, key);; k = (k + 1) & t->mask)
    {
      unsigned room, same = digram_look (&t->buckets[k], key, &room);
      if (same)
        return &t->buckets[k].place[__builtin_ctz (same)];
      if (room)
        {
          *empty = &t->buckets[k].place[__builtin_ctz (room)];
          return NULL;
        }
    }
}

/* A digram whose home is one of the last or the first buckets as long as T is SMALL.  */
static struct digram
make (uint64_t *seed, const struct digram_table *t, bool small)
{
  struct digram key;
  do
    key = digram_small_key (unit_random (seed) % 1000, 1, unit_random (seed) % 1000, 1 + unit_random (seed) % 3);
  while (small && ((digram_home (t, key) + 4) & t->mask) >= 8);
  return key;
}

/* Are all KEYS [N] that are IN there, and no others?  */
static bool
right_p (const struct digram_table *t, const struct digram *keys, const bool *in, uint32_t n)
{
  uint32_t used = 0, *empty;
  for (uint32_t i = 0; i < n; i++)
    {
      const uint32_t *place = find (t, keys[i], &empty);
      if (in[i] ? !place || *place != i + 1 : place && keys[*place - 1].symbols != keys[i].symbols)
        return false;
      used += in[i];
    }
  return used == t->used;
}

/* Put KEY, the I-th, in or out.  */
static void
change (struct digram_table *t, const struct digram *keys, bool *in, uint32_t i)
{
  uint32_t *empty, *place = find (t, keys[i], &empty);
  if (place)
    {
      in[*place - 1] = false;
      wpp_digram_delete (t, place);
    }
  else
    {
      in[i] = true;
      digram_set (t, empty, keys[i], i + 1);
    }
}

static bool
run (uint64_t seed, bool small)
{
  static struct digram keys[DIGRAMS];
  static bool in[DIGRAMS];
  struct digram_table t;
  bool right = wpp_digram_init (&t) == 0;
  uint32_t n = small ? 60 : DIGRAMS;
  for (uint32_t i = 0; i < n && right; i++)
    {
      in[i] = false;
      keys[i] = make (&seed, &t, small && t.mask < 64);
      change (&t, keys, in, i);
      if (unit_random (&seed) % 3 == 0)
        change (&t, keys, in, unit_random (&seed) % (i + 1));
      bool grow = t.used >= t.limit || (small && i % 20 == 19);
      if (grow)
        right = wpp_digram_grow (&t) == 0;
      if (grow || small)
        right = right && right_p (&t, keys, in, i + 1);
    }
  right = right && right_p (&t, keys, in, n);
  wpp_digram_release (&t);
  return right;
}

int
main (void)
{
  unsigned crowded = 0, large = 0;
  for (unsigned seed = 1; seed <= 3000; seed++)
    crowded += run (seed, true);
  for (unsigned seed = 1; seed <= 20; seed++)
    large += run (seed, false);
  CHECK (crowded == 3000, "crowded tables: %u of 3000", crowded);
  CHECK (large == 20, "tables that grow: %u of 20", large);
  return unit_done ();
}
