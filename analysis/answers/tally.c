/* How often there was which value.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include "answers/tally.h"
#include "base/array.h"

static bool
word_is_p (const void *items, uint32_t number, const void *word)
{
  return ((const struct wpp_tallied *)items)[number].word == *(const uint64_t *)word;
}

int
wpp_tally_add (struct wpp_tally *t, uint64_t word)
{
  t->n++;
  int err = wpp_hash_reserve (&t->table, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&t->table, &word, sizeof word);
  uint32_t number = wpp_hash_find (&t->table, hash, word_is_p, t->items, &word);
  if (number == WPP_NO_ITEM && t->distinct >= t->most)
    {
      t->full = true;
      return WPP_OK;
    }
  if (number == WPP_NO_ITEM)
    {
      if (WPP_RESERVE (t->items, t->room, t->distinct, 1))
        return WPP_E_NOMEM;
      wpp_hash_add (&t->table, hash, number = t->distinct++);
      t->items[number] = (struct wpp_tallied){ word, 0 };
    }
  t->items[number].count++;
  return WPP_OK;
}

static int
compare (const void *a, const void *b)
{
  const struct wpp_tallied *x = a, *y = b;
  if (x->count != y->count)
    return x->count < y->count ? 1 : -1;
  return x->word < y->word ? -1 : x->word > y->word;
}

void
wpp_tally_sort (struct wpp_tally *t)
{
  if (t->distinct)
    qsort (t->items, t->distinct, sizeof *t->items, compare);
  wpp_hash_release (&t->table);
  t->table = (struct wpp_hash_table){ 0 };
}

void
wpp_tally_release (struct wpp_tally *t)
{
  free (t->items);
  wpp_hash_release (&t->table);
}

const char *
wpp_tally_distinct (const struct wpp_tally *t, char buffer[WPP_TALLY_TEXT])
{
  snprintf (buffer, WPP_TALLY_TEXT, "%s%zu", t->full ? ">=" : "", t->distinct);
  return buffer;
}
