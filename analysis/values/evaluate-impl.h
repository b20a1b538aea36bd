/* What the files of evaluate.h share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_VALUES_EVALUATE_IMPL_H
#define WPP_ANALYSIS_VALUES_EVALUATE_IMPL_H

#include "values/evaluate.h"

/* Does OPERATION, a comparison, hold of A and B, both REAL like OF?  */
bool wpp_compare_reals (uint8_t operation, struct wpp_scalar of, uint64_t a, uint64_t b);

/* wpp_evaluate, where the result or an operand is REAL.  */
bool wpp_evaluate_real (uint8_t operation, struct wpp_scalar to, const struct wpp_scalar *of, const uint64_t *in,
                        uint64_t *word);

#endif /* WPP_ANALYSIS_VALUES_EVALUATE_IMPL_H */
