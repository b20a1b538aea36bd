/* S of a grammar apart from its rules.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   S is most of a flat grammar (flat.h), and is gone through from one end to the other: what counts is how few bytes
   there are of it, and how little is done to find out what they mean.  So a symbol is a number, of 16 bits if
   that is enough: of a terminal, of a rule, behind all terminals, or of a power, behind all rules.  */

#ifndef WPP_SENTENCE_H
#define WPP_SENTENCE_H

#include "grammar/grammar.h"

/* So many numbers before the first and behind the last may be looked at; they mean nothing.  */
#define WPP_SENTENCE_BESIDE 16u

/* EXPONENT copies of a symbol that is none itself.  */
struct wpp_power
{
  uint32_t symbol, exponent;
};

struct wpp_sentence
{
  uint64_t n;
  uint32_t n_symbols;         /* numbers below: terminal t is t, rule r is the grammar's n_terminals + r */
  uint32_t n_powers;          /* the others: n_symbols + a power */
  struct wpp_power *powers;
  uint16_t *narrow;           /* [n], or null, and then */
  uint32_t *wide;             /* [n] */
  void *storage;
};

/* Room for N numbers, of N_SYMBOLS symbols and N_POWERS powers; null when out of memory.  */
struct wpp_sentence *wpp_sentence_new (uint64_t n, uint32_t n_symbols, uint32_t n_powers);
void wpp_sentence_free (struct wpp_sentence *s);

/* S of G, which keeps it; null when out of memory.  */
struct wpp_sentence *wpp_sentence_of (const struct wpp_grammar *g);

/* Put S into G, whose own is empty, and finish G.  WPP_E_NOMEM, WPP_E_CORRUPT as wpp_grammar_finish.  */
int wpp_sentence_put_back (const struct wpp_sentence *s, struct wpp_grammar *g);

#endif /* WPP_SENTENCE_H */
