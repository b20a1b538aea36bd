/* Unit tests of what a grammar's coder remembers of contexts, and of the symbols it knows.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "contexts.h"
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
  struct wpp_contexts c;
  int err = wpp_contexts_init (&c, 1);
  CHECK (err == 0 && c.groups_mask == 63 && c.lists_mask == 63, "small tables for a small grammar");
  struct wpp_group *g = wpp_group_find (&c, 5);
  g->odds[14].history = 9;
  CHECK (wpp_group_find (&c, 5) == g && g->odds[14].history == 9, "a context is found again");
  CHECK (wpp_group_find (&c, 5 + (77u << 16)) == g && g->odds[14].history == 0,
         "another one in its place knows nothing");
  struct wpp_list *l = wpp_list_find (&c, 5);
  wpp_list_note (l, 3);
  CHECK (wpp_list_find (&c, 5) == l && l->n == 1, "a list is found again");
  CHECK (wpp_list_find (&c, 5 + (77u << 16)) == l && l->n == 0, "and makes room for another");
  wpp_contexts_release (&c);
  err = wpp_contexts_init (&c, UINT64_MAX);
  CHECK (err == 0 && c.groups_mask == (1u << 20) - 1 && c.lists_mask == (1u << 19) - 1,
         "tables have a limit");
  wpp_contexts_release (&c);
}

/* Each fork of a tree has odds of its own.  */
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
  const struct wpp_tree *t = &k.starts[0].tree;
  for (uint32_t fork = 1; fork < t->n; fork++)
    wpp_tree_odds (t, fork, __builtin_ctz (fork))->p = fork;
  for (uint32_t fork = 1; fork < t->n; fork++)
    wrong += wpp_tree_odds (t, fork, __builtin_ctz (fork))->p != fork;
  CHECK (wrong == 0 && t->n > 2000, "each of the %u forks of a tree has odds of its own", t->n - 1);
  wpp_known_release (&k);
}

int
main (void)
{
  test_list ();
  test_tables ();
  test_known ();
  return unit_done ();
}
