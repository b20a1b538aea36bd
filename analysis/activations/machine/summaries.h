/* The effects of rules on the stack of activations, in the view of one function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Each symbol has a summary (summary.h), which is composed of those of its parts, parts before wholes.  If x only
   begins or only ends activations, x^k does the same with k times as many.  If x does more to the stack, x^k is a
   product of x, x^2 = x x, x^4 = x^2 x^2, …, which are added to the grammar as further symbols.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_MACHINE_SUMMARIES_H
#define WPP_ANALYSIS_ACTIVATIONS_MACHINE_SUMMARIES_H

#include "activations/machine/summary.h"
#include "grammar/rules/grammar.h"

#define WPP_NO_SYMBOL UINT32_MAX

/* Symbols are the grammar's terminals, its rules, then squares of symbols.  */
struct wpp_symbol
{
  struct wpp_summary summary;   /* not of S */
  uint32_t square;              /* the symbol for this one twice, or WPP_NO_SYMBOL */
  uint32_t root;                /* of a square: the symbol that occurs in it twice */
};

struct wpp_summaries
{
  const struct wpp_grammar *g;
  struct wpp_symbol *symbols;   /* [n_symbols] */
  uint32_t n_symbols;
  size_t room;
  uint32_t *order;              /* [n_order] rules and squares, parts before wholes; S is one of them */
  uint32_t n_order;
  size_t order_room;
  struct wpp_composer rule, square;   /* the present stretches */
};

/* Summarize the symbols of G, whose terminals are letters.  PATHS [n_terminals] describes the terminals that are
   paths.  Return 0, WPP_E_NOMEM, WPP_E_CORRUPT (an invalid letter), WPP_E_TOOBIG (summary.h), or what COMPOSITION
   returns.  *S must be released in any case.  */
int wpp_summaries_init (struct wpp_summaries *s, const struct wpp_grammar *g, const struct wpp_terminal *paths,
                        bool landing, bool backward, const struct wpp_composition *composition);
void wpp_summaries_release (struct wpp_summaries *s);

/* The symbol of S.  */
static inline uint32_t
wpp_summaries_start (const struct wpp_summaries *s)
{
  return s->g->n_terminals;
}

/* Compose WHOLE, an element of the order, again with S->rule, whose functions are called.  Before each of its parts,
   call PART (DATA, SYMBOL, COPIES).  */
int wpp_summaries_visit (struct wpp_summaries *s, uint32_t whole,
                         void (*part) (void *data, uint32_t symbol, uint32_t copies), void *data);

#endif /* WPP_ANALYSIS_ACTIVATIONS_MACHINE_SUMMARIES_H */
