/* Walking the rules of a projection, for those who fold it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DECIDE_ITERATIONS_FOLD_IMPL_H
#define WPP_ANALYSIS_DECIDE_ITERATIONS_FOLD_IMPL_H

#include "decide/iterations/fold.h"

/* Symbols are the grammar's terminals, then its rules.  */
struct wpp_folding
{
  const struct wpp_projection *projection;
  const struct wpp_grammar *g;
  const struct wpp_fold *fold;
  uint64_t *times;           /* [symbols] occurrences */
  unsigned char *summaries;  /* [symbols] of FOLD->size bytes */
};

static inline uint64_t
wpp_folding_length (const struct wpp_folding *f, uint32_t rule)
{
  const struct wpp_sentence *s = f->projection->sentence;
  return rule == 0 && s ? s->n : f->g->start[rule + (size_t) 1] - f->g->start[rule];
}

/* The Ith symbol of the sentence S, and its COPIES.  */
static inline uint32_t
wpp_folding_sentence_symbol (const struct wpp_sentence *s, uint64_t i, uint64_t *copies)
{
  uint32_t symbol = s->narrow ? s->narrow[i] : s->wide[i];
  *copies = 1;
  if (symbol < s->n_symbols)
    return symbol;
  *copies = s->powers[symbol - s->n_symbols].exponent;
  return s->powers[symbol - s->n_symbols].symbol;
}

/* The Ith symbol of RULE, and its COPIES.  */
static inline uint32_t
wpp_folding_symbol (const struct wpp_folding *f, uint32_t rule, uint64_t i, uint64_t *copies)
{
  if (rule == 0 && f->projection->sentence)
    return wpp_folding_sentence_symbol (f->projection->sentence, i, copies);
  uint64_t at = f->g->start[rule] + i;
  uint32_t symbol = f->g->symbols[at];
  *copies = wpp_grammar_exponent (f->g, at);
  return WPP_IS_RULE (symbol) ? f->g->n_terminals + WPP_RULE_INDEX (symbol) : symbol;
}

/* Of P, which is referred to.  Null when out of memory, and when activations are within each other: *ERR is WPP_E_NOMEM
   or WPP_E_RANGE.  */
struct wpp_folding *wpp_folding_new (const struct wpp_projection *p, int *err);
void wpp_folding_free (struct wpp_folding *f);

#endif /* WPP_ANALYSIS_DECIDE_ITERATIONS_FOLD_IMPL_H */
