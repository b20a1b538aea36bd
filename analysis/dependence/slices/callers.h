/* Which calls called which functions, in a thread.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DEPENDENCE_SLICES_CALLERS_H
#define WPP_ANALYSIS_DEPENDENCE_SLICES_CALLERS_H

#include "dependence/slices/scan.h"

struct wpp_slice_call
{
  uint32_t caller, code;         /* the statement CODE of the function CALLER … */
  uint32_t callee;               /* … called this function, or WPP_NONE: something that is not instrumented */
};

/* Set *CALLS [*N], malloc'ed, to the calls of thread THREAD that S is of, by callee, each once.  S has not been used,
   and is of no use afterwards.  0 or an error.  */
int wpp_slice_calls (struct wpp_scan *s, uint32_t thread, struct wpp_slice_call **calls, size_t *n);

#endif /* WPP_ANALYSIS_DEPENDENCE_SLICES_CALLERS_H */
