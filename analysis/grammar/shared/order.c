/* Terminals in the order of their first occurrences (shared-impl.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What a rule derives is new only where the rule is met first, from left to right.  So each rule is gone through
   once.  */

#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "grammar/shared/shared-impl.h"

#define UNMET UINT32_MAX

struct order
{
  struct wpp_grammar *g;
  uint32_t *number;             /* [n_terminals] the new one, or UNMET */
  uint32_t n;
  bool *seen;                   /* [n_rules] */
  uint64_t *stack;              /* [n_rules] the next symbol of each rule that is gone through */
  uint32_t *rules;              /* [n_rules] these rules */
};

/* Number the terminals.  */
static void
go_through (struct order *o)
{
  const struct wpp_grammar *g = o->g;
  size_t depth = 1;
  o->rules[0] = 0;
  o->stack[0] = g->start[0];
  while (depth)
    {
      uint64_t *at = &o->stack[depth - 1];
      if (*at == g->start[o->rules[depth - 1] + (size_t)1])
        {
          depth--;
          continue;
        }
      uint32_t symbol = g->symbols[(*at)++], rule = WPP_RULE_INDEX (symbol);
      if (!WPP_IS_RULE (symbol))
        o->number[symbol] = o->number[symbol] == UNMET ? o->n++ : o->number[symbol];
      else if (!o->seen[rule])
        {
          o->seen[rule] = true;
          o->rules[depth] = rule;
          o->stack[depth++] = g->start[rule];
        }
    }
}

/* Give the terminals their new numbers; SORTED [n_terminals] is a scratch pad.  */
static void
renumber (struct order *o, uint32_t *sorted)
{
  struct wpp_grammar *g = o->g;
  for (uint32_t t = 0; t < g->n_terminals; t++)
    sorted[o->number[t]] = g->terminals[t];
  memcpy (g->terminals, sorted, g->n_terminals * sizeof *sorted);
  for (uint64_t i = 0; i < g->start[g->n_rules]; i++)
    if (!WPP_IS_RULE (g->symbols[i]))
      g->symbols[i] = o->number[g->symbols[i]];
}

int
wpp_shared_order_terminals (struct wpp_grammar *g)
{
  size_t n = g->n_rules, k = g->n_terminals;
  struct order o = { .g = g, .number = malloc ((k + 1) * sizeof *o.number), .seen = calloc (n + 1, sizeof *o.seen),
                     .stack = malloc ((n + 1) * sizeof *o.stack), .rules = malloc ((n + 1) * sizeof *o.rules) };
  uint32_t *sorted = malloc ((k + 1) * sizeof *sorted);
  int err = o.number && o.seen && o.stack && o.rules && sorted ? 0 : WPP_E_NOMEM;
  for (size_t t = 0; t < k && !err; t++)
    o.number[t] = UNMET;
  if (!err && k)
    {
      go_through (&o);
      renumber (&o, sorted);
    }
  free (o.number);
  free (o.seen);
  free (o.stack);
  free (o.rules);
  free (sorted);
  return err;
}
