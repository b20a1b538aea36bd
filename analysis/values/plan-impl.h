/* What the parts of the plan share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_VALUES_PLAN_IMPL_H
#define WPP_ANALYSIS_VALUES_PLAN_IMPL_H

#include "values/plan.h"

/* storage.c: set STORAGE [wpp_body_n_variables (B)].  */
void wpp_values_set_storage (const struct wpp_body *b, uint8_t *storage);

/* Does S assign what is in memory to a value, or an operand to memory, as a scalar that is tracked?  */
bool wpp_values_load_p (const struct wpp_body *b, const struct wpp_statement *s);
bool wpp_values_store_p (const struct wpp_body *b, const struct wpp_statement *s);

#endif /* WPP_ANALYSIS_VALUES_PLAN_IMPL_H */
