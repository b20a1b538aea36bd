/* The alphabet of a grammar: event words numbered densely by first occurrence.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A hash table with linear probing, at most half full.  A slot holds the event and
   its number, so that a lookup is one load when it hits at home.  */

#include <stdlib.h>

#include "grammar/alphabet.h"
#include "support/error.h"
#include "grammar/grammar.h"

#define FIRST_BITS 8

/* Put TERMINAL, which is EVENT, into the slots of A.  */
static void
place (struct wpp_alphabet *a, uint32_t event, uint32_t terminal)
{
  uint32_t mask = UINT32_MAX >> a->shift;
  uint32_t i = wpp_alphabet_home (a, event);
  while (a->slots[i] != 0)
    i = (i + 1) & mask;
  a->slots[i] = (uint64_t)event << 32 | (terminal + 1);
}

/* Give A 2^BITS slots.  */
static int
resize (struct wpp_alphabet *a, uint32_t bits)
{
  size_t n = (size_t)1 << bits;
  uint64_t *slots = calloc (n, sizeof *slots);
  if (!slots)
    return WPP_E_NOMEM;
  uint32_t *events = realloc (a->events, n / 2 * sizeof *events);
  if (!events)
    {
      free (slots);
      return WPP_E_NOMEM;
    }
  free (a->slots);
  a->slots = slots;
  a->events = events;
  a->shift = 32 - bits;
  for (uint32_t t = 0; t < a->n; t++)
    place (a, events[t], t);
  return 0;
}

int
wpp_alphabet_init (struct wpp_alphabet *a)
{
  *a = (struct wpp_alphabet){ 0 };
  return resize (a, FIRST_BITS);
}

void
wpp_alphabet_release (struct wpp_alphabet *a)
{
  free (a->events);
  free (a->slots);
}

int
wpp_alphabet_add (struct wpp_alphabet *a, uint32_t event)
{
  uint32_t bits = 32 - a->shift;
  if (a->n == (uint32_t)1 << (bits - 1))
    {
      if (bits == 32)
        return WPP_E_TOOBIG;
      int err = resize (a, bits + 1);
      if (err)
        return err;
    }
  a->events[a->n] = event;
  place (a, event, a->n++);
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
  return ((size_t)1 << (32 - a->shift)) * (sizeof *a->slots + sizeof *a->events / 2);
}
