/* Things that are numbered when they are met first.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/text.h"
#include "show/export/export-impl.h"

static bool
item_is_p (const void *items, uint32_t number, const void *key)
{
  const struct wpp_numbered_item *x = (const struct wpp_numbered_item *)items + number, *y = key;
  return x->size == y->size && !memcmp (x->bytes, y->bytes, y->size);
}

int
wpp_number_bytes (struct wpp_numbered *t, const void *bytes, size_t size, uint32_t *number)
{
  struct wpp_numbered_item key = { size, (char *)bytes };
  int err = wpp_hash_reserve (&t->table, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&t->table, bytes, size);
  *number = wpp_hash_find (&t->table, hash, item_is_p, t->items, &key);
  if (*number != WPP_NO_ITEM)
    return 0;
  if (WPP_RESERVE (t->items, t->room, t->n, 1) || !(key.bytes = malloc (size + 1)))
    return WPP_E_NOMEM;
  memcpy (key.bytes, bytes, size);
  key.bytes[size] = 0;
  *number = t->n;
  t->items[t->n++] = key;
  wpp_hash_add (&t->table, hash, *number);
  return 1;
}

int
wpp_number_text (struct wpp_numbered *t, const char *text, uint32_t *number)
{
  char *clean = wpp_utf8 (text);
  int found = clean ? wpp_number_bytes (t, clean, strlen (clean), number) : WPP_E_NOMEM;
  free (clean);
  return found;
}

void
wpp_numbered_release (struct wpp_numbered *t)
{
  for (size_t i = 0; i < t->n; i++)
    free (t->items[i].bytes);
  free (t->items);
  wpp_hash_release (&t->table);
}
