/* How often which event comes directly after which.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Two events that follow each other in the sentence do so where two symbols of one rule's right-hand side meet, or two
   copies of a repeated symbol: as often as the rule occurs.  What meets is the last event of the one and the first
   event of the other.  */

#include <stdbool.h>
#include <stdlib.h>
#include "base/error.h"
#include "base/saturate.h"
#include "grammar/rules/pairs.h"

typedef int visitor (void *data, uint32_t first, uint32_t second, uint64_t count);

struct ends
{
  uint32_t first, last;         /* terminals */
};

static struct ends
ends_of (uint32_t symbol, const struct ends *rules)
{
  return WPP_IS_RULE (symbol) ? rules[WPP_RULE_INDEX (symbol)] : (struct ends){ symbol, symbol };
}

/* Visit the pairs of RULE, and set its ends.  Only S may be empty.  */
static int
visit_rule (const struct wpp_grammar *g, uint32_t rule, struct ends *rules, visitor *visit, void *data)
{
  int err = 0;
  for (uint64_t i = g->start[rule]; i < g->start[rule + 1] && !err; i++)
    {
      const struct ends here = ends_of (g->symbols[i], rules);
      uint32_t copies = wpp_grammar_exponent (g, i);
      if (i == g->start[rule])
        rules[rule].first = here.first;
      else
        err = visit (data, g->terminals[rules[rule].last], g->terminals[here.first], g->frequency[rule]);
      if (copies > 1 && !err)
        err = visit (data, g->terminals[here.last], g->terminals[here.first],
                     wpp_saturating_product (g->frequency[rule], copies - 1));
      rules[rule].last = here.last;
    }
  return err;
}

/* Visit those of G, after the event *LAST if *ANY; set both.  */
static int
visit_segment (const struct wpp_grammar *g, bool *any, uint32_t *last, visitor *visit, void *data)
{
  struct ends *rules = calloc (g->n_rules, sizeof *rules);
  int err = rules ? 0 : WPP_E_NOMEM;
  for (uint32_t i = 0; i < g->n_rules && !err; i++)
    err = visit_rule (g, g->order[i], rules, visit, data);
  if (!err && g->start[1] > g->start[0])
    {
      if (*any)
        err = visit (data, *last, g->terminals[rules[0].first], 1);
      *any = true;
      *last = g->terminals[rules[0].last];
    }
  free (rules);
  return err;
}

int
wpp_pairs_visit (struct wpp_grammar *const *segments, size_t n, visitor *visit, void *data)
{
  bool any = false;
  uint32_t last = 0;
  int err = 0;
  for (size_t i = 0; i < n && !err; i++)
    err = visit_segment (segments[i], &any, &last, visit, data);
  return err;
}
