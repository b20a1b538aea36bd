/* Which letters traces have.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/error.h"
#include "recording/traces/letters.h"

int
wpp_letter_search_init (struct wpp_letter_search *s, const struct wpp_function_traces *f)
{
  const struct wpp_grammar *g = f->grammar;
  *s = (struct wpp_letter_search){ .f = f };
  s->rules = calloc (g->n_rules, sizeof *s->rules);
  s->terminals = calloc (g->n_terminals + (size_t)1, sizeof *s->terminals);
  s->pending = malloc (g->n_rules * sizeof *s->pending);
  s->letters = malloc ((g->n_terminals + (size_t)1) * sizeof *s->letters);
  return s->rules && s->terminals && s->pending && s->letters ? WPP_OK : WPP_E_NOMEM;
}

void
wpp_letter_search_release (struct wpp_letter_search *s)
{
  free (s->rules);
  free (s->terminals);
  free (s->pending);
  free (s->letters);
  *s = (struct wpp_letter_search){ 0 };
}

/* Look at symbols BEGIN .. END - 1.  Rules that have not been looked at for MARK get pending, after the *N of them.  */
static void
look_at (struct wpp_letter_search *s, uint64_t begin, uint64_t end, uint32_t mark, uint32_t *n)
{
  const struct wpp_grammar *g = s->f->grammar;
  for (uint64_t i = begin; i < end; i++)
    {
      uint32_t symbol = g->symbols[i], rule = WPP_RULE_INDEX (symbol);
      uint32_t *last = WPP_IS_RULE (symbol) ? &s->rules[rule] : &s->terminals[symbol];
      if (*last == mark)
        continue;
      *last = mark;
      if (WPP_IS_RULE (symbol))
        s->pending[(*n)++] = rule;
      else
        s->letters[s->n++] = g->terminals[symbol] - 1;
    }
}

int
wpp_letter_search_find (struct wpp_letter_search *s, uint32_t trace, uint64_t *left)
{
  const struct wpp_grammar *g = s->f->grammar;
  uint64_t begin = s->f->trace[trace], end = s->f->trace[trace + (size_t)1] - 1;
  uint32_t n = 0;
  for (s->n = 0;;)
    {
      if (end - begin > *left)
        return WPP_E_TOOBIG;
      *left -= end - begin;
      look_at (s, begin, end, trace + 1, &n);
      if (!n)
        return WPP_OK;
      uint32_t rule = s->pending[--n];
      begin = g->start[rule];
      end = g->start[rule + (size_t)1];
    }
}
