/* The steps by which the coder goes through a grammar (codec.c): S from left to right, and into a rule where it occurs
   first.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_GRAMMAR_CODING_STEPS_H
#define WPP_ANALYSIS_GRAMMAR_CODING_STEPS_H

#include <stddef.h>
#include <stdint.h>
#include "grammar/rules/grammar.h"

struct wpp_sequitur;

/* A step is a symbol with its exponent.  Rules are numbered as they are met; S is 0.  A rule that is met for the
   first time has exponent 0; the steps through it follow, and then WPP_STEPS_END with its exponent.  The end of S is
   the last step.  */
#define WPP_STEPS_END UINT32_MAX
struct wpp_coding_step
{
  uint32_t symbol, exponent;
};

struct wpp_steps
{
  const uint32_t *terminals; /* [n_numbers] event words; not all need occur */
  uint32_t n_numbers;
  uint32_t n_rules;          /* at most */
  uint64_t n_symbols;        /* on all right-hand sides, at most */
  bool exponents;

  /* Set *STEPS to the next steps, and return their number.  That is at least one until the last step has been given,
     but 0 when out of memory.  The steps are valid until the next call.  */
  size_t (*steps) (struct wpp_steps *, const struct wpp_coding_step **steps);
};

/* The steps through G, which must not change; null when out of memory.  */
struct wpp_steps *wpp_steps_of_grammar (const struct wpp_grammar *g);
void wpp_steps_free (struct wpp_steps *w);

#endif /* WPP_ANALYSIS_GRAMMAR_CODING_STEPS_H */
