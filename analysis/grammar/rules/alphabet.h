/* The alphabet of a grammar: event words numbered densely by first occurrence.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_GRAMMAR_RULES_ALPHABET_H
#define WPP_ANALYSIS_GRAMMAR_RULES_ALPHABET_H

#include <stddef.h>
#include <stdint.h>
#include "base/hash-table.h"

#define WPP_NO_TERMINAL WPP_NO_ITEM

struct wpp_alphabet
{
  uint32_t n;          /* terminals */
  uint32_t *events;    /* [n] event word of each */
  size_t room;
  struct wpp_hash_table table;
};

/* Make A empty.  Return 0 or WPP_E_NOMEM.  */
int wpp_alphabet_init (struct wpp_alphabet *a);
void wpp_alphabet_release (struct wpp_alphabet *a);

/* Number EVENT, which A must not hold yet.  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG (2^31
   terminals); on error A is unchanged.  */
int wpp_alphabet_add (struct wpp_alphabet *a, uint32_t event);

/* Set *TERMINAL to the number of EVENT, which is added if A does not hold it.  Return as wpp_alphabet_add does.  */
int wpp_alphabet_intern (struct wpp_alphabet *a, uint32_t event, uint32_t *terminal);

/* Bytes that A holds.  */
size_t wpp_alphabet_memory (const struct wpp_alphabet *a);

static inline bool
wpp_terminal_is_p (const void *events, uint32_t terminal, const void *event)
{
  return ((const uint32_t *)events)[terminal] == *(const uint32_t *)event;
}

/* The number of EVENT in A, or WPP_NO_TERMINAL.  */
static inline uint32_t
wpp_alphabet_find (const struct wpp_alphabet *a, uint32_t event)
{
  return wpp_hash_find (&a->table, wpp_hash_key (&a->table, event), wpp_terminal_is_p, a->events, &event);
}

#endif /* WPP_ANALYSIS_GRAMMAR_RULES_ALPHABET_H */
