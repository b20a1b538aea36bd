/* How often what is asked for is in each part of a nest.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_ROPES_TIMES_H
#define WPP_ANALYSIS_ACTIVATIONS_ROPES_TIMES_H

#include "activations/ropes/nest.h"

struct wpp_nest_times
{
  const struct wpp_nest *nest;
  uint64_t *letters;           /* [letters] of paths; set by the user */
  uint64_t *rules, *activations; /* [rules], [activations] with all that is in them; they saturate */
};

/* Begin T for NEST, which must stay, with no times of letters.  Return 0 or WPP_E_NOMEM; to be released in any
   case.  */
int wpp_nest_times_init (struct wpp_nest_times *t, const struct wpp_nest *nest);
/* Add up what the letters have.  O(size of the nest).  */
void wpp_nest_times_add_up (struct wpp_nest_times *t);
void wpp_nest_times_release (struct wpp_nest_times *t);

/* How often it is in SYMBOL, or in the rope.  */
static inline uint64_t
wpp_nest_times_of (const struct wpp_nest_times *t, uint32_t symbol)
{
  if (symbol == WPP_ROPE_EMPTY)
    return 0;
  if (wpp_nest_rule_p (symbol))
    return t->rules[WPP_RULE_INDEX (symbol)];
  const struct wpp_letter *l = wpp_nest_letter (t->nest, symbol);
  return l->calls ? t->activations[l->event] : t->letters[symbol - WPP_ROPE_LETTER];
}

#endif /* WPP_ANALYSIS_ACTIVATIONS_ROPES_TIMES_H */
