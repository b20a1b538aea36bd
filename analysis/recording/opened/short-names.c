/* Short names of functions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/names.h"
#include "recording/opened/short-names.h"

struct wpp_shortened
{
  char *full, *name;
};

void
wpp_short_names_release (struct wpp_short_names *s)
{
  for (size_t i = 0; i < s->n; i++)
    {
      free (s->names[i].full);
      free (s->names[i].name);
    }
  free (s->names);
  wpp_hash_release (&s->table);
}

static bool
is_p (const void *names, uint32_t number, const void *full)
{
  return strcmp (((const struct wpp_shortened *)names)[number].full, full) == 0;
}

/* Functions come and go with their units, so names are known by what they are.  */
const char *
wpp_short_name (struct wpp_short_names *s, const struct wpp_function *function)
{
  const char *name = wpp_function_name (function);
  if (s->full || !strpbrk (name, "<("))
    return name;
  if (wpp_hash_reserve (&s->table, 1) || WPP_EXTEND (s->names, s->n))
    return NULL;
  uint32_t hash = wpp_hash_bytes (&s->table, name, strlen (name));
  uint32_t i = wpp_hash_find (&s->table, hash, is_p, s->names, name);
  if (i != WPP_NO_ITEM)
    return s->names[i].name;
  struct wpp_shortened made = { strdup (name), wpp_name_short (name) };
  if (!made.full || !made.name)
    {
      free (made.full);
      free (made.name);
      return NULL;
    }
  wpp_hash_add (&s->table, hash, s->n);
  s->names[s->n++] = made;
  return made.name;
}
