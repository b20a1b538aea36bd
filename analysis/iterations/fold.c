/* Folding streams of activations (fold.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "iterations/fold.h"
#include "support/saturate.h"

/* Symbols are the grammar's terminals, then its rules.  */
struct folding
{
  const struct wpp_projection *projection;
  const struct wpp_grammar *g;
  const struct wpp_fold *fold;
  uint64_t *times;           /* [symbols] occurrences */
  unsigned char *summaries;  /* [symbols] of FOLD->size bytes */
};

static uint64_t
rule_length (const struct folding *f, uint32_t rule)
{
  const struct wpp_sentence *s = f->projection->sentence;
  return rule == 0 && s ? s->n : f->g->start[rule + (size_t) 1] - f->g->start[rule];
}

/* The Ith symbol of the sentence S, and its COPIES.  */
static uint32_t
sentence_symbol (const struct wpp_sentence *s, uint64_t i, uint64_t *copies)
{
  uint32_t symbol = s->narrow ? s->narrow[i] : s->wide[i];
  *copies = 1;
  if (symbol < s->n_symbols)
    return symbol;
  *copies = s->powers[symbol - s->n_symbols].exponent;
  return s->powers[symbol - s->n_symbols].symbol;
}

/* The Ith symbol of RULE, and its COPIES.  */
static uint32_t
symbol_at (const struct folding *f, uint32_t rule, uint64_t i, uint64_t *copies)
{
  if (rule == 0 && f->projection->sentence)
    return sentence_symbol (f->projection->sentence, i, copies);
  uint64_t at = f->g->start[rule] + i;
  uint32_t symbol = f->g->symbols[at];
  *copies = wpp_grammar_exponent (f->g, at);
  return WPP_IS_RULE (symbol) ? f->g->n_terminals + WPP_RULE_INDEX (symbol) : symbol;
}

/* Wholes before parts.  */
static void
count_times (struct folding *f)
{
  uint64_t copies;
  f->times[f->g->n_terminals] = 1;
  for (uint32_t k = f->g->n_rules; k-- > 0;)
    {
      uint32_t rule = f->g->order[k];
      uint64_t times = f->times[f->g->n_terminals + rule];
      for (uint64_t i = 0; i < rule_length (f, rule); i++)
        {
          uint64_t *part = &f->times[symbol_at (f, rule, i, &copies)];
          *part = wpp_saturating_add (*part, wpp_saturating_product (times, copies));
        }
    }
}

static void *
summary_of (const struct folding *f, uint32_t symbol)
{
  return f->summaries + (size_t) symbol * f->fold->size;
}

static int
fold_rule (struct folding *f, uint32_t rule, void *summary)
{
  uint64_t copies, times = f->times[f->g->n_terminals + rule];
  int err = 0;
  for (uint64_t i = 0; i < rule_length (f, rule) && !err; i++)
    {
      uint32_t symbol = symbol_at (f, rule, i, &copies);
      err = f->fold->append (f->fold->data, summary, summary_of (f, symbol), copies, times);
    }
  return err;
}

/* Parts before wholes; S is last.  */
static int
fold_all (struct folding *f, void *whole)
{
  int err = 0;
  for (uint32_t t = 0; t < f->g->n_terminals && !err; t++)
    err = f->fold->letter (f->fold->data, f->g->terminals[t], f->times[t], summary_of (f, t));
  for (uint32_t k = 0; k < f->g->n_rules && !err; k++)
    {
      uint32_t rule = f->g->order[k];
      err = fold_rule (f, rule, rule ? summary_of (f, f->g->n_terminals + rule) : whole);
    }
  return err;
}

int
wpp_fold_projection (const struct wpp_projection *p, const struct wpp_fold *fold, void *whole)
{
  if (!p->grammar)
    return 0;
  if (!p->apart)
    return WPP_E_RANGE;
  struct folding f = { .projection = p, .g = p->grammar, .fold = fold };
  size_t n = (size_t) f.g->n_terminals + f.g->n_rules;
  f.times = calloc (n, sizeof *f.times);
  f.summaries = calloc (n, fold->size);
  int err = f.times && f.summaries ? 0 : WPP_E_NOMEM;
  if (!err)
    {
      count_times (&f);
      err = fold_all (&f, whole);
    }
  free (f.times);
  free (f.summaries);
  return err;
}
