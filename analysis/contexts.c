/* What is remembered of contexts: odds of the bits of a number, and lists of what followed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "contexts.h"

#include <sys/mman.h>
#include "error.h"

#define LINE ((size_t)64)
#define MIN_BITS 6             /* log2 of the cache lines in a table: a page */
#define GROUPS_BITS 20
#define LISTS_BITS 19
#define COUNT_MAX 15

/* A table for N_SYMBOLS of cache lines, at most 2^MOST_BITS; *MASK is their number less 1.  All 0, and not in
   memory before they are visited.  Visits are at random: big pages, where there are any, save a good
   part of the time.  Null when out of memory.  */
static void *
new_table (uint64_t n_symbols, unsigned most_bits, uint32_t *mask)
{
  unsigned bits = MIN_BITS;
  while (bits < most_bits && UINT64_C (1) << bits < n_symbols)
    bits++;
  size_t size = LINE << bits;
  void *table = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (table == MAP_FAILED)
    return NULL;
  madvise (table, size, MADV_HUGEPAGE);
  *mask = (UINT32_C (1) << bits) - 1;
  return table;
}

static void
free_table (void *table, uint32_t mask)
{
  if (table)
    munmap (table, LINE * ((size_t)mask + 1));
}

int
wpp_groups_init (struct wpp_groups *g, uint64_t n_symbols)
{
  _Static_assert (sizeof (struct wpp_group) == LINE, "a group fills a cache line");
  g->groups = new_table (n_symbols, GROUPS_BITS, &g->mask);
  return g->groups ? WPP_OK : WPP_E_NOMEM;
}

int
wpp_lists_init (struct wpp_lists *l, uint64_t n_symbols)
{
  _Static_assert (sizeof (struct wpp_list) == LINE, "a list fills a cache line");
  l->lists = new_table (n_symbols, LISTS_BITS, &l->mask);
  return l->lists ? WPP_OK : WPP_E_NOMEM;
}

void
wpp_groups_release (struct wpp_groups *g)
{
  free_table (g->groups, g->mask);
}

void
wpp_lists_release (struct wpp_lists *l)
{
  free_table (l->lists, l->mask);
}

/* Counts that others overtake shrink, since what was long ago matters less.  */
void
wpp_list_note (struct wpp_list *l, uint32_t number)
{
  unsigned at = 0, count = 0;
  while (at < l->n && l->number[at] != number)
    at++;
  if (at < l->n)
    count = l->count[at];
  else if (l->n < WPP_RECALLED)
    l->n++;
  else
    l->total -= l->count[--at];
  for (unsigned i = at; i > 0; i--)
    {
      unsigned less = l->count[i - 1] > 2 ? l->count[i - 1] / 4 : 0;
      l->number[i] = l->number[i - 1];
      l->count[i] = l->count[i - 1] - less;
      l->total -= less;
    }
  l->number[0] = number;
  l->count[0] = count < COUNT_MAX ? count + 1 : count;
  l->total += l->count[0] - count;
}
