/* Lookup of digrams and rules, which every step of SEQUITUR needs.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_GRAMMAR_SEQUITUR_SEQUITUR_FIND_H
#define WPP_ANALYSIS_GRAMMAR_SEQUITUR_SEQUITUR_FIND_H

#include "base/fetch.h"
#include "grammar/sequitur/sequitur-impl.h"

static inline bool
guard_p (const struct wpp_sequitur *s, uint32_t p)
{
  return s->nodes[p].symbol == GUARD;
}

/* Is P the guard of a part of S?  */
static inline bool
start_p (uint32_t p)
{
  return p < WPP_PARTS;
}

static inline struct letter
node_letter (const struct wpp_sequitur *s, uint32_t p)
{
  return s->nodes[p].letter;
}

/* If SYMBOL is a nonterminal, prefetch the guard of its rule.  */
static inline void
fetch_rule (const struct wpp_sequitur *s, uint32_t symbol)
{
  if (WPP_IS_RULE (symbol) && symbol != GUARD)
    wpp_fetch (&s->nodes[WPP_RULE_INDEX (symbol)]);
}

/* The node at which the digram of an entry with PLACE starts.  */
static inline uint32_t
place_node (const struct wpp_sequitur *s, uint32_t place)
{
  return WPP_IS_RULE (place) ? s->nodes[WPP_RULE_INDEX (place)].next : place;
}

static inline struct digram
letters_key (struct letter a, struct letter b)
{
  return digram_key (a.symbol, a.exponent, b.symbol, b.exponent);
}

/* Prefetch the entry of the digram of A and B.  Where exponents are big, this prefetches another entry, which does no
   harm.  */
static inline void
fetch_digram (const struct wpp_sequitur *s, struct letter a, struct letter b)
{
  struct digram key = digram_small_key (a.symbol, a.exponent, b.symbol, b.exponent);
  wpp_fetch (&s->table.buckets[digram_home (&s->table, key)]);
}

/* Is A B the digram at PLACE, which has the same key?  */
static inline bool
at_place_p (const struct wpp_sequitur *s, uint32_t place, struct letter a, struct letter b)
{
  const struct node *m = &s->nodes[place_node (s, place)];
  return m->exponent == a.exponent && s->nodes[m->next].exponent == b.exponent;
}

/* find_digram for A and B with KEY.  BIG says whether one of their exponents is big.  */
static inline __attribute__ ((always_inline)) uint32_t *
find_key (const struct wpp_sequitur *s, struct digram key, struct letter a, struct letter b, bool big)
{
  for (size_t k = digram_home (&s->table, key);; k = (k + 1) & s->table.mask)
    {
      struct bucket *bucket = &s->table.buckets[k];
      unsigned empty, same = digram_look (bucket, key, &empty);
      while (big && same && !at_place_p (s, bucket->place[__builtin_ctz (same)], a, b))
        same &= same - 1;
      same = same ? same : empty;
      if (__builtin_expect (same, true))
        return &bucket->place[__builtin_ctz (same)];
    }
}

/* The place in the entry of the digram of A and B, or in the empty entry where it belongs.  */
static inline uint32_t *
find_digram (const struct wpp_sequitur *s, struct letter a, struct letter b)
{
  if (digram_big_p (a.exponent, b.exponent))
    return wpp_sequitur_find_big (s, a, b);
  return find_key (s, digram_small_key (a.symbol, a.exponent, b.symbol, b.exponent), a, b, false);
}

/* The same for the digram that starts at P.  */
static inline uint32_t *
find_at (const struct wpp_sequitur *s, uint32_t p)
{
  return find_digram (s, node_letter (s, p), node_letter (s, s->nodes[p].next));
}

/* The nonterminal of the rule whose right-hand side is A B, or 0.  */
static inline uint32_t
find_rule (const struct wpp_sequitur *s, struct letter a, struct letter b)
{
  uint32_t place = *find_digram (s, a, b);
  return WPP_IS_RULE (place) ? place : 0;
}

#endif /* WPP_ANALYSIS_GRAMMAR_SEQUITUR_SEQUITUR_FIND_H */
