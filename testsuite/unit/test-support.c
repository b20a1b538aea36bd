/* Arrays that grow, hash tables and binary search against the simplest that does the same.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "short-memory.h"
#include "../../analysis/base/array.c"
#include "../../analysis/base/hash-table.c"
#undef realloc
#undef calloc
#undef mmap
#include "base/search.h"
#include "unit.h"

/* ---- Arrays.  */

static void
test_growth (void)
{
  uint64_t state = 1;
  uint32_t *a = NULL;
  size_t n = 0, room = 0, moved = 0;
  bool kept = true;
  for (int i = 0; i < 1000; i++)
    {
      size_t more = unit_random (&state) % 20, before = room;
      kept &= !WPP_RESERVE (a, room, n, more) && room >= n + more;
      moved += room != before;
      for (; more > 0; more--, n++)
        a[n] = n * 7;
    }
  for (size_t i = 0; i < n; i++)
    kept &= a[i] == i * 7;
  CHECK (kept, "an array grows and keeps its items");
  CHECK (n > 5000 && moved < 20, "an array of %zu items moves %zu times", n, moved);
  free (a);
}

static void
test_extension (void)
{
  uint32_t *a = NULL, n = 0;
  bool kept = true;
  for (; n < 1000; n++)
    {
      kept &= !WPP_EXTEND (a, n);
      a[n] = n * 7;
    }
  plenty = 0;
  kept &= !WPP_EXTEND (a, n);
  n = 512;
  kept &= WPP_EXTEND (a, n) == WPP_E_NOMEM;
  plenty = -1;
  for (uint32_t i = 0; i < n; i++)
    kept &= a[i] == i * 7;
  CHECK (kept, "an array with room for a power of two");
  free (a);
}

static void
test_array_limits (void)
{
  char *a = NULL;
  uint64_t *b = NULL;
  size_t room = 0, none = 0;
  CHECK (!WPP_RESERVE (a, room, 0, none) && !a && !room, "room for nothing is none");
  CHECK (WPP_RESERVE (a, room, 0, SIZE_MAX) == WPP_E_NOMEM && !a && !room, "more bytes than there are");
  CHECK (WPP_RESERVE (b, none, 0, SIZE_MAX / 8 + 2) == WPP_E_NOMEM && !b && !none,
         "items whose size is more than a number holds");
  CHECK (wpp_array_room (SIZE_MAX - 8, SIZE_MAX - 8, 1) == SIZE_MAX
           && wpp_array_room (8, SIZE_MAX, 1) == SIZE_MAX && wpp_array_room (100, 100, 1) == 166
           && wpp_array_room (0, 0, 1) == 16 && wpp_array_room (16, 10, 1000) == 1010,
         "how an array grows");
  CHECK (!WPP_RESERVE (a, room, 0, 1), "the first item");
  char *before = a;
  plenty = 0;
  CHECK (WPP_RESERVE (a, room, 16, 1) == WPP_E_NOMEM && a == before && room == 16,
         "an array is as it was when memory runs out");
  CHECK (WPP_RESIZE (a, 32) == WPP_E_NOMEM && a == before, "and where its size is given");
  plenty = -1;
  free (a);
}

/* ---- Hash tables.  */

struct numbers /* of keys that were added */
{
  struct wpp_hash_table table;
  uint64_t *keys;
  size_t room;
};

static bool
key_is_p (const void *items, uint32_t number, const void *key)
{
  return ((const struct numbers *)items)->keys[number] == *(const uint64_t *)key;
}

static uint32_t
find (const struct numbers *s, uint64_t key)
{
  return s->table.slots ? wpp_hash_find (&s->table, wpp_hash_key (&s->table, key), key_is_p, s, &key)
                        : WPP_NO_ITEM;
}

static int
add (struct numbers *s, uint64_t key)
{
  int err = wpp_hash_reserve (&s->table, 1);
  if (!err)
    err = WPP_RESERVE (s->keys, s->room, s->table.n, 1);
  if (err)
    return err;
  s->keys[s->table.n] = key;
  wpp_hash_add (&s->table, wpp_hash_key (&s->table, key), s->table.n);
  return WPP_OK;
}

static void
release (struct numbers *s)
{
  wpp_hash_release (&s->table);
  free (s->keys);
}

/* Look for keys, random numbers below MOST times FACTOR, in a table and, one after the other, in all that were
   added.  */
static void
test_against_list (uint64_t most, uint64_t factor)
{
  struct numbers s = { 0 };
  uint64_t state = most, seen[600];
  uint32_t n = 0, hits = 0;
  bool same = true;
  for (int i = 0; i < 4000; i++)
    {
      bool again = n && i % 3 == 0;
      uint64_t key = again ? seen[unit_random (&state) % n] : unit_random (&state) % most * factor;
      uint32_t naive = 0, number = find (&s, key);
      while (naive < n && seen[naive] != key)
        naive++;
      same &= number == (naive < n ? naive : WPP_NO_ITEM);
      hits += naive < n;
      if (naive == n && n < sizeof seen / sizeof *seen)
        {
          same &= !add (&s, key);
          seen[n++] = key;
        }
    }
  CHECK (same && n > 1 && hits > 0 && s.table.n == n && 2 * (size_t)n <= wpp_hash_slots (&s.table),
         "%u keys below %llu, times %#llx, found %u times", n, (unsigned long long)most, (unsigned long long)factor,
         hits);
  release (&s);
}

/* Items with one hash, for which the caller alone can tell them apart.  */
static void
test_collisions (void)
{
  struct numbers s = { 0 };
  bool found = true;
  for (uint64_t key = 0; key < 100; key++)
    {
      found &= !wpp_hash_reserve (&s.table, 1) && !WPP_RESERVE (s.keys, s.room, s.table.n, 1);
      s.keys[s.table.n] = key;
      wpp_hash_add (&s.table, UINT32_MAX, s.table.n);
    }
  for (uint64_t key = 0; key < 100; key++)
    found &= wpp_hash_find (&s.table, UINT32_MAX, key_is_p, &s, &key) == key;
  uint64_t other = 100;
  found &= wpp_hash_find (&s.table, UINT32_MAX, key_is_p, &s, &other) == WPP_NO_ITEM;
  CHECK (found, "items with one hash");
  release (&s);
}

/* The longest run of slots that are taken.  */
static size_t
longest_run (const struct wpp_hash_table *t)
{
  size_t longest = 0, run = 0;
  for (size_t i = 0; i < 2 * wpp_hash_slots (t); i++)
    {
      run = t->slots[i & (wpp_hash_slots (t) - 1)].number ? run + 1 : 0;
      longest = longest > run ? longest : run;
    }
  return longest;
}

/* 2^15 keys that are FACTOR times a number, as a file may have that is made for a multiplier of all programs, or as
   places have: they are not all in one run of slots.  */
static void
test_spread (uint64_t factor)
{
  struct numbers s = { 0 };
  bool added = true;
  for (uint64_t i = 0; i < 1 << 15; i++)
    added &= !add (&s, i * factor);
  CHECK (added && longest_run (&s.table) < 1 << 11, "keys that are a multiple of %#llx are spread",
         (unsigned long long)factor);
  release (&s);
}

static void
test_bytes (void)
{
  struct wpp_hash_table t = { 0 };
  CHECK (!wpp_hash_reserve (&t, 1) && wpp_hash_bytes (&t, "abc", 3) == wpp_hash_bytes (&t, "abcd", 3)
           && wpp_hash_bytes (&t, "abc", 3) != wpp_hash_bytes (&t, "abd", 3),
         "bytes are hashed as far as their size goes");
  CHECK (wpp_hash_memory (&t) == 16 * sizeof *t.slots, "memory of a table");
  CHECK (!wpp_hash_reserve (&t, 8) && wpp_hash_slots (&t) == 16 && !wpp_hash_reserve (&t, 9)
           && wpp_hash_slots (&t) == 32 && !wpp_hash_reserve (&t, 1000) && wpp_hash_slots (&t) == 2048,
         "slots for many items at once");
  CHECK (wpp_hash_reserve (&t, (size_t)1 << 31 | 1) == WPP_E_TOOBIG && wpp_hash_slots (&t) == 2048,
         "more items than have numbers");
  wpp_hash_release (&t);
  CHECK (wpp_hash_memory (&t) == 0 && !t.n, "a table that was released is empty");
}

static void
test_hash_memory (void)
{
  struct numbers s = { 0 };
  uint64_t key = 5;
  plenty = 0;
  CHECK (wpp_hash_reserve (&s.table, 1) == WPP_E_NOMEM && !s.table.slots && find (&s, key) == WPP_NO_ITEM,
         "no memory for the first slots");
  plenty = -1;
  int err = 0;
  uint64_t n = 0;
  for (; !err && n < 1000; n++)
    {
      plenty = n == 300 ? 0 : -1;
      while (!err && plenty == 0)
        err = add (&s, n++);
      if (!err)
        err = add (&s, n);
    }
  plenty = -1;
  bool kept = err == WPP_E_NOMEM && s.table.n > 300;
  for (uint64_t k = 0; k < s.table.n; k++)
    kept &= find (&s, s.keys[k]) == k;
  CHECK (kept && !add (&s, 5000) && find (&s, 5000) == s.table.n - 1,
         "a table is as it was when memory runs out, and goes on");
  release (&s);
}

/* ---- Binary search.  */

static void
test_search (void)
{
  uint64_t state = 3;
  bool right = true;
  for (int round = 0; round < 500; round++)
    {
      int item[40], n = unit_random (&state) % 40, last = 0;
      for (int i = 0; i < n; i++)
        item[i] = last += unit_random (&state) % 3;
      for (int key = -1; key <= last + 1; key++)
        {
          int from = 0, to = 0;
          while (from < n && item[from] < key)
            from++;
          while (to < n && item[to] <= key)
            to++;
          right &= WPP_PARTITION_POINT (i, n, item[i] < key) == (size_t)from;
          right &= WPP_PARTITION_POINT (i, n, item[i] <= key) == (size_t)to;
        }
    }
  CHECK (right, "binary search in sorted arrays");
  int looks = 0;
  size_t at = WPP_PARTITION_POINT (i, SIZE_MAX, (looks++, i < SIZE_MAX / 3));
  CHECK (at == SIZE_MAX / 3 && looks <= 64, "of all numbers one is found in %d steps", looks);
}

int
main (void)
{
  test_growth ();
  test_extension ();
  test_array_limits ();
  test_against_list (300, 1);
  test_against_list (300, UINT64_C (1) << 32);
  test_against_list (1000, UINT64_C (0x9e3779b97f4a7c15));
  test_against_list (UINT64_MAX, 1);
  test_collisions ();
  test_spread (1);
  test_spread (UINT64_C (1) << 32);
  test_spread (UINT64_C (0xf1de83e19937733d)); /* its inverse is the usual multiplier */
  test_bytes ();
  test_hash_memory ();
  test_search ();
  return unit_done ();
}
