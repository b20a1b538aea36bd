/* Texts, and other bytes, that are kept: equal ones once.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "answers/kept-texts.h"
#include "base/array.h"

struct wpp_kept_text
{
  size_t n;
  char *bytes;
};

void
wpp_kept_texts_release (struct wpp_kept_texts *t)
{
  for (size_t i = 0; i < t->n; i++)
    free (t->texts[i].bytes);
  free (t->texts);
  wpp_hash_release (&t->table);
}

static bool
is_p (const void *items, uint32_t number, const void *key)
{
  const struct wpp_kept_text *a = &((const struct wpp_kept_texts *)items)->texts[number], *b = key;
  return a->n == b->n && memcmp (a->bytes, b->bytes, a->n) == 0;
}

const void *
wpp_keep_bytes (struct wpp_kept_texts *t, const void *bytes, size_t n)
{
  struct wpp_kept_text key = { n, (char *)bytes };
  if (wpp_hash_reserve (&t->table, 1) || WPP_EXTEND (t->texts, t->n))
    return NULL;
  uint32_t hash = wpp_hash_bytes (&t->table, bytes, n);
  uint32_t number = wpp_hash_find (&t->table, hash, is_p, t, &key);
  if (number != WPP_NO_ITEM)
    return t->texts[number].bytes;
  key.bytes = malloc (n + 1);
  if (!key.bytes)
    return NULL;
  memcpy (key.bytes, bytes, n);
  key.bytes[n] = 0;
  wpp_hash_add (&t->table, hash, t->n);
  t->texts[t->n++] = key;
  return key.bytes;
}

const char *
wpp_keep_text (struct wpp_kept_texts *t, const char *text)
{
  return text ? wpp_keep_bytes (t, text, strlen (text)) : NULL;
}
