/* Where digrams are: what sequitur.c and heads.c look up at every step.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_SEQUITUR_FIND_H
#define WPP_SEQUITUR_FIND_H

#include "fetch.h"
#include "sequitur-impl.h"

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
  return (struct letter){ s->nodes[p].symbol, s->nodes[p].exponent };
}

/* The node that an entry's PLACE speaks of: where the digram starts.  */
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

/* Have the entry of the digram of A and B come.  */
static inline void
fetch_digram (const struct wpp_sequitur *s, struct letter a, struct letter b)
{
  wpp_fetch (&s->table.buckets[digram_home (&s->table, letters_key (a, b))]);
}

/* Is the digram at PLACE A B?  It has the same key.  */
static inline bool
at_place_p (const struct wpp_sequitur *s, uint32_t place, struct letter a, struct letter b)
{
  const struct node *m = &s->nodes[place_node (s, place)];
  return m->exponent == a.exponent && s->nodes[m->next].exponent == b.exponent;
}

/* Those of the entries SAME of B, from the first one on that is the digram X Y; or 0.  */
static inline unsigned
true_entry (const struct wpp_sequitur *s, const struct bucket *b, unsigned same, struct letter x, struct letter y)
{
  while (same && !at_place_p (s, b->place[__builtin_ctz (same)], x, y))
    same &= same - 1;
  return same;
}

/* The place of the digram of A and B in its entry, or that of the empty entry where it belongs.  */
static inline uint32_t *
find_digram (const struct wpp_sequitur *s, struct letter a, struct letter b)
{
  const struct digram key = letters_key (a, b);
  for (size_t k = digram_home (&s->table, key);; k = (k + 1) & digram_mask (&s->table))
    {
      struct bucket *bucket = &s->table.buckets[k];
      unsigned empty, same = digram_look (bucket, key, &empty);
      if (digram_big_p (a.exponent, b.exponent))
        same = true_entry (s, bucket, same, a, b);
      unsigned found = same ? same : empty;
      if (__builtin_expect (found, true))
        return &bucket->place[__builtin_ctz (found)];
    }
}

/* The same for the digram that starts at P.  */
static inline uint32_t *
find_at (const struct wpp_sequitur *s, uint32_t p)
{
  return find_digram (s, node_letter (s, p), node_letter (s, s->nodes[p].next));
}

/* The nonterminal of the rule that is all of A B, or 0.  */
static inline uint32_t
find_rule (const struct wpp_sequitur *s, struct letter a, struct letter b)
{
  uint32_t place = *find_digram (s, a, b);
  return WPP_IS_RULE (place) ? place : 0;
}

#endif /* WPP_SEQUITUR_FIND_H */
