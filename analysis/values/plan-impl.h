/* What the parts of the plan share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_VALUES_PLAN_IMPL_H
#define WPP_ANALYSIS_VALUES_PLAN_IMPL_H

#include "values/plan.h"

/* storage.c: set STORAGE [wpp_body_n_variables (B)].  */
void wpp_values_set_storage (const struct wpp_body *b, uint8_t *storage);

/* tails.c: set AFTER [n_nodes of G], all false before, for nodes that begin with a call in tail position, or are after
   one.  Return 0 or WPP_E_NOMEM.  */
int wpp_values_find_tails (const struct wpp_cfg *g, bool *after);
/* The operand that B returns if EDGE of its graph G, one of those of wpp_values_joins_p, is taken; WPP_NONE: none, or
   nobody knows.  As a call in tail position shares the return, what is returned is a PHI's value.  */
uint32_t wpp_values_returned_over (const struct wpp_body *b, const struct wpp_cfg *g, uint32_t edge);

/* Does S assign what is in memory to a value, or an operand to memory, as a scalar that is tracked?  */
bool wpp_values_load_p (const struct wpp_body *b, const struct wpp_statement *s);
bool wpp_values_store_p (const struct wpp_body *b, const struct wpp_statement *s);

#endif /* WPP_ANALYSIS_VALUES_PLAN_IMPL_H */
