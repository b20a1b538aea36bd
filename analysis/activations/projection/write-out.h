/* Rules written out where they are used.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Some rules of a grammar stay, with new numbers.  The parts of all others stand where these were used; neighbours that
   become equal are one symbol with an exponent.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_PROJECTION_WRITE_OUT_H
#define WPP_ANALYSIS_ACTIVATIONS_PROJECTION_WRITE_OUT_H

#include <stddef.h>
#include <stdint.h>
#include "grammar/rules/grammar.h"

struct wpp_written
{
  const struct wpp_grammar *g;  /* only its rules are read; terminals may be any numbers below WPP_RULE */
  uint32_t *number;             /* [g->n_rules] the new number of a rule that stays, or 0; S is 0.  One that is used
                                   with an exponent stays */
  uint64_t *stack;              /* [2 * g->n_rules] places in the rules that are being written out */
  uint32_t *symbols, *exponents; /* [n] what was written, with the new numbers */
  size_t n, room;
};

/* Make W ready to write G's rules.  Return 0 or WPP_E_NOMEM; W is to be released in any case.  */
int wpp_written_init (struct wpp_written *w, const struct wpp_grammar *g);
void wpp_written_release (struct wpp_written *w);

/* Append RULE, which stays.  Return 0 or WPP_E_NOMEM.  */
int wpp_write_out (struct wpp_written *w, uint32_t rule);

#endif /* WPP_ANALYSIS_ACTIVATIONS_PROJECTION_WRITE_OUT_H */
