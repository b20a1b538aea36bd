/* What is remembered of contexts: odds of the bits of a number, and lists of what followed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "contexts.h"

#include <sys/mman.h>
#include "error.h"

#define MIN_BITS 6             /* log2 of the cache lines in a table: a page */
#define GROUPS_BITS 20
#define LISTS_BITS 19
#define COUNT_MAX 15

/* The number of cache lines in a table for N_SYMBOLS.  */
static uint32_t
table_lines (uint64_t n_symbols, unsigned most_bits)
{
  unsigned bits = MIN_BITS;
  while (bits < most_bits && UINT64_C (1) << bits < n_symbols)
    bits++;
  return UINT32_C (1) << bits;
}

/* A table of LINES cache lines, all 0 and not in memory before they are visited.  Visits are at
   random: big pages, where there are any, save a good part of the time.  */
static void *
new_table (uint32_t lines)
{
  size_t size = 64 * (size_t)lines;
  void *table = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (table == MAP_FAILED)
    return NULL;
  madvise (table, size, MADV_HUGEPAGE);
  return table;
}

int
wpp_contexts_init (struct wpp_contexts *c, uint64_t n_symbols)
{
  _Static_assert (sizeof (struct wpp_group) == 64 && sizeof (struct wpp_list) == 64,
                  "what is remembered of a context fills a cache line");
  c->groups_mask = table_lines (n_symbols, GROUPS_BITS) - 1;
  c->lists_mask = table_lines (n_symbols, LISTS_BITS) - 1;
  c->groups = new_table (c->groups_mask + 1);
  c->lists = new_table (c->lists_mask + 1);
  return c->groups && c->lists ? WPP_OK : WPP_E_NOMEM;
}

void
wpp_contexts_release (struct wpp_contexts *c)
{
  if (c->groups)
    munmap (c->groups, 64 * ((size_t)c->groups_mask + 1));
  if (c->lists)
    munmap (c->lists, 64 * ((size_t)c->lists_mask + 1));
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
