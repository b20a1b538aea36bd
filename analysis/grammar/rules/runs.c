/* A grammar's sentence, a run after the other (runs.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "grammar/rules/runs.h"

/* Go into rule RULE.  */
static int
enter (struct wpp_runs *r, uint32_t rule)
{
  const struct wpp_grammar *g = r->g;
  if (g->start[rule] == g->start[rule + 1])
    return WPP_OK;
  if (WPP_RESERVE (r->places, r->room, r->depth, 1))
    return WPP_E_NOMEM;
  uint64_t at = g->start[rule];
  r->places[r->depth++] = (struct wpp_runs_place){ at, g->start[rule + 1], wpp_grammar_exponent (g, at) };
  return WPP_OK;
}

int
wpp_runs_begin (struct wpp_runs *r, const struct wpp_grammar *g)
{
  *r = (struct wpp_runs){ .g = g };
  return enter (r, 0);
}

void
wpp_runs_release (struct wpp_runs *r)
{
  free (r->places);
}

/* Leave the symbol of place P once, or altogether if WHOLE.  */
static void
pass (const struct wpp_grammar *g, struct wpp_runs_place *p, bool whole)
{
  p->times = whole ? 0 : p->times - 1;
  if (!p->times && ++p->at < p->end)
    p->times = wpp_grammar_exponent (g, p->at);
}

int
wpp_runs_next (struct wpp_runs *r, uint32_t *event, uint32_t *count)
{
  const struct wpp_grammar *g = r->g;
  while (r->depth)
    {
      struct wpp_runs_place *p = &r->places[r->depth - 1];
      if (p->at == p->end)
        {
          r->depth--;
          continue;
        }
      uint32_t symbol = g->symbols[p->at];
      bool rule = WPP_IS_RULE (symbol);
      *event = rule ? 0 : g->terminals[symbol];
      *count = p->times;
      pass (g, p, !rule);
      if (!rule)
        return 1;
      int err = enter (r, WPP_RULE_INDEX (symbol));
      if (err)
        return err;
    }
  return 0;
}
