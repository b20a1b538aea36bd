/* The runs of equal letters of traces (runs.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/error.h"
#include "base/saturate.h"
#include "recording/traces/runs.h"

/* Look at RULE, whose parts have been looked at.  */
static void
measure (struct wpp_letter_runs *r, uint32_t rule)
{
  const struct wpp_grammar *g = r->f->grammar;
  uint64_t length = 0;
  uint32_t only = 0;
  for (uint64_t i = g->start[rule]; i < g->start[rule + (size_t)1]; i++)
    {
      uint32_t symbol = g->symbols[i], within = WPP_RULE_INDEX (symbol);
      bool is_rule = WPP_IS_RULE (symbol);
      if (is_rule && !r->part[within])
        return;
      uint32_t letter = is_rule ? r->letter[within] : g->terminals[symbol] - 1;
      if (length && letter != only)
        return;
      only = letter;
      length = wpp_saturating_add (length, wpp_saturating_product (is_rule ? r->length[within] : 1,
                                                                   wpp_grammar_exponent (g, i)));
    }
  r->part[rule] = r->f->n_letters + rule;
  r->letter[rule] = only;
  r->length[rule] = length;
}

int
wpp_letter_runs_init (struct wpp_letter_runs *r, const struct wpp_function_traces *f)
{
  const struct wpp_grammar *g = f->grammar;
  *r = (struct wpp_letter_runs){ f, calloc (g->n_rules, sizeof *r->part), calloc (g->n_rules, sizeof *r->letter),
                                 calloc (g->n_rules, sizeof *r->length) };
  if (!r->part || !r->letter || !r->length)
    return WPP_E_NOMEM;
  /* S is the last one.  */
  for (uint32_t k = 0; k + 1 < g->n_rules; k++)
    measure (r, g->order[k]);
  return WPP_OK;
}

void
wpp_letter_runs_release (struct wpp_letter_runs *r)
{
  free (r->part);
  free (r->letter);
  free (r->length);
  *r = (struct wpp_letter_runs){ 0 };
}

struct visiting
{
  const struct wpp_letter_runs *r;
  int (*visit) (void *data, uint32_t letter, uint64_t count);
  void *data;
};

static int
visit_part (void *data, uint32_t part, uint64_t count)
{
  const struct visiting *v = data;
  uint32_t n = v->r->f->n_letters;
  if (part < n)
    return v->visit (v->data, part, count);
  return v->visit (v->data, v->r->letter[part - n], wpp_saturating_product (v->r->length[part - n], count));
}

int
wpp_letter_runs_visit (const struct wpp_letter_runs *r, uint32_t trace,
                       int (*visit) (void *data, uint32_t letter, uint64_t count), void *data)
{
  struct visiting v = { r, visit, data };
  return wpp_trace_visit_parts (r->f, trace, r->part, visit_part, &v);
}
