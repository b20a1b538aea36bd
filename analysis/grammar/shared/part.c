/* A grammar of what one symbol derives (shared.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "grammar/shared/shared-impl.h"

#define UNSEEN UINT32_MAX

struct part
{
  const struct wpp_grammar *whole;
  struct wpp_grammar *g;
  uint32_t *rules, *terminals;  /* numbers in G of those of the whole, or UNSEEN */
  uint32_t *from;               /* [g->n_rules] the rule of the whole that each is */
  size_t from_room, symbols_room, exponents_room, terminals_room, start_room;
  uint64_t n_symbols;
};

static int
symbol_of (struct part *p, uint32_t symbol, uint32_t *own)
{
  struct wpp_grammar *g = p->g;
  if (WPP_IS_RULE (symbol))
    {
      uint32_t *number = &p->rules[WPP_RULE_INDEX (symbol)];
      if (*number == UNSEEN && WPP_RESERVE (p->from, p->from_room, g->n_rules, 1))
        return WPP_E_NOMEM;
      if (*number == UNSEEN)
        p->from[*number = g->n_rules++] = WPP_RULE_INDEX (symbol);
      *own = WPP_RULE | *number;
      return 0;
    }
  if (p->terminals[symbol] == UNSEEN && WPP_RESERVE (g->terminals, p->terminals_room, g->n_terminals, 1))
    return WPP_E_NOMEM;
  if (p->terminals[symbol] == UNSEEN)
    g->terminals[p->terminals[symbol] = g->n_terminals++] = p->whole->terminals[symbol];
  *own = p->terminals[symbol];
  return 0;
}

/* Append symbols [FROM, TO) of the whole.  */
static int
take (struct part *p, uint64_t from, uint64_t to)
{
  struct wpp_grammar *g = p->g;
  int err = 0;
  if (WPP_RESERVE (g->symbols, p->symbols_room, p->n_symbols, to - from)
      || WPP_RESERVE (g->exponents, p->exponents_room, p->n_symbols, to - from))
    return WPP_E_NOMEM;
  for (uint64_t i = from; i < to && !err; i++)
    {
      g->exponents[p->n_symbols] = wpp_grammar_exponent (p->whole, i);
      err = symbol_of (p, p->whole->symbols[i], &g->symbols[p->n_symbols]);
      p->n_symbols++;
    }
  return err;
}

/* Make S of the symbol number I of the whole's S; of a rule that is its right-hand side.  Then the rules that are used,
   each after one that uses it.  */
static int
take_all (struct part *p, uint64_t i)
{
  const struct wpp_grammar *w = p->whole;
  struct wpp_grammar *g = p->g;
  uint32_t symbol = w->symbols[i], top = WPP_IS_RULE (symbol) ? WPP_RULE_INDEX (symbol) : 0;
  g->n_rules = 1;
  int err = WPP_RESERVE (p->from, p->from_room, 0, 1);
  for (uint32_t r = 0; r < g->n_rules && !err; r++)
    {
      uint32_t rule = r ? p->from[r] : top;
      err = WPP_RESERVE (g->start, p->start_room, r, 2);
      if (err)
        break;
      g->start[r] = p->n_symbols;
      err = rule ? take (p, w->start[rule], w->start[rule + 1]) : take (p, i, i + 1);
      g->start[r + 1] = p->n_symbols;
    }
  return err;
}

static uint32_t *
unseen (size_t n)
{
  uint32_t *numbers = malloc ((n + 1) * sizeof *numbers);
  for (size_t i = 0; numbers && i < n; i++)
    numbers[i] = UNSEEN;
  return numbers;
}

struct wpp_grammar *
wpp_shared_part (const struct wpp_grammar *whole, uint64_t i, int *err)
{
  struct part p = { .whole = whole, .g = calloc (1, sizeof *p.g), .rules = unseen (whole->n_rules),
                    .terminals = unseen (whole->n_terminals) };
  *err = p.g && p.rules && p.terminals ? 0 : WPP_E_NOMEM;
  if (!*err)
    *err = take_all (&p, i);
  if (!*err)
    *err = wpp_shared_order_terminals (p.g);
  if (!*err)
    *err = wpp_grammar_finish (p.g);
  free (p.rules);
  free (p.terminals);
  free (p.from);
  if (!*err)
    return p.g;
  wpp_grammar_free (p.g);
  return NULL;
}
