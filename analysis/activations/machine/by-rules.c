/* A sentence done by rules (by-rules.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/machine/by-rules.h"
#include "base/array.h"

#define STEPS_FREE (UINT64_C (1) << 25)
#define STEPS_A_SYMBOL (UINT64_C (1) << 6)

int
wpp_event_steps_find (struct wpp_event_steps *s, const struct wpp_grammar *g, wpp_step_of *step_of, void *data,
                      bool *landing)
{
  s->step = calloc (g->n_terminals + (size_t)1, sizeof *s->step);
  s->known = calloc (g->n_terminals + (size_t)1, sizeof *s->known);
  if (!s->step || !s->known)
    return WPP_E_NOMEM;
  for (uint32_t t = 0; t < g->n_terminals; t++)
    {
      int is = step_of (data, g->terminals[t], &s->step[t]);
      if (is < 0)
        return is;
      s->known[t] = is;
      if (is)
        landing[s->step[t].function] = s->step[t].landing;
    }
  return WPP_OK;
}

void
wpp_event_steps_release (struct wpp_event_steps *s)
{
  free (s->step);
  free (s->known);
  *s = (struct wpp_event_steps){ 0 };
}

static int
enter (struct wpp_by_rules *w, const struct wpp_grammar *g, uint32_t rule)
{
  if (WPP_RESERVE (w->levels, w->room, w->n_levels, 1))
    return WPP_E_NOMEM;
  w->levels[w->n_levels++] = (struct wpp_rule_at_work){ .rule = rule, .at = g->start[rule] };
  return WPP_OK;
}

int
wpp_do_by_rules (struct wpp_by_rules *w, const struct wpp_grammar *g,
                 int (*symbol) (void *data, uint32_t symbol, uint64_t *count), void *data)
{
  w->n_levels = 0;
  w->n_symbols += g->start[g->n_rules];
  uint64_t most_steps = STEPS_FREE + STEPS_A_SYMBOL * w->n_symbols;
  int err = enter (w, g, 0);
  while (!err && w->n_levels)
    {
      struct wpp_rule_at_work *l = &w->levels[w->n_levels - 1];
      if (w->n_steps++ > most_steps)
        return WPP_E_TOOBIG;
      if (l->at == g->start[l->rule + 1])
        {
          w->n_levels--;
          continue;
        }
      uint32_t s = g->symbols[l->at];
      if (!l->left)
        l->left = wpp_grammar_exponent (g, l->at);
      err = symbol (data, s, &l->left);
      bool depends = err == WPP_DEPENDS;
      l->left -= depends;
      l->at += l->left == 0;
      if (depends)
        err = enter (w, g, WPP_RULE_INDEX (s));
    }
  return err;
}

void
wpp_by_rules_release (struct wpp_by_rules *w)
{
  free (w->levels);
}
