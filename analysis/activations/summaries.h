/* What the rules of a grammar do to the stack of activations, in the view of one function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Each symbol has a summary (summary.h), made of those of its parts, parts before wholes.  Where x only begins, or only
   ends activations, x^k does so with k times as many.  Where it does more to the stack, x^k is a product of x,
   x^2 = x x, x^4 = x^2 x^2, …: symbols that are added to the grammar for the purpose.  */

#ifndef WPP_SUMMARIES_H
#define WPP_SUMMARIES_H

#include "activations/summary.h"
#include "grammar/grammar.h"

#define WPP_NO_SYMBOL UINT32_MAX

/* Symbols are the grammar's terminals, its rules, then squares of symbols.  */
struct wpp_symbol
{
  struct wpp_summary summary;   /* not of S */
  uint32_t square;              /* the symbol that is this one twice, or WPP_NO_SYMBOL */
  uint32_t root;                /* of a square: the symbol that it is twice */
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
  struct wpp_composer rule, square;   /* stretches at hand */
};

/* Summarize the symbols of G, whose terminals are letters; PATHS [n_terminals] says what those that are paths do.  *S is
   to be released whatever is returned: 0, WPP_E_NOMEM, WPP_E_CORRUPT (a letter that is none), WPP_E_TOOBIG
   (summary.h), or what COMPOSITION returns.  */
int wpp_summaries_init (struct wpp_summaries *s, const struct wpp_grammar *g, const struct wpp_terminal *paths,
                        bool landing, bool backward, const struct wpp_composition *composition);
void wpp_summaries_release (struct wpp_summaries *s);

/* The symbol of S.  */
static inline uint32_t
wpp_summaries_start (const struct wpp_summaries *s)
{
  return s->g->n_terminals;
}

/* Put WHOLE, of the order, together again with S->rule, whose functions are called.  Before that, call PART (DATA, SYMBOL, COPIES)
   for the parts that it is made of.  */
int wpp_summaries_visit (struct wpp_summaries *s, uint32_t whole,
                         void (*part) (void *data, uint32_t symbol, uint32_t copies), void *data);

#endif /* WPP_SUMMARIES_H */
