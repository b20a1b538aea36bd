/* The alphabet of a grammar: event words numbered densely by first occurrence.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>

#include "grammar/rules/alphabet.h"
#include "base/array.h"

int
wpp_alphabet_init (struct wpp_alphabet *a)
{
  *a = (struct wpp_alphabet){ 0 };
  return wpp_hash_reserve (&a->table, 1);
}

void
wpp_alphabet_release (struct wpp_alphabet *a)
{
  free (a->events);
  wpp_hash_release (&a->table);
}

int
wpp_alphabet_add (struct wpp_alphabet *a, uint32_t event)
{
  int err = wpp_hash_reserve (&a->table, 1);
  if (!err)
    err = WPP_RESERVE (a->events, a->room, a->n, 1);
  if (err)
    return err;
  wpp_hash_add (&a->table, wpp_hash_key (&a->table, event), a->n);
  a->events[a->n++] = event;
  return 0;
}

int
wpp_alphabet_intern (struct wpp_alphabet *a, uint32_t event, uint32_t *terminal)
{
  *terminal = wpp_alphabet_find (a, event);
  if (*terminal != WPP_NO_TERMINAL)
    return 0;
  *terminal = a->n;
  return wpp_alphabet_add (a, event);
}

size_t
wpp_alphabet_memory (const struct wpp_alphabet *a)
{
  return wpp_hash_memory (&a->table) + a->room * sizeof *a->events;
}
