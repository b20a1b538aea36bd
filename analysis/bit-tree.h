/* Coding a number below N, bit by bit from the highest on.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A bit, given those above it, goes by the smallest number that has it: its fork.  A fork has odds of
   its own, whatever the context, and odds in each context (contexts.h).  Odds of the same four bits are
   next to each other: level [i] is indexed by fork >> 4i, for forks by the bits 4i to 4i + 3.  */

#ifndef WPP_BIT_TREE_H
#define WPP_BIT_TREE_H

#include <stdint.h>
#include "contexts.h"
#include "mixer.h"

#define WPP_NIBBLES 8              /* of a number */

struct wpp_tree
{
  uint32_t n;
  uint32_t capacity[WPP_NIBBLES];
  struct wpp_odds *level[WPP_NIBBLES];
};

/* Let T be of numbers below N, if it is of fewer.  Return 0 or WPP_E_NOMEM.  */
int wpp_tree_reach (struct wpp_tree *t, uint32_t n);
void wpp_tree_release (struct wpp_tree *t);

/* The number of bits of X, 0 of 0.  */
static inline unsigned
wpp_bit_length (uint32_t x)
{
  return x ? 32 - __builtin_clz (x) : 0;
}

/* The odds of FORK, by BIT.  */
static inline struct wpp_odds *
wpp_tree_odds (const struct wpp_tree *t, uint32_t fork, unsigned bit)
{
  return &t->level[bit / 4][fork >> (bit & ~3u)];
}

/* The place of FORK, by BIT, in the group that it belongs to.  */
static inline unsigned
wpp_group_place (uint32_t fork, unsigned bit)
{
  unsigned above = 3 - bit % 4;
  return (1u << above) - 1 + (fork >> bit >> 1 & ((1u << above) - 1));
}

/* What tells the groups of a context apart: NIBBLE, and NUMBER above it.  */
static inline uint32_t
wpp_group_prefix (uint32_t number, unsigned nibble)
{
  return wpp_hash2 (number >> 4 * nibble & ~15u, nibble);
}

/* Decoding: all bits above BIT, the lowest of a nibble, are known to be those of NUMBER.  Fetch what is needed below
   either value of it: most of the time goes in waiting for that.  */
static inline __attribute__ ((always_inline)) void
wpp_tree_prefetch (const struct wpp_tree *t, const struct wpp_groups *g, const uint32_t *contexts,
                   unsigned n_contexts, uint32_t number, unsigned bit)
{
#pragma GCC unroll 2
  for (uint32_t one = 0; one < 2; one++)
    {
      uint32_t next = number | one << bit, prefix = wpp_group_prefix (next, bit / 4 - 1);
      for (unsigned i = 0; i < n_contexts; i++)
        wpp_group_prefetch (g, wpp_hash2 (contexts[i], prefix));
      __builtin_prefetch (wpp_tree_odds (t, next, bit - 1));
    }
}

/* Code a number below T's N through M, by bits of KIND, in the N_CONTEXTS contexts CONTEXTS of G and
   T's own: TARGET, when encoding.  Inlined: KIND and N_CONTEXTS are constants.  */
static inline __attribute__ ((always_inline)) uint32_t
wpp_tree_code (const struct wpp_tree *t, struct wpp_mixer *m, unsigned kind, struct wpp_groups *g,
               const uint32_t *contexts, unsigned n_contexts, uint32_t target)
{
  struct wpp_group *groups[WPP_MIXER_ODDS] = { 0 };
  struct wpp_evidence e = { .n_odds = 1 + n_contexts };
  uint32_t number = 0, grouped = UINT32_MAX;

  for (unsigned bit = wpp_bit_length (t->n - 1); bit-- > 0;)
    {
      uint32_t fork = number | UINT32_C (1) << bit;
      if (fork >= t->n)
        continue;
      if (bit / 4 != grouped)
        {
          grouped = bit / 4;
          uint32_t prefix = wpp_group_prefix (number, grouped);
          __builtin_prefetch (wpp_tree_odds (t, number, bit));
          for (unsigned i = 0; i < n_contexts; i++)
            wpp_group_prefetch (g, wpp_hash2 (contexts[i], prefix));
          for (unsigned i = 0; i < n_contexts; i++)
            groups[i] = wpp_group_find (g, wpp_hash2 (contexts[i], prefix));
        }
      if (n_contexts && bit && bit % 4 == 0 && m->coder->decoding)
        wpp_tree_prefetch (t, g, contexts, n_contexts, number, bit);
      e.odds[0] = wpp_tree_odds (t, fork, bit);
      for (unsigned i = 0; i < n_contexts; i++)
        e.odds[1 + i] = &groups[i]->odds[wpp_group_place (fork, bit)];
      int one = wpp_mixer_code (m, kind, bit, &e, target >> bit & 1);
      number |= (uint32_t)one << bit;
    }
  return number;
}

#endif /* WPP_BIT_TREE_H */
