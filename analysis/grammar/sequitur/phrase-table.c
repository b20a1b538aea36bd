/* The phrases met so far (phrase-table.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "base/fetch.h"
#include "base/error.h"
#include "base/huge-pages.h"
#include "grammar/sequitur/phrase-table.h"

#define FIRST_BITS 12
#define SMALL_BLOCK (1u << 15) /* letters */
#define SMALL_BLOCKS 4
#define PHRASES_MAX (1u << 30)
#define AHEAD 8 /* a phrase's slot, entry and letters are prefetched this many phrases ahead, one after the other */

/* The number of letters in block I.  The first blocks are small; later ones fill a huge page, because letters are
   compared at random.  */
static uint32_t
letters_in (uint32_t i)
{
  return i < SMALL_BLOCKS ? SMALL_BLOCK : WPP_HUGE_PAGE / sizeof (struct letter);
}

static size_t
n_slots (const struct phrase_table *t)
{
  return (size_t)1 << (64 - t->shift);
}

int
wpp_phrase_table_init (struct phrase_table *t)
{
  *t = (struct phrase_table){ .shift = 64 - FIRST_BITS };
  t->slots = wpp_huge_new (n_slots (t) * sizeof *t->slots);
  return t->slots ? 0 : WPP_E_NOMEM;
}

void
wpp_phrase_table_release (struct phrase_table *t)
{
  for (uint32_t i = 0; i < t->n_blocks; i++)
    wpp_huge_free (t->blocks[i], letters_in (i) * sizeof (struct letter));
  free (t->blocks);
  wpp_huge_free (t->phrases, t->room * sizeof *t->phrases);
  if (t->slots)
    wpp_huge_free (t->slots, n_slots (t) * sizeof *t->slots);
  *t = (struct phrase_table){ 0 };
}

size_t
wpp_phrase_table_memory (const struct phrase_table *t)
{
  size_t letters = 0;
  for (uint32_t i = 0; i < t->n_blocks; i++)
    letters += letters_in (i);
  return wpp_huge_size (n_slots (t) * sizeof *t->slots) + wpp_huge_size (t->room * sizeof *t->phrases)
         + letters * sizeof (struct letter);
}

/* The home slot of HASH.  */
static inline size_t
home (const struct phrase_table *t, uint32_t hash)
{
  return hash * UINT64_C (0x9e3779b97f4a7c15) >> t->shift;
}

/* Double the slots.  */
static int
grow_slots (struct phrase_table *t)
{
  size_t n = n_slots (t);
  uint64_t *slots = wpp_huge_new (2 * n * sizeof *slots), *old = t->slots;
  if (!slots)
    return WPP_E_NOMEM;
  wpp_huge_touch (slots, 2 * n * sizeof *slots);
  t->shift--;
  t->slots = slots;
  for (size_t k = 0; k < n; k++)
    if (old[k])
      {
        size_t i = home (t, old[k] >> 32);
        while (slots[i])
          i = (i + 1) & (2 * n - 1);
        slots[i] = old[k];
      }
  wpp_huge_free (old, n * sizeof *old);
  return 0;
}

/* Allocate room for the N letters of a phrase; null when out of memory.  */
static struct letter *
take_letters (struct phrase_table *t, uint32_t n)
{
  if (t->block_left < n)
    {
      struct letter **blocks = realloc (t->blocks, (t->n_blocks + 1) * sizeof *blocks);
      if (!blocks)
        return NULL;
      t->blocks = blocks;
      uint32_t room = letters_in (t->n_blocks);
      blocks[t->n_blocks] = wpp_huge_new (room * sizeof **blocks);
      if (!blocks[t->n_blocks])
        return NULL;
      t->n_blocks++;
      t->block_left = room;
    }
  uint32_t used = letters_in (t->n_blocks - 1) - t->block_left;
  t->block_left -= n;
  return t->blocks[t->n_blocks - 1] + used;
}

/* Add the phrase LETTERS [N], which gets the next number.  */
static int
add_phrase (struct phrase_table *t, const struct letter *letters, uint32_t n)
{
  if (t->n == t->room)
    {
      uint32_t room = t->room ? 2 * t->room : 1024;
      struct phrase *phrases = wpp_huge_grow (t->phrases, t->room * sizeof *phrases, room * sizeof *phrases);
      if (!phrases)
        return WPP_E_NOMEM;
      t->phrases = phrases;
      t->room = room;
    }
  struct letter *copy = t->n < PHRASES_MAX ? take_letters (t, n) : NULL;
  if (!copy)
    return t->n < PHRASES_MAX ? WPP_E_NOMEM : WPP_E_TOOBIG;
  memcpy (copy, letters, n * sizeof *copy);
  t->phrases[t->n++] = (struct phrase){ copy, n };
  return 0;
}

/* Number the phrase P of C.  */
static int
number (struct phrase_table *t, const struct chunker *c, const struct phrase_cut *p, uint32_t *number)
{
  const struct letter *letters = &c->letters[p->from];
  size_t mask = n_slots (t) - 1, i = home (t, p->hash);
  for (; t->slots[i]; i = (i + 1) & mask)
    {
      if (t->slots[i] >> 32 != (uint32_t)p->hash)
        continue;
      *number = (uint32_t)t->slots[i] - 1;
      const struct phrase *known = &t->phrases[*number];
      if (known->n == p->n && memcmp (known->letters, letters, p->n * sizeof *letters) == 0)
        return 0;
    }
  int err = add_phrase (t, letters, p->n);
  if (err)
    return err;
  *number = t->n - 1;
  t->slots[i] = p->hash << 32 | t->n;
  return 0;
}

/* The phrase in the home slot of HASH, or null.  */
static inline struct phrase *
first_phrase (const struct phrase_table *t, uint64_t hash)
{
  uint64_t slot = t->slots[home (t, hash)];
  return slot ? &t->phrases[(uint32_t)slot - 1] : NULL;
}

/* Prefetch what will be used for the phrases from P [N] on.  */
static inline void
fetch_ahead (const struct phrase_table *t, const struct phrase_cut *p, uint32_t n)
{
  const struct phrase *phrase;
  if (n > 3 * AHEAD)
    wpp_fetch (&t->slots[home (t, p[3 * AHEAD].hash)]);
  if (n > 2 * AHEAD && (phrase = first_phrase (t, p[2 * AHEAD].hash)))
    wpp_fetch (phrase);
  if (n > AHEAD && (phrase = first_phrase (t, p[AHEAD].hash)))
    wpp_fetch (phrase->letters);
}

int
wpp_phrase_table_number (struct phrase_table *t, const struct chunker *c, uint32_t *numbers,
                         uint32_t *done)
{
  int err = 0;
  for (*done = 0; *done < c->at.n_phrases && !err; *done += !err)
    {
      fetch_ahead (t, &c->phrases[*done], c->at.n_phrases - *done);
      err = t->n > n_slots (t) / 2 ? grow_slots (t) : 0;
      if (!err)
        err = number (t, c, &c->phrases[*done], &numbers[*done]);
    }
  return err;
}
