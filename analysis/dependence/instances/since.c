/* Forward: which bytes were written since the last call of what nobody knows.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Bits, by pages of a hash table.  A recording may say that any number of bytes was written; so there is a most of
   pages, after which the set is empty again: that makes slices say "may" where they need not.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "dependence/instances/instances-impl.h"

#define PAGE_BYTES (64 * (uint64_t) WPP_SINCE_WORDS)
#define MOST_PAGES ((size_t)1 << 20)

void
wpp_since_empty (struct wpp_since *s)
{
  wpp_hash_release (&s->table);
  s->n = 0;
}

void
wpp_since_release (struct wpp_since *s)
{
  wpp_since_empty (s);
  free (s->pages);
}

static bool
page_is_p (const void *items, uint32_t number, const void *key)
{
  return !memcmp (((const struct wpp_since_page *)items)[number].key, key, sizeof (uint64_t[2]));
}

/* The page with KEY, or null.  */
static struct wpp_since_page *
find (const struct wpp_since *s, const uint64_t *key)
{
  if (!s->n)
    return NULL;
  uint32_t hash = wpp_hash_bytes (&s->table, key, sizeof (uint64_t[2])),
           number = wpp_hash_find (&s->table, hash, page_is_p, s->pages, key);
  return number == WPP_NO_ITEM ? NULL : &s->pages[number];
}

/* The page with KEY, which is there from now on; null: memory is out.  */
static struct wpp_since_page *
page_of (struct wpp_since *s, const uint64_t *key)
{
  struct wpp_since_page *p = find (s, key);
  if (p)
    return p;
  if (s->n == MOST_PAGES)
    wpp_since_empty (s);
  if (wpp_hash_reserve (&s->table, 1) || WPP_RESERVE (s->pages, s->room, s->n, 1))
    return NULL;
  p = &s->pages[s->n];
  *p = (struct wpp_since_page){ .key = { key[0], key[1] } };
  wpp_hash_add (&s->table, wpp_hash_bytes (&s->table, key, sizeof (uint64_t[2])), s->n++);
  return p;
}

/* Set the bits from FIRST to before END of P.  */
static void
set (struct wpp_since_page *p, unsigned first, unsigned end)
{
  for (unsigned w = first / 64; w * 64 < end; w++)
    {
      unsigned from = first > w * 64 ? first - w * 64 : 0, to = end < (w + 1) * 64 ? end - w * 64 : 64;
      p->bytes[w] |= (~UINT64_C (0) >> (64 - (to - from))) << from;
    }
}

int
wpp_since_add (struct wpp_since *s, uint64_t space, uint64_t address, uint64_t n)
{
  if (n > MOST_PAGES * PAGE_BYTES)
    return WPP_OK;
  while (n)
    {
      unsigned first = address % PAGE_BYTES;
      uint64_t some = n < PAGE_BYTES - first ? n : PAGE_BYTES - first;
      struct wpp_since_page *p = page_of (s, (uint64_t[2]){ space, address / PAGE_BYTES });
      if (!p)
        return WPP_E_NOMEM;
      set (p, first, first + some);
      address += some;
      n -= some;
    }
  return WPP_OK;
}

bool
wpp_since_p (const struct wpp_since *s, uint64_t space, uint64_t address)
{
  const struct wpp_since_page *p = find (s, (uint64_t[2]){ space, address / PAGE_BYTES });
  unsigned i = address % PAGE_BYTES;
  return p && p->bytes[i / 64] >> i % 64 & 1;
}
