/* The alphabet of a grammar: event words numbered densely by first occurrence.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ALPHABET_H
#define WPP_ALPHABET_H

#include <stddef.h>
#include <stdint.h>

#define WPP_NO_TERMINAL UINT32_MAX

struct wpp_alphabet
{
  uint32_t n;          /* terminals */
  uint32_t *events;    /* [n] event word of each; room for half of the slots */
  uint32_t shift;      /* 32 - log2 of the number of slots */
  uint64_t *slots;     /* open addressing: event << 32 | terminal + 1, 0 is empty */
};

/* Make A empty.  Return 0 or WPP_E_NOMEM.  */
int wpp_alphabet_init (struct wpp_alphabet *a);
void wpp_alphabet_release (struct wpp_alphabet *a);

/* Number EVENT, which A must not hold yet.  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG (2^31
   terminals); on error A is unchanged.  */
int wpp_alphabet_add (struct wpp_alphabet *a, uint32_t event);

/* The same if A does not hold EVENT; *TERMINAL is its number.  */
int wpp_alphabet_intern (struct wpp_alphabet *a, uint32_t event, uint32_t *terminal);

/* Bytes that A holds.  */
size_t wpp_alphabet_memory (const struct wpp_alphabet *a);

/* The first slot to look for EVENT in.  */
static inline uint32_t
wpp_alphabet_home (const struct wpp_alphabet *a, uint32_t event)
{
  return (event ^ event >> 15) * 0x9e3779b1u >> a->shift;
}

/* The number of EVENT in A, or WPP_NO_TERMINAL.  */
static inline uint32_t
wpp_alphabet_find (const struct wpp_alphabet *a, uint32_t event)
{
  uint32_t mask = UINT32_MAX >> a->shift;
  for (uint32_t i = wpp_alphabet_home (a, event);; i = (i + 1) & mask)
    {
      uint64_t slot = a->slots[i];
      if (slot >> 32 == event && slot != 0)
        return (uint32_t)slot - 1;
      if (slot == 0)
        return WPP_NO_TERMINAL;
    }
}

#endif /* WPP_ALPHABET_H */
