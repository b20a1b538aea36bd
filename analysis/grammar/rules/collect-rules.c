/* Putting a grammar together from rules whose ends come before those of the
   rules around them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "grammar/rules/collect-rules.h"

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"

int
wpp_rules_begin (struct wpp_rules *r)
{
  if (WPP_RESERVE (r->rules, r->rules_room, r->n_rules, 1))
    return WPP_E_NOMEM;
  r->rules[r->n_rules++] = (struct wpp_extent){ 0, 0 };
  return WPP_OK;
}

int
wpp_rules_symbol (struct wpp_rules *r, uint32_t symbol, uint32_t exponent)
{
  if (WPP_RESERVE (r->open, r->open_room, r->n_open, 1))
    return WPP_E_NOMEM;
  r->open[r->n_open++] = (struct wpp_item){ symbol, exponent };
  return WPP_OK;
}

int
wpp_rules_end (struct wpp_rules *r, uint32_t rule, uint64_t length)
{
  r->rules[rule] = (struct wpp_extent){ r->n_closed, length };
  r->n_open -= length;
  if (length == 0)
    return WPP_OK;
  if (WPP_RESERVE (r->closed, r->closed_room, r->n_closed, length))
    return WPP_E_NOMEM;
  memcpy (r->closed + r->n_closed, r->open + r->n_open, length * sizeof *r->closed);
  r->n_closed += length;
  return WPP_OK;
}

int
wpp_rules_terminal (struct wpp_rules *r, uint32_t event)
{
  if (WPP_RESERVE (r->terminals, r->terminals_room, r->n_terminals, 1))
    return WPP_E_NOMEM;
  r->terminals[r->n_terminals++] = event;
  return WPP_OK;
}

static void
copy_rules (struct wpp_grammar *g, const struct wpp_rules *r)
{
  uint64_t n = 0;
  for (size_t rule = 0; rule < r->n_rules; rule++)
    {
      g->start[rule] = n;
      for (uint64_t i = 0; i < r->rules[rule].length; i++, n++)
        {
          const struct wpp_item *item = &r->closed[r->rules[rule].start + i];
          g->symbols[n] = item->symbol;
          if (g->exponents)
            g->exponents[n] = item->exponent;
        }
    }
  g->start[r->n_rules] = n;
}

struct wpp_grammar *
wpp_rules_grammar (const struct wpp_rules *r, bool exponents)
{
  struct wpp_grammar *g = calloc (1, sizeof *g);
  if (!g)
    return NULL;
  g->n_terminals = r->n_terminals;
  g->n_rules = r->n_rules;
  g->terminals = calloc (r->n_terminals + 1, sizeof *g->terminals);
  g->start = calloc (r->n_rules + 1, sizeof *g->start);
  g->symbols = calloc (r->n_closed + 1, sizeof *g->symbols);
  if (exponents)
    g->exponents = calloc (r->n_closed + 1, sizeof *g->exponents);
  if (!g->terminals || !g->start || !g->symbols || (exponents && !g->exponents))
    {
      wpp_grammar_free (g);
      return NULL;
    }
  if (r->n_terminals)
    memcpy (g->terminals, r->terminals, r->n_terminals * sizeof *g->terminals);
  copy_rules (g, r);
  return g;
}

void
wpp_rules_release (struct wpp_rules *r)
{
  free (r->open);
  free (r->closed);
  free (r->rules);
  free (r->terminals);
}
