/* What the sources of this room share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_GRAMMAR_SHARED_SHARED_IMPL_H
#define WPP_ANALYSIS_GRAMMAR_SHARED_SHARED_IMPL_H

#include "base/hash-table.h"
#include "grammar/shared/shared.h"

/* A letter, or in grammars that climb WPP_RULE | a rule, so many times.  */
struct wpp_letter_power
{
  uint64_t exponent;
  uint32_t symbol;
  uint32_t zero;                /* powers are hashed as bytes */
};

struct wpp_shared_letter
{
  uint64_t fingerprint, length; /* in terminals; saturates */
  size_t start;                 /* of its phrase in POWERS; of a terminal, of its key in KEYS */
  uint32_t n;                   /* powers; of a terminal 0 */
  uint32_t size;                /* of a terminal's key */
};

struct wpp_sharing
{
  struct wpp_shared_letter *letters;   /* [n] */
  size_t n, letters_room;
  struct wpp_letter_power *powers;
  size_t n_powers, powers_room;
  unsigned char *keys;
  size_t keys_size, keys_room;
  uint32_t *terminals;          /* letters */
  size_t n_terminals, terminals_room;
  struct wpp_hash_table phrases, names;
};

/* The letter for PHRASE [N]; a single one without exponent stands for itself.  Return 0, WPP_E_NOMEM or
   WPP_E_TOOBIG.  */
int wpp_shared_phrase (struct wpp_sharing *s, const struct wpp_letter_power *phrase, size_t n, uint32_t *letter);

/* order.c: let the terminals of G be in the order of their first occurrences, as those of every grammar are.  0 or
   WPP_E_NOMEM.  */
int wpp_shared_order_terminals (struct wpp_grammar *g);

#endif /* WPP_ANALYSIS_GRAMMAR_SHARED_SHARED_IMPL_H */
