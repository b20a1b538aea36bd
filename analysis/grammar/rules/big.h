/* Exact figures of grammars that 64 bits cannot hold (saturate.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   They are GMP numbers that saturate at 2^WPP_BIG_BITS, so that time and memory stay linear in the
   grammar: a chain of 10^6 rules can derive 2^32000000 events.  */

#ifndef WPP_ANALYSIS_GRAMMAR_RULES_BIG_H
#define WPP_ANALYSIS_GRAMMAR_RULES_BIG_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include "grammar/rules/grammar.h"

#define WPP_BIG_BITS 512

/* Saturate N, a sum or product of saturated numbers: it becomes at most 2^WPP_BIG_BITS, which stands for that number or
   more.  */
void wpp_big_clamp (mpz_t n);
/* Is N exact?  */
bool wpp_big_exact_p (const mpz_t n);

/* Set N to V, all of its bits.  */
void wpp_big_set (mpz_t n, uint64_t v);

/* N numbers that are 0; null when out of memory.  */
mpz_t *wpp_big_new (size_t n);
void wpp_big_free (mpz_t *numbers, size_t n);

/* The lengths and the frequencies of G's rules [n_rules], and the counts of its terminals [n_terminals], as in
   grammar.h.  The caller frees them with wpp_big_free.  O(size of G).  Null when out of memory.  */
mpz_t *wpp_big_lengths (const struct wpp_grammar *g);
mpz_t *wpp_big_frequencies (const struct wpp_grammar *g);
mpz_t *wpp_big_terminal_counts (const struct wpp_grammar *g);

/* Add the length of G's sentence to SUM.  Return 0 or WPP_E_NOMEM.  */
int wpp_big_add_length (const struct wpp_grammar *g, mpz_t sum);

#endif /* WPP_ANALYSIS_GRAMMAR_RULES_BIG_H */
