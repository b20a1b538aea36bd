/* Lists of the terminals that followed a context, the latest first.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A context is a hash of the events before.  Its list fills one cache line, because finding it costs more than
   all else that is done with it.  A new context takes the place of the one that was there.  */

#ifndef WPP_ANALYSIS_GRAMMAR_CODING_CONTEXTS_H
#define WPP_ANALYSIS_GRAMMAR_CODING_CONTEXTS_H

#include <stdint.h>
#include <string.h>
#include "base/fetch.h"

#define WPP_RECALLED 12
#define WPP_LIST_STATES 16

struct wpp_list            /* what followed */
{
  uint16_t check;
  uint8_t n;
  uint8_t streak;                    /* how often in a row the latest number followed */
  uint32_t unused[3];
  uint32_t number[WPP_RECALLED];     /* latest first */
} __attribute__ ((aligned (64)));

struct wpp_lists
{
  struct wpp_list *lists;
  uint32_t mask;                     /* number of them, less 1 */
};

/* Logarithms of the least and the greatest number of lists: a page, and 32 MiB.  */
#define WPP_LISTS_LEAST 6
#define WPP_LISTS_MOST 19

/* The logarithm of the number of lists that is right for N_SYMBOLS.  */
unsigned wpp_lists_bits (uint64_t n_symbols);

/* Make L empty, 2^BITS lists.  Return 0 or WPP_E_NOMEM.  */
int wpp_lists_init (struct wpp_lists *l, unsigned bits);
/* Bring all of L, which is empty, into memory.  */
void wpp_lists_touch (struct wpp_lists *l);
void wpp_lists_release (struct wpp_lists *l);

/* The place of NUMBER in L, L->n if it is not there.  */
unsigned wpp_list_place (const struct wpp_list *l, uint32_t number);

/* Note that NUMBER, which has PLACE in L, followed L's context.  */
void wpp_list_note (struct wpp_list *l, unsigned place, uint32_t number);

/* How likely the latest number is to follow again: a state below WPP_LIST_STATES.  */
static inline unsigned
wpp_list_state (const struct wpp_list *l)
{
  unsigned sure = l->streak < 7 ? l->streak : 7;
  return l->n == 0 ? 0 : l->n == 1 ? 1 + sure : 9 + (sure < 6 ? sure : 6);
}

/* A hash of A and B.  */
static inline uint32_t
wpp_hash2 (uint32_t a, uint32_t b)
{
  uint64_t x = ((uint64_t)a << 32 | b) * UINT64_C (0x9e3779b97f4a7c15);
  x ^= x >> 29;
  x *= UINT64_C (0xbf58476d1ce4e5b9);
  return x >> 32;
}

static inline uint16_t
wpp_context_check (uint32_t hash)
{
  return (hash >> 16 ^ hash << 5) | 1;
}

static inline void
wpp_list_prefetch (const struct wpp_lists *l, uint32_t hash)
{
  wpp_fetch (&l->lists[hash & l->mask]);
}

/* The list of the context HASH; all 0, except the check, if it has none yet.  */
static inline struct wpp_list *
wpp_list_find (struct wpp_lists *l, uint32_t hash)
{
  struct wpp_list *found = &l->lists[hash & l->mask];
  uint16_t check = wpp_context_check (hash);
  if (found->check != check)
    {
      memset (found, 0, sizeof *found);
      found->check = check;
    }
  return found;
}

#endif /* WPP_ANALYSIS_GRAMMAR_CODING_CONTEXTS_H */
