/* Executions of the nodes and edges of all functions, from counts of paths.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_COUNTS_COUNTED_H
#define WPP_ANALYSIS_ACTIVATIONS_COUNTS_COUNTED_H

#include "activations/lines/lines.h"
#include "recording/profile/code.h"
#include "recording/profile/profile.h"

/* Those of CODE (wpp_code_function's order) with the counts of P: unit by unit; event words of tables come after all
   others.  Null after an error: WPP_E_NOMEM, or WPP_E_TOLD with PLACE when a path cannot be decoded.  */
struct wpp_counted_function *wpp_counted_functions (const struct wpp_profile *p, struct wpp_code *code, int *err,
                                                    struct wpp_place *place);
void wpp_counted_functions_free (struct wpp_counted_function *counted, size_t n);

#endif /* WPP_ANALYSIS_ACTIVATIONS_COUNTS_COUNTED_H */
