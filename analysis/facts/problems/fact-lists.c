/* Lists of facts, one for each key.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "facts/problems/fact-lists.h"
#include "base/array.h"

int
wpp_fact_lists_init (struct wpp_fact_lists *l, uint32_t n_keys)
{
  size_t size = ((size_t)n_keys + 1) * sizeof *l->first;
  l->first = malloc (size);
  l->last = malloc (size);
  if (!l->first || !l->last)
    return WPP_E_NOMEM;
  memset (l->first, 0xff, size);
  return WPP_OK;
}

void
wpp_fact_lists_release (struct wpp_fact_lists *l)
{
  free (l->first);
  free (l->last);
  free (l->items);
}

int
wpp_fact_lists_add (struct wpp_fact_lists *l, uint32_t key, uint32_t number)
{
  int err = WPP_RESERVE (l->items, l->room, l->n, 1);
  if (err)
    return err;
  uint32_t item = l->n++;
  l->items[item] = (struct wpp_list_item){ number, WPP_LIST_END };
  if (l->first[key] == WPP_LIST_END)
    l->first[key] = item;
  else
    l->items[l->last[key]].next = item;
  l->last[key] = item;
  return WPP_OK;
}
