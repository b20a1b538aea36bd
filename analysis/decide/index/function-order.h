/* In which order a program's functions should stand.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Functions that are entered one after the other stand close together, so that few pages and cache lines hold what is
   executed.  Which function was entered next counts, whoever called it, so that an order of calls is not needed.  The
   order is that of decide/models/layout.h, of functions instead of blocks: Newell and Pupyrev's way serves both.  */

#ifndef WPP_ANALYSIS_DECIDE_INDEX_FUNCTION_ORDER_H
#define WPP_ANALYSIS_DECIDE_INDEX_FUNCTION_ORDER_H

#include "activations/counts/training.h"

/* Set PLACE [CODE's functions] to each function's place in the order, from 1; 0 when it was not executed.  Nothing may
   be added to T afterwards.  Return 0 or WPP_E_NOMEM.  */
int wpp_function_order (const struct wpp_code *code, struct wpp_training *t, uint32_t *place);

#endif /* WPP_ANALYSIS_DECIDE_INDEX_FUNCTION_ORDER_H */
