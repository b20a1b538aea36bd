/* Sets of numbers, equal ones once.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/sets.h"
#include "base/array.h"
#include "base/search.h"

struct key
{
  const uint32_t *items;
  size_t n;
};

static bool
set_is_p (const void *sets, uint32_t set, const void *key)
{
  const struct key *k = key;
  size_t n;
  const uint32_t *items = wpp_sets_items (sets, set, &n);
  return n == k->n && !memcmp (items, k->items, n * sizeof *items);
}

static int
compare (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

#define FEW 64   /* items that are moved to their places one by one */

/* Sort ITEMS [N].  Mostly they are sorted but for a few at the end, which were added.  */
static void
sort (uint32_t *items, size_t n)
{
  size_t sorted = 1;
  while (sorted < n && items[sorted - 1] < items[sorted])
    sorted++;
  if (n > sorted + FEW)
    {
      qsort (items, n, sizeof *items, compare);
      return;
    }
  for (; sorted < n; sorted++)
    {
      uint32_t item = items[sorted];
      size_t place = WPP_PARTITION_POINT (k, sorted, items[k] < item);
      memmove (items + place + 1, items + place, (sorted - place) * sizeof *items);
      items[place] = item;
    }
}

/* Set *SET to the number of the sequence ITEMS [N].  */
static int
intern (struct wpp_sets *s, const uint32_t *items, size_t n, uint32_t *set)
{
  static const uint32_t nothing;
  const struct key key = { n ? items : &nothing, n };
  int err = wpp_hash_reserve (&s->table, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&s->table, key.items, n * sizeof *items);
  *set = wpp_hash_find (&s->table, hash, set_is_p, s, &key);
  if (*set != WPP_NO_ITEM)
    return WPP_OK;
  if (WPP_RESERVE (s->items, s->items_room, s->n_items, n + 1) || WPP_RESERVE (s->end, s->ends_room, s->table.n, 1))
    return WPP_E_NOMEM;
  memcpy (s->items + s->n_items, key.items, n * sizeof *items);
  s->n_items += n;
  *set = s->table.n;
  s->end[*set] = s->n_items;
  wpp_hash_add (&s->table, hash, *set);
  return WPP_OK;
}

int
wpp_sets_intern (struct wpp_sets *s, uint32_t *items, size_t n, uint32_t *set)
{
  sort (items, n);
  return intern (s, items, n, set);
}

int
wpp_sets_intern_bits (struct wpp_sets *s, const uint64_t *words, size_t n, uint32_t *set)
{
  while (n && !words[n - 1])
    n--;
  if (WPP_RESERVE (s->halves, s->halves_room, 0, 2 * n))
    return WPP_E_NOMEM;
  for (size_t w = 0; w < n; w++)
    {
      s->halves[2 * w] = words[w];
      s->halves[2 * w + 1] = words[w] >> 32;
    }
  return intern (s, s->halves, 2 * n, set);
}

int
wpp_sets_init (struct wpp_sets *s)
{
  uint32_t set;
  *s = (struct wpp_sets){ 0 };
  return wpp_sets_intern (s, NULL, 0, &set);
}

void
wpp_sets_release (struct wpp_sets *s)
{
  free (s->items);
  free (s->end);
  free (s->halves);
  wpp_hash_release (&s->table);
}

/* ---- Marks.  */

int
wpp_marks_resize (struct wpp_marks *m, size_t n)
{
  if (n <= m->room)
    return WPP_OK;
  if (WPP_RESIZE (m->list, n) || WPP_RESIZE (m->in, n))
    return WPP_E_NOMEM;
  memset (m->in + m->room, 0, n - m->room);
  m->room = n;
  return WPP_OK;
}

void
wpp_marks_release (struct wpp_marks *m)
{
  free (m->in);
  free (m->list);
}

static void
clear (struct wpp_marks *m)
{
  for (size_t i = 0; i < m->n; i++)
    m->in[m->list[i]] = 0;
  m->n = 0;
}

void
wpp_marks_load (struct wpp_marks *m, const struct wpp_sets *s, uint32_t set)
{
  size_t n;
  const uint32_t *items = wpp_sets_items (s, set, &n);
  clear (m);
  for (size_t i = 0; i < n; i++)
    {
      m->in[items[i]] = 3;
      m->list[i] = items[i];
    }
  m->n = n;
  m->changed = false;
}

int
wpp_marks_intern (struct wpp_marks *m, struct wpp_sets *s, uint32_t *set)
{
  size_t n = 0;
  for (size_t i = 0; i < m->n; i++)
    if (m->in[m->list[i]] & 1)
      m->list[n++] = m->list[i];
    else
      m->in[m->list[i]] = 0;
  m->n = n;
  m->changed = false;
  return wpp_sets_intern (s, m->list, n, set);
}
