/* How often what is asked for is in each part of a nest (times.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/ropes/times.h"
#include "base/error.h"
#include "base/saturate.h"

int
wpp_nest_times_init (struct wpp_nest_times *t, const struct wpp_nest *nest)
{
  *t = (struct wpp_nest_times){ .nest = nest };
  t->letters = calloc (nest->tables.n_letters + 1, sizeof *t->letters);
  t->rules = calloc (nest->tables.traces.pool.n_rules + (size_t)1, sizeof *t->rules);
  t->activations = calloc (nest->tables.n_kinds + 1, sizeof *t->activations);
  return t->letters && t->rules && t->activations ? WPP_OK : WPP_E_NOMEM;
}

void
wpp_nest_times_release (struct wpp_nest_times *t)
{
  free (t->letters);
  free (t->rules);
  free (t->activations);
}

/* A rule's parts, and the activations in it, are older than the rule; so are an activation's rope and what is in
   that.  */
void
wpp_nest_times_add_up (struct wpp_nest_times *t)
{
  const struct wpp_trace_tables *tables = &t->nest->tables;
  const struct wpp_pool *pool = &tables->traces.pool;
  size_t a = 0, n;
  for (uint32_t r = 0; r <= pool->n_rules; r++)
    {
      for (; a < tables->n_kinds; a++)
        {
          uint32_t rope = tables->kinds[a].rope;
          if (WPP_IS_RULE (rope) && WPP_RULE_INDEX (rope) >= r)
            break;
          t->activations[a] = wpp_nest_times_of (t, rope);
        }
      if (r == pool->n_rules)
        break;
      const struct wpp_part *parts = wpp_pool_rule (pool, r, &n);
      uint64_t sum = 0;
      for (size_t i = 0; i < n; i++)
        sum = wpp_saturating_add (sum, wpp_saturating_product (wpp_nest_times_of (t, parts[i].symbol),
                                                               parts[i].exponent));
      t->rules[r] = sum;
    }
}
