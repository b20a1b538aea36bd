/* The table of values, as replay keeps it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "values/replay/table.h"

int
wpp_table_init (struct wpp_table *t)
{
  t->bytes = calloc (1, WPP_TABLE_AREA);
  t->lost = calloc (1, WPP_TABLE_AREA);
  *t = (struct wpp_table){ .bytes = t->bytes, .lost = t->lost };
  if (!t->bytes || !t->lost)
    {
      wpp_table_release (t);
      return WPP_E_NOMEM;
    }
  t->start = t->bytes + WPP_TABLE_BEFORE;
  return WPP_OK;
}

void
wpp_table_release (struct wpp_table *t)
{
  free (t->bytes);
  free (t->lost);
  free (t->touched);
  *t = (struct wpp_table){ 0 };
}

void
wpp_table_reset (struct wpp_table *t)
{
  memset (t->bytes, 0, WPP_TABLE_AREA);
  memset (t->lost, 0, WPP_TABLE_AREA);
  t->any_lost = t->blind = t->touched_all = false;
  t->n_touched = 0;
}

void
wpp_table_lose (struct wpp_table *t, bool addressed)
{
  size_t first = addressed ? WPP_TABLE_BEFORE : 0;
  memset (t->lost + first, 1, WPP_TABLE_AREA - first);
  t->any_lost = t->any_lost_before = true;
}

/* ---- Blindness.  */

/* More touches are not listed.  */
#define MOST_TOUCHED ((size_t)1 << 20)

void
wpp_table_begin_blind (struct wpp_table *t)
{
  t->any_lost_before = t->any_lost;
  t->blind = t->any_lost = true;
  t->touched_all = false;
  t->n_touched = 0;
}

static void
touch (struct wpp_table *t, int64_t place, uint64_t n)
{
  if (t->n_touched == MOST_TOUCHED || WPP_RESERVE (t->touched, t->touched_room, t->n_touched, 1))
    t->touched_all = true;
  else
    t->touched[t->n_touched++] = (struct wpp_table_touch){ place, n };
}

void
wpp_table_end_blind (struct wpp_table *t)
{
  t->blind = false;
  t->any_lost = t->any_lost_before || t->n_touched;
  if (t->touched_all)
    wpp_table_lose (t, false);
  for (size_t i = 0; i < t->n_touched; i++)
    memset (t->lost + WPP_TABLE_BEFORE + t->touched[i].place, 1, t->touched[i].n);
  t->n_touched = 0;
}

static bool
lost_p (const struct wpp_table *t, int64_t place, size_t n)
{
  return t->blind || (t->any_lost && memchr (t->lost + WPP_TABLE_BEFORE + place, 1, n));
}

struct wpp_word
wpp_table_get (const struct wpp_table *t, int64_t place, unsigned width)
{
  struct wpp_word v = { 0, !lost_p (t, place, width) };
  memcpy (&v.word, t->start + place, width);
  return v;
}

/* Store BYTES [N] at PLACE, which are KNOWN or not.  */
static void
store (struct wpp_table *t, int64_t place, const void *bytes, unsigned n, bool known)
{
  if (t->blind)
    {
      touch (t, place, n);
      return;
    }
  memcpy (t->start + place, bytes, n);
  if (t->any_lost || !known)
    memset (t->lost + WPP_TABLE_BEFORE + place, !known, n);
  t->any_lost |= !known;
}

void
wpp_table_put (struct wpp_table *t, int64_t place, unsigned width, struct wpp_word v)
{
  store (t, place, &v.word, width, v.known);
}

void
wpp_table_write (struct wpp_table *t, int64_t place, const unsigned char *bytes, unsigned n)
{
  store (t, place, bytes, n, true);
}

void
wpp_table_copy (struct wpp_table *t, struct wpp_word to, struct wpp_word from, struct wpp_word n)
{
  if (!to.known || !n.known)
    {
      wpp_table_lose (t, true);
      return;
    }
  size_t size = wpp_value_copied (n.word);
  int64_t at = wpp_value_place (to.word), source = wpp_value_place (from.word);
  if (t->blind)
    {
      touch (t, at, size);
      return;
    }
  if (!from.known)
    memset (t->lost + WPP_TABLE_BEFORE + at, 1, size);
  else
    {
      if (t->any_lost)
        memmove (t->lost + WPP_TABLE_BEFORE + at, t->lost + WPP_TABLE_BEFORE + source, size);
      memmove (t->start + at, t->start + source, size);
    }
  t->any_lost |= !from.known;
}

void
wpp_table_fill (struct wpp_table *t, struct wpp_word to, struct wpp_word byte, struct wpp_word n)
{
  if (!to.known || !n.known)
    {
      wpp_table_lose (t, true);
      return;
    }
  size_t size = wpp_value_copied (n.word);
  int64_t at = wpp_value_place (to.word);
  if (t->blind)
    {
      touch (t, at, size);
      return;
    }
  memset (t->start + at, (int)byte.word, size);
  if (t->any_lost || !byte.known)
    memset (t->lost + WPP_TABLE_BEFORE + at, !byte.known, size);
  t->any_lost |= !byte.known;
}
