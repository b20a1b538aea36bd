/* Sets of numbers, equal ones once.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_BASE_SETS_H
#define WPP_ANALYSIS_BASE_SETS_H

#include <stddef.h>
#include <stdint.h>
#include "base/hash-table.h"

struct wpp_sets
{
  uint32_t *items;               /* of all sets, in their order; rising in each */
  size_t n_items, items_room;
  size_t *end;                   /* [table.n] set I ends here */
  size_t ends_room;
  uint32_t *halves;              /* room for a set of bits */
  size_t halves_room;
  struct wpp_hash_table table;
};

/* S with the set 0, which is empty.  WPP_E_NOMEM.  To be released in any case.  */
int wpp_sets_init (struct wpp_sets *s);
void wpp_sets_release (struct wpp_sets *s);

/* Set *SET to the number of the set of ITEMS [N], which are sorted here; each comes once.  WPP_E_NOMEM or
   WPP_E_TOOBIG.  */
int wpp_sets_intern (struct wpp_sets *s, uint32_t *items, size_t n, uint32_t *set);

/* The same of a set that is given as the bits of WORDS [N]: its items are halves of words, so it is not to be mixed
   with others.  */
int wpp_sets_intern_bits (struct wpp_sets *s, const uint64_t *words, size_t n, uint32_t *set);

static inline const uint32_t *
wpp_sets_items (const struct wpp_sets *s, uint32_t set, size_t *n)
{
  size_t begin = set ? s->end[set - 1] : 0;
  *n = s->end[set] - begin;
  return s->items + begin;
}

/* Set WORDS [N] to the bits of SET.  */
static inline void
wpp_sets_bits (const struct wpp_sets *s, uint32_t set, uint64_t *words, size_t n_words)
{
  size_t n;
  const uint32_t *halves = wpp_sets_items (s, set, &n);
  for (size_t w = 0; w < n_words; w++)
    words[w] = w < n / 2 ? halves[2 * w] | (uint64_t)halves[2 * w + 1] << 32 : 0;
}

static inline bool
wpp_sets_bit_p (const struct wpp_sets *s, uint32_t set, uint32_t number)
{
  size_t n;
  const uint32_t *halves = wpp_sets_items (s, set, &n);
  return number / 32 < n && halves[number / 32] >> number % 32 & 1;
}

/* ---- A set that changes: a mark for each number, and the numbers that were added once.  */

struct wpp_marks
{
  unsigned char *in;             /* [room] 1: it is in the set; 2: it is in the list */
  uint32_t *list;
  size_t n, room;
  bool changed;                  /* since it was set to one that is interned */
};

/* Make M, empty, one of numbers below N.  WPP_E_NOMEM.  */
int wpp_marks_resize (struct wpp_marks *m, size_t n);
void wpp_marks_release (struct wpp_marks *m);
/* Make M, whatever it was, the SET of S; its numbers are below those of M.  */
void wpp_marks_load (struct wpp_marks *m, const struct wpp_sets *s, uint32_t set);
/* Set *SET to what M is; it has not changed since, then.  */
int wpp_marks_intern (struct wpp_marks *m, struct wpp_sets *s, uint32_t *set);

static inline bool
wpp_marks_p (const struct wpp_marks *m, uint32_t number)
{
  return m->in[number] & 1;
}

/* Add NUMBER; return whether it was not there.  */
static inline bool
wpp_marks_add (struct wpp_marks *m, uint32_t number)
{
  if (m->in[number] & 1)
    return false;
  if (!m->in[number])
    m->list[m->n++] = number;
  m->in[number] = 3;
  m->changed = true;
  return true;
}

/* Take NUMBER away; return whether it was there.  */
static inline bool
wpp_marks_take (struct wpp_marks *m, uint32_t number)
{
  if (!(m->in[number] & 1))
    return false;
  m->in[number] = 2;
  m->changed = true;
  return true;
}

#endif /* WPP_ANALYSIS_BASE_SETS_H */
