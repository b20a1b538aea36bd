/* Grammars of counts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_GRAMMAR_RULES_COUNTED_H
#define WPP_ANALYSIS_GRAMMAR_RULES_COUNTED_H

#include <stddef.h>
#include <stdint.h>
#include "grammar/rules/grammar.h"

struct wpp_counted_event
{
  uint32_t event;
  uint64_t count;      /* not 0 */
};

/* Make a finished grammar in which each of EVENTS [N], N > 0, occurs as often as its count says, in that order.  A
   count is an exponent in S.  From 2^32 - 1 on, the event is also repeated by a rule of its own, and by several if one
   exponent is not enough for that rule.  Return null and set *ERR: WPP_E_NOMEM, or what wpp_grammar_finish returns.  */
struct wpp_grammar *wpp_grammar_of_counts (const struct wpp_counted_event *events, size_t n, int *err);

#endif /* WPP_ANALYSIS_GRAMMAR_RULES_COUNTED_H */
