/* Grammars without rules that do not pay.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "grammar/rules/tidy.h"
#include "base/array.h"
#include "base/error.h"

#define MANY UINT32_MAX

struct span
{
  uint64_t at, end;          /* symbols that are still to be put */
};

struct tidying
{
  const struct wpp_grammar *g;
  uint32_t *uses;            /* [n_rules] 0, 1: one occurrence without exponent, or MANY */
  uint32_t *number;          /* [n_rules] of the rules that stay */
  uint64_t *start;
  uint32_t *symbols, *exponents;
  uint32_t n_rules;
  uint64_t n;                /* symbols put */
  struct span *stack;
  size_t depth, room;
};

/* ---- Rules of one symbol.  */

/* Put that symbol where symbol I of G is such a rule, as far as the exponent has room.  */
static void
resolve (struct wpp_grammar *g, uint64_t i)
{
  while (WPP_IS_RULE (g->symbols[i]))
    {
      uint32_t rule = WPP_RULE_INDEX (g->symbols[i]);
      uint64_t only = g->start[rule], both = (uint64_t)g->exponents[i] * g->exponents[only];
      if (g->start[rule + (size_t)1] - only != 1 || both > UINT32_MAX)
        return;
      g->symbols[i] = g->symbols[only];
      g->exponents[i] = both;
    }
}

/* ---- Uses.  */

/* Count the uses of rules that are still used, wholes before parts.  */
static void
count_uses (struct tidying *t)
{
  const struct wpp_grammar *g = t->g;
  t->uses[0] = MANY;
  for (uint32_t k = g->n_rules; k-- > 0;)
    {
      uint32_t r = g->order[k];
      if (!t->uses[r])
        continue;
      for (uint64_t i = g->start[r]; i < g->start[r + (size_t)1]; i++)
        if (WPP_IS_RULE (g->symbols[i]))
          {
            uint32_t *uses = &t->uses[WPP_RULE_INDEX (g->symbols[i])];
            *uses = *uses || g->exponents[i] > 1 ? MANY : 1;
          }
    }
}

static void
number_rules (struct tidying *t)
{
  for (uint32_t r = 0; r < t->g->n_rules; r++)
    t->number[r] = t->uses[r] == MANY ? t->n_rules++ : 0;
}

/* ---- The new rules.  */

static int
push (struct tidying *t, uint32_t rule)
{
  if (WPP_RESERVE (t->stack, t->room, t->depth, 1))
    return WPP_E_NOMEM;
  t->stack[t->depth++] = (struct span){ t->g->start[rule], t->g->start[rule + (size_t)1] };
  return WPP_OK;
}

/* Append SYMBOL with EXPONENT to the rule that began at BEGIN.  */
static void
put (struct tidying *t, uint64_t begin, uint32_t symbol, uint32_t exponent)
{
  if (t->n > begin && t->symbols[t->n - 1] == symbol && exponent <= UINT32_MAX - t->exponents[t->n - 1])
    {
      t->exponents[t->n - 1] += exponent;
      return;
    }
  t->symbols[t->n] = symbol;
  t->exponents[t->n++] = exponent;
}

/* Put the right-hand side of RULE.  */
static int
put_rule (struct tidying *t, uint32_t rule)
{
  const struct wpp_grammar *g = t->g;
  uint64_t begin = t->n;
  int err = push (t, rule);
  while (!err && t->depth)
    {
      struct span *s = &t->stack[t->depth - 1];
      if (s->at == s->end)
        {
          t->depth--;
          continue;
        }
      uint64_t i = s->at++;
      uint32_t symbol = g->symbols[i];
      if (!WPP_IS_RULE (symbol))
        put (t, begin, symbol, g->exponents[i]);
      else if (t->uses[WPP_RULE_INDEX (symbol)] == 1)
        err = push (t, WPP_RULE_INDEX (symbol));
      else
        put (t, begin, WPP_RULE | t->number[WPP_RULE_INDEX (symbol)], g->exponents[i]);
    }
  return err;
}

static int
put_rules (struct tidying *t)
{
  const struct wpp_grammar *g = t->g;
  int err = WPP_OK;
  count_uses (t);
  number_rules (t);
  t->start = malloc ((t->n_rules + (size_t)1) * sizeof *t->start);
  t->symbols = malloc ((g->start[g->n_rules] + 1) * sizeof *t->symbols);
  t->exponents = malloc ((g->start[g->n_rules] + 1) * sizeof *t->exponents);
  if (!t->start || !t->symbols || !t->exponents)
    return WPP_E_NOMEM;
  for (uint32_t r = 0; r < g->n_rules && !err; r++)
    if (t->uses[r] == MANY)
      {
        t->start[t->number[r]] = t->n;
        err = put_rule (t, r);
      }
  t->start[t->n_rules] = t->n;
  return err;
}

int
wpp_grammar_tidy (struct wpp_grammar *g)
{
  struct tidying t = { .g = g };
  uint64_t n = g->start[g->n_rules];
  if (!g->exponents)
    {
      g->exponents = malloc ((n + 1) * sizeof *g->exponents);
      for (uint64_t i = 0; i < n && g->exponents; i++)
        g->exponents[i] = 1;
    }
  /* Parts before wholes: each is looked at once.  */
  for (uint32_t k = 0; k < g->n_rules && g->exponents; k++)
    for (uint64_t i = g->start[g->order[k]]; i < g->start[g->order[k] + (size_t)1]; i++)
      resolve (g, i);
  t.uses = calloc (g->n_rules, sizeof *t.uses);
  t.number = malloc (g->n_rules * sizeof *t.number);
  int err = g->exponents && t.uses && t.number ? put_rules (&t) : WPP_E_NOMEM;
  free (t.uses);
  free (t.number);
  free (t.stack);
  if (err)
    {
      free (t.start);
      free (t.symbols);
      free (t.exponents);
      return err;
    }
  free (g->start);
  free (g->symbols);
  free (g->exponents);
  g->start = t.start;
  g->symbols = t.symbols;
  g->exponents = t.exponents;
  g->n_rules = t.n_rules;
  return wpp_grammar_finish (g);
}
