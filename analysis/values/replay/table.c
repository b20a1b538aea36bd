/* The table of values, as replay keeps it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "values/replay/table.h"

int
wpp_table_init (struct wpp_table *t)
{
  t->bytes = calloc (1, WPP_TABLE_AREA);
  t->lost = calloc (1, WPP_TABLE_AREA);
  t->any_lost = t->blind = false;
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
  *t = (struct wpp_table){ 0 };
}

void
wpp_table_reset (struct wpp_table *t)
{
  memset (t->bytes, 0, WPP_TABLE_AREA);
  memset (t->lost, 0, WPP_TABLE_AREA);
  t->any_lost = t->blind = false;
}

void
wpp_table_lose (struct wpp_table *t, bool addressed)
{
  size_t first = addressed ? WPP_TABLE_BEFORE : 0;
  memset (t->lost + first, 1, WPP_TABLE_AREA - first);
  t->any_lost = true;
}

static bool
lost_p (const struct wpp_table *t, int64_t place, size_t n)
{
  return t->any_lost && memchr (t->lost + WPP_TABLE_BEFORE + place, 1, n);
}

struct wpp_word
wpp_table_get (const struct wpp_table *t, int64_t place, unsigned width)
{
  struct wpp_word v = { 0, !lost_p (t, place, width) };
  memcpy (&v.word, t->start + place, width);
  return v;
}

void
wpp_table_put (struct wpp_table *t, int64_t place, unsigned width, struct wpp_word v)
{
  memcpy (t->start + place, &v.word, width);
  if ((t->any_lost || !v.known) && !t->blind)
    memset (t->lost + WPP_TABLE_BEFORE + place, !v.known, width);
  t->any_lost |= !v.known;
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
    return;
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
    return;
  memset (t->start + at, (int)byte.word, size);
  if (t->any_lost || !byte.known)
    memset (t->lost + WPP_TABLE_BEFORE + at, !byte.known, size);
  t->any_lost |= !byte.known;
}
