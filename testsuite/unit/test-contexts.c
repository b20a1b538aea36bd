/* Unit tests of what a grammar's coder remembers of contexts, and of the symbols it knows.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "grammar/coding/contexts.h"
#include "grammar/coding/known.h"
#include "unit.h"

/* NUMBER follows in L's context.  Return its place before.  */
static unsigned
note (struct wpp_list *l, uint32_t number)
{
  unsigned place = wpp_list_place (l, number);
  wpp_list_note (l, place, number);
  return place;
}

/* L against the obvious: all that followed, the latest last.  */
static void
test_list (void)
{
  enum { ROUNDS = 20000 };
  static uint32_t all[ROUNDS];
  struct wpp_list l = { 0 };
  uint64_t random = 8;
  unsigned wrong = 0;
  for (unsigned i = 0; i < ROUNDS; i++)
    {
      uint32_t number = unit_random (&random) % (1 + i % 40), distinct[WPP_RECALLED], n = 0, place = 0;
      for (unsigned k = i; k-- > 0 && n < WPP_RECALLED;)
        {
          uint32_t known = 0;
          while (known < n && distinct[known] != all[k])
            known++;
          if (known == n)
            distinct[n++] = all[k];
        }
      while (place < n && distinct[place] != number)
        place++;
      all[i] = number;
      wrong += l.n != n || memcmp (l.number, distinct, n * sizeof *distinct)
               || wpp_list_state (&l) >= WPP_LIST_STATES || note (&l, number) != place;
    }
  CHECK (wrong == 0, "a list has the latest numbers, in %u rounds", ROUNDS);
  l = (struct wpp_list){ 0 };
  unsigned states = wpp_list_state (&l) != 0;
  for (unsigned i = 0; i < 300; i++, states += wpp_list_state (&l) != (i < 8 ? i : 8))
    note (&l, 7);
  CHECK (states == 0 && l.streak == 255, "a number that follows again and again is surer and surer");
  note (&l, 8);
  CHECK (l.streak == 0 && l.n == 2 && wpp_list_state (&l) == 9, "until another does");
}

static void
test_tables (void)
{
  struct wpp_lists lists;
  int err = wpp_lists_init (&lists, wpp_lists_bits (1));
  CHECK (err == 0 && lists.mask == 63, "a small table for a small grammar");
  struct wpp_list *l = wpp_list_find (&lists, 5);
  note (l, 3);
  CHECK (wpp_list_find (&lists, 5) == l && l->n == 1, "a list is found again");
  CHECK (wpp_list_find (&lists, 5 + (77u << 16)) == l && l->n == 0, "and makes room for another");
  wpp_lists_release (&lists);
  CHECK (wpp_lists_bits (256) == 6 && wpp_lists_bits (257) == 7, "a bigger one for a bigger one");
  err = wpp_lists_init (&lists, wpp_lists_bits (UINT64_MAX));
  CHECK (err == 0 && lists.mask == (1u << 19) - 1, "the table has a limit");
  wpp_lists_release (&lists);
}

static void
test_known (void)
{
  enum { N = 5000 };
  struct wpp_known k = { 0 };
  static struct wpp_name names[N];
  unsigned wrong = 0;
  for (uint32_t i = 0; i < N; i++)
    {
      struct wpp_node n = { .symbol = i };
      uint32_t first = i % 2 && i > 2 ? 0 : k.n_starts;
      wrong += wpp_known_add (&k, first, &n, &names[i]) != 0 || names[i].first != first;
    }
  for (uint32_t i = 0; i < N; i++)
    wrong += wpp_known_node (&k, names[i])->symbol != i;
  CHECK (wrong == 0, "%u symbols are found by first terminal and index", N);
  CHECK (k.terminals.n == k.n_starts && k.n_starts > 2000 && k.starts[0].n > 2000,
         "a tree of %zu terminals, and one of what begins with the first", k.n_starts);
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
