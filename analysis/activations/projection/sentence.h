/* Sentences: S of a grammar, stored apart from the rules.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   S is most of a flat grammar (flat.h), and it is read from one end to the other.  So it should have few bytes, and
   they should be quick to interpret.  A symbol is a number, of 16 bits if these are enough: first come the terminals,
   then the rules, then the powers.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_PROJECTION_SENTENCE_H
#define WPP_ANALYSIS_ACTIVATIONS_PROJECTION_SENTENCE_H

#include "grammar/rules/grammar.h"

/* This many numbers before the first and after the last one may be read; they mean nothing.  */
#define WPP_SENTENCE_BESIDE 16u

/* EXPONENT copies of a symbol that is not a power itself.  */
struct wpp_power
{
  uint32_t symbol, exponent;
};

struct wpp_sentence
{
  uint64_t n;
  uint32_t n_symbols;         /* numbers below: terminal t is t, rule r is the grammar's n_terminals + r */
  uint32_t n_powers;          /* numbers from n_symbols on: n_symbols + a power */
  struct wpp_power *powers;
  uint16_t *narrow;           /* [n], or null; then WIDE is used */
  uint32_t *wide;             /* [n] */
  void *storage;
};

/* The number of SYMBOL of G in sentences.  */
static inline uint32_t
wpp_sentence_number (const struct wpp_grammar *g, uint32_t symbol)
{
  return WPP_IS_RULE (symbol) ? g->n_terminals + WPP_RULE_INDEX (symbol) : symbol;
}

/* Allocate a sentence of N numbers, with N_SYMBOLS symbols and N_POWERS powers; null when out of memory.  */
struct wpp_sentence *wpp_sentence_new (uint64_t n, uint32_t n_symbols, uint32_t n_powers);
void wpp_sentence_free (struct wpp_sentence *s);

/* Copy S of G; null when out of memory.  */
struct wpp_sentence *wpp_sentence_of (const struct wpp_grammar *g);

/* Put S into G, whose own S is empty, and finish G.  Return 0, WPP_E_NOMEM or WPP_E_CORRUPT as wpp_grammar_finish
   does.  */
int wpp_sentence_put_back (const struct wpp_sentence *s, struct wpp_grammar *g);

#endif /* WPP_ANALYSIS_ACTIVATIONS_PROJECTION_SENTENCE_H */
