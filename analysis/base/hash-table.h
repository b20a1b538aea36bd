/* A hash table that gives the numbers of items.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The caller has the items.  They have numbers, usually their places in an array.  The table keeps the number and the
   hash of each item.  The caller provides the comparison:

     int err = wpp_hash_reserve (&t->table, 1);
     if (err)
       return err;
     uint32_t hash = wpp_hash_key (&t->table, key);
     uint32_t number = wpp_hash_find (&t->table, hash, item_is_p, t, &key);
     if (number == WPP_NO_ITEM)
       wpp_hash_add (&t->table, hash, number = add_item (t, key));

   The table uses open addressing with linear probing, and is at most half full.  Items cannot be removed.

   Keys may come from a hostile file.  So hashes are multiplicative, with a random multiplier for each process (M.
   Dietzfelbinger, T. Hagerup, J. Katajainen, M. Penttonen: A Reliable Randomized Algorithm for the Closest-Pair
   Problem, Journal of Algorithms 25, 1997): nobody can make a file in which many keys have the same hash.  Results do
   not depend on the multiplier as long as nobody iterates over the slots.  */

#ifndef WPP_ANALYSIS_BASE_HASH_TABLE_H
#define WPP_ANALYSIS_BASE_HASH_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/error.h"

#define WPP_NO_ITEM UINT32_MAX

struct wpp_hash_slot
{
  uint32_t hash;
  uint32_t number; /* of the item, plus 1; 0: free */
};

struct wpp_hash_table /* all 0: empty */
{
  struct wpp_hash_slot *slots; /* [2^(32 - shift)], or null */
  uint32_t shift;
  uint32_t n; /* items */
  uint64_t multiplier;
};

void wpp_hash_release (struct wpp_hash_table *t);

/* The hash of the SIZE bytes at DATA.  T must have slots.  */
uint32_t wpp_hash_bytes (const struct wpp_hash_table *t, const void *data, size_t size);

/* Bytes that T holds.  */
size_t wpp_hash_memory (const struct wpp_hash_table *t);

static inline size_t
wpp_hash_slots (const struct wpp_hash_table *t)
{
  return t->slots ? (size_t)1 << (32 - t->shift) : 0;
}

/* Give T enough slots, so that it is at most half full with MORE items.  wpp_hash_reserve calls this.  */
int wpp_hash_grow (struct wpp_hash_table *t, size_t more);

/* Make room for MORE > 0 items.  Return 0; or WPP_E_NOMEM or WPP_E_TOOBIG (2^31 items), with T unchanged.  */
static inline int
wpp_hash_reserve (struct wpp_hash_table *t, size_t more)
{
  return more <= wpp_hash_slots (t) / 2 - t->n ? WPP_OK : wpp_hash_grow (t, more);
}

/* The hash of KEY.  T must have slots.  */
static inline uint32_t
wpp_hash_key (const struct wpp_hash_table *t, uint64_t key)
{
  return key * t->multiplier >> 32;
}

/* Does the item NUMBER of ITEMS have KEY?  */
typedef bool wpp_item_is_p (const void *items, uint32_t number, const void *key);

/* The number of the item that has HASH and for which IS_P (ITEMS, number, KEY) is true; or WPP_NO_ITEM.  */
static inline __attribute__ ((always_inline)) uint32_t
wpp_hash_find (const struct wpp_hash_table *t, uint32_t hash, wpp_item_is_p *is_p, const void *items,
               const void *key)
{
  if (!t->slots)
    return WPP_NO_ITEM;
  for (size_t i = hash >> t->shift;; i = (i + 1) & (UINT32_MAX >> t->shift))
    {
      const struct wpp_hash_slot *slot = &t->slots[i];
      if (!slot->number)
        return WPP_NO_ITEM;
      if (slot->hash == hash && is_p (items, slot->number - 1, key))
        return slot->number - 1;
    }
}

/* Add the item NUMBER, less than WPP_NO_ITEM, which has HASH and is not in T; there is room for it.  */
static inline void
wpp_hash_add (struct wpp_hash_table *t, uint32_t hash, uint32_t number)
{
  size_t i = hash >> t->shift;
  while (t->slots[i].number)
    i = (i + 1) & (UINT32_MAX >> t->shift);
  t->slots[i] = (struct wpp_hash_slot){ hash, number + 1 };
  t->n++;
}

#endif /* WPP_ANALYSIS_BASE_HASH_TABLE_H */
