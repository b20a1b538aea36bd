/* Unit tests of what a grammar's coder remembers of contexts, of the symbols it knows, and of
   their indices.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <sys/resource.h>
#include <unistd.h>
#include <xxhash.h>
#include "contexts.h"
#include "index-coder.h"
#include "known.h"
#include "unit.h"

/* Is L in order: as many numbers as it says, none twice, counts that add up?  */
static bool
list_in_order_p (const struct wpp_list *l)
{
  unsigned total = 0;
  if (l->n > WPP_RECALLED)
    return false;
  for (unsigned i = 0; i < l->n; i++)
    {
      total += l->count[i];
      if (l->count[i] < 1 || l->count[i] > 15)
        return false;
      for (unsigned k = 0; k < i; k++)
        if (l->number[k] == l->number[i])
          return false;
    }
  return total == l->total;
}

static void
test_list (void)
{
  struct wpp_list l = { 0 };
  uint64_t random = 8;
  unsigned wrong = 0, rounds = 100000;
  for (unsigned i = 0; i < rounds; i++)
    {
      uint32_t number = unit_random (&random) % (1 + i % 40);
      wpp_list_note (&l, number);
      wrong += !list_in_order_p (&l) || l.number[0] != number;
    }
  CHECK (wrong == 0, "a list is in order after each of %u notes, the latest first", rounds);
  l = (struct wpp_list){ 0 };
  for (unsigned i = 0; i < 20; i++)
    wpp_list_note (&l, i);
  CHECK (l.n == WPP_RECALLED && l.number[WPP_RECALLED - 1] == 20 - WPP_RECALLED,
         "a full list forgets what was not seen for the longest time");
  for (unsigned i = 0; i < 8; i++)
    wpp_list_note (&l, 19);
  wpp_list_note (&l, 18);
  CHECK (l.number[0] == 18 && l.count[0] == 2 && l.number[1] == 19 && l.count[1] == 7,
         "what is overtaken counts for less");
}

static void
test_tables (void)
{
  struct wpp_groups groups;
  struct wpp_lists lists;
  int err = wpp_groups_init (&groups, 1) | wpp_lists_init (&lists, 1);
  CHECK (err == 0 && groups.mask == 63 && lists.mask == 63, "small tables for a small grammar");
  struct wpp_group *g = wpp_group_find (&groups, 5);
  g->odds[14].history = 9;
  CHECK (wpp_group_find (&groups, 5) == g && g->odds[14].history == 9, "a context is found again");
  CHECK (wpp_group_find (&groups, 5 + (77u << 16)) == g && g->odds[14].history == 0,
         "another one in its place knows nothing");
  struct wpp_list *l = wpp_list_find (&lists, 5);
  wpp_list_note (l, 3);
  CHECK (wpp_list_find (&lists, 5) == l && l->n == 1, "a list is found again");
  CHECK (wpp_list_find (&lists, 5 + (77u << 16)) == l && l->n == 0, "and makes room for another");
  wpp_groups_release (&groups);
  wpp_lists_release (&lists);
  err = wpp_groups_init (&groups, UINT64_MAX) | wpp_lists_init (&lists, UINT64_MAX);
  CHECK (err == 0 && groups.mask == (1u << 20) - 1 && lists.mask == (1u << 19) - 1,
         "tables have a limit");
  wpp_groups_release (&groups);
  wpp_lists_release (&lists);
}

static void
test_known (void)
{
  enum { N = 5000 };
  struct wpp_known k = { 0 };
  unsigned wrong = wpp_known_init (&k) != 0;
  for (uint32_t i = 0; i < N; i++)
    {
      struct wpp_node n = { .symbol = i, .first = i % 2 && i > 2 ? 0 : k.n_starts };
      uint32_t node = wpp_known_add (&k, &n);
      wrong += node != i + 1 || k.starts[n.first].nodes[k.nodes[node].index] != node;
    }
  CHECK (wrong == 0 && k.n == N + 1, "%u symbols are found by first terminal and index", N);
  CHECK (k.terminals.n == k.n_starts && k.n_starts > 2000, "a tree of %zu terminals", k.n_starts);
  wpp_known_release (&k);
}

static void
test_tree (void)
{
  enum { N = 5000 };
  struct wpp_tree t = { 0 };
  unsigned wrong = 0;
  for (uint32_t n = 1; n <= N; n += 1 + n / 3)
    wrong += wpp_tree_reach (&t, n) != 0 || t.n != n;
  wrong += wpp_tree_reach (&t, N) != 0;
  for (uint32_t fork = 1; fork < N; fork++)
    wpp_tree_odds (&t, fork, __builtin_ctz (fork))->p = fork;
  for (uint32_t fork = 1; fork < N; fork++)
    wrong += wpp_tree_odds (&t, fork, __builtin_ctz (fork))->p != fork;
  CHECK (wrong == 0 && t.n == N, "each of the %u forks of a tree has odds of its own", N - 1);
  wpp_tree_release (&t);
}

/* Index number I of a stream.  */
static struct wpp_index
some_index (uint32_t i, uint64_t *random)
{
  uint32_t n = 1 + i / 16, r = unit_random (random) >> 33;
  return (struct wpp_index){ .first = i % 7, .n = n, .index = r % 3 ? r % n : i % 5 % n,
                             .contexts = { i % 100, i % 3 } };
}

/* Bytes of address space in use.  A thread's stack is 8 MiB more.  */
static rlim_t
address_space (void)
{
  unsigned long pages = 0;
  FILE *f = fopen ("/proc/self/statm", "r");
  if (!f || fscanf (f, "%lu", &pages) != 1)
    pages = 0;
  if (f)
    fclose (f);
  return (rlim_t)pages * sysconf (_SC_PAGESIZE);
}

/* Encode N indices, with or without another thread, and decode them.  Return the number of bytes,
   whose hash is added to *SUM; 0 if anything is wrong.  */
static size_t
round_trip (uint32_t n, bool thread, uint64_t *sum)
{
  struct wpp_index_coder e = { 0 }, d = { 0 };
  uint64_t random = 77;
  struct rlimit limit;
  getrlimit (RLIMIT_AS, &limit);
  bool good = wpp_index_coder_init (&e, n) == 0;
  if (!thread)
    setrlimit (RLIMIT_AS, &(struct rlimit){ address_space () + (4 << 20), limit.rlim_max });
  for (uint32_t i = 0; i < n; i++)
    {
      struct wpp_index x = some_index (i, &random);
      good &= wpp_index_encode (&e, &x) == 0;
    }
  good &= wpp_index_encode_end (&e) == 0;
  setrlimit (RLIMIT_AS, &limit);
  wpp_coder_decode (&d.coder, e.coder.out.data, e.coder.out.size);
  good &= wpp_index_coder_init (&d, n) == 0;
  random = 77;
  for (uint32_t i = 0; i < n; i++)
    {
      struct wpp_index x = some_index (i, &random), y = x;
      y.index = 0;
      good &= wpp_index_decode (&d, &y) == 0 && y.index == x.index;
    }
  size_t size = e.coder.out.size;
  *sum += XXH3_64bits (e.coder.out.data, size);
  wpp_index_coder_release (&e);
  wpp_index_coder_release (&d);
  return good ? size : 0;
}

static void
test_index_coder (void)
{
  uint64_t alone = 0, threaded = 0;
  size_t a = round_trip (30000, false, &alone), b = round_trip (30000, true, &threaded);
  CHECK (a > 0 && a == b && alone == threaded,
         "indices are the same bytes with another thread and without: %zu, %zu", a, b);
  CHECK (round_trip (100, true, &alone) > 0, "a hundred indices");
  struct wpp_index_coder c = { 0 };
  struct wpp_index x = { .n = 2 };
  bool good = wpp_index_coder_init (&c, 100000) == 0;
  for (unsigned i = 0; i < 20000; i++)
    good &= wpp_index_encode (&c, &x) == 0;
  wpp_index_coder_release (&c);
  CHECK (good, "given up in the middle");
}

int
main (void)
{
  test_list ();
  test_tables ();
  test_known ();
  test_tree ();
  test_index_coder ();
  return unit_done ();
}
