/* Who accessed which byte of memory last.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/array.h"
#include "values/shadow.h"

static bool
page_is_p (const void *pages, uint32_t number, const void *key)
{
  return ((struct wpp_shadow_page *const *)pages)[number]->number == *(const uint64_t *)key;
}

void
wpp_shadow_forget (struct wpp_shadow *s)
{
  for (size_t i = 0; i < s->n; i++)
    free (s->pages[i]);
  s->n = 0;
  s->last = NULL;
  wpp_hash_release (&s->table);
  s->table = (struct wpp_hash_table){ 0 };
}

void
wpp_shadow_release (struct wpp_shadow *s)
{
  wpp_shadow_forget (s);
  free (s->pages);
}

static struct wpp_shadow_page *
add (struct wpp_shadow *s, uint64_t number)
{
  if (s->n == WPP_MOST_PAGES)
    {
      wpp_shadow_forget (s);
      s->forgotten++;
    }
  if (wpp_hash_reserve (&s->table, 1) || WPP_RESERVE (s->pages, s->room, s->n, 1))
    return NULL;
  struct wpp_shadow_page *page = calloc (1, sizeof *page);
  if (!page)
    return NULL;
  page->number = number;
  wpp_hash_add (&s->table, wpp_hash_bytes (&s->table, &number, sizeof number), s->n);
  return s->pages[s->n++] = page;
}

struct wpp_shadow_page *
wpp_shadow_page (struct wpp_shadow *s, uint64_t address, bool make)
{
  uint64_t number = address / WPP_SHADOW_PAGE;
  if (s->last && s->last->number == number)
    return s->last;
  uint32_t found = WPP_NO_ITEM;
  if (s->table.slots)
    found = wpp_hash_find (&s->table, wpp_hash_bytes (&s->table, &number, sizeof number), page_is_p, s->pages, &number);
  if (found == WPP_NO_ITEM && !make)
    return NULL;
  return s->last = found != WPP_NO_ITEM ? s->pages[found] : add (s, number);
}
