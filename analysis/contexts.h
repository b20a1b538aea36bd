/* What is remembered of contexts: odds of the bits of a number, and lists of what followed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A context is a hash.  What is remembered of it fills a cache line, since finding it costs
   more than all else that is done with it; a context that comes new takes the place of
   the one that was there.  */

#ifndef WPP_CONTEXTS_H
#define WPP_CONTEXTS_H

#include <stdint.h>
#include <string.h>
#include "mixer.h"

#define WPP_RECALLED 12

struct wpp_group           /* odds of four bits of a number: a binary tree, from the root on */
{
  uint16_t check, unused;
  struct wpp_odds odds[15];
};

struct wpp_list            /* what followed */
{
  uint16_t check;
  uint8_t n;
  uint8_t total;                     /* sum of the counts */
  uint8_t count[WPP_RECALLED];       /* latest first */
  uint32_t number[WPP_RECALLED];
};

struct wpp_groups
{
  struct wpp_group *groups;
  uint32_t mask;                     /* number of them, less 1 */
};

struct wpp_lists
{
  struct wpp_list *lists;
  uint32_t mask;
};

/* Make G, L empty, with memory in proportion to N_SYMBOLS up to a limit (64 and 32 MiB).  Return 0 or
   WPP_E_NOMEM.  */
int wpp_groups_init (struct wpp_groups *g, uint64_t n_symbols);
int wpp_lists_init (struct wpp_lists *l, uint64_t n_symbols);
void wpp_groups_release (struct wpp_groups *g);
void wpp_lists_release (struct wpp_lists *l);

/* NUMBER followed L's context.  */
void wpp_list_note (struct wpp_list *l, uint32_t number);

static inline uint16_t
wpp_context_check (uint32_t hash)
{
  return (hash >> 16 ^ hash << 5) | 1;
}

static inline void
wpp_group_prefetch (const struct wpp_groups *g, uint32_t hash)
{
  __builtin_prefetch (&g->groups[hash & g->mask]);
}

static inline void
wpp_list_prefetch (const struct wpp_lists *l, uint32_t hash)
{
  __builtin_prefetch (&l->lists[hash & l->mask]);
}

/* What is remembered of the context HASH; all 0 but for the check if nothing.  */
static inline struct wpp_group *
wpp_group_find (struct wpp_groups *g, uint32_t hash)
{
  struct wpp_group *found = &g->groups[hash & g->mask];
  uint16_t check = wpp_context_check (hash);
  if (found->check != check)
    {
      memset (found, 0, sizeof *found);
      found->check = check;
    }
  return found;
}

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

#endif /* WPP_CONTEXTS_H */
