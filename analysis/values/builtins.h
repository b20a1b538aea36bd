/* Calls of functions that GCC knows, which replay computes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_VALUES_BUILTINS_H
#define WPP_ANALYSIS_VALUES_BUILTINS_H

#include "values/scalar.h"

enum wpp_values_builtin
{
  WPP_BUILTIN_NONE,
  WPP_BUILTIN_FIRST,   /* its first argument: __builtin_expect, memcpy */
  WPP_BUILTIN_ABS,
  WPP_BUILTIN_FABS,
  WPP_BUILTIN_COPYSIGN,
  WPP_BUILTIN_BSWAP,
  WPP_BUILTIN_CLZ,
  WPP_BUILTIN_CTZ,
  WPP_BUILTIN_CLRSB,
  WPP_BUILTIN_FFS,
  WPP_BUILTIN_POPCOUNT,
  WPP_BUILTIN_PARITY
};

/* What S, a call, computes from its arguments; NONE: nothing that replay does.  */
enum wpp_values_builtin wpp_values_builtin (const struct wpp_body *b, const struct wpp_statement *s);

/* How many arguments matter to BUILTIN: 1 or 2.  */
unsigned wpp_builtin_arguments (enum wpp_values_builtin builtin);

/* Set *WORD to what BUILTIN gives for the words IN of OF.  False: nothing (of 0, say).  */
bool wpp_evaluate_builtin (enum wpp_values_builtin builtin, struct wpp_scalar to, const struct wpp_scalar *of,
                           const uint64_t *in, uint64_t *word);

#endif /* WPP_ANALYSIS_VALUES_BUILTINS_H */
