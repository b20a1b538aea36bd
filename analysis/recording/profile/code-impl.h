/* What code.c and code-load.c share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_RECORDING_PROFILE_CODE_IMPL_H
#define WPP_ANALYSIS_RECORDING_PROFILE_CODE_IMPL_H

#include "recording/profile/code.h"

/* Sort the functions of CODE, and check that they have the paths that were executed.  Return 0, WPP_E_NOMEM, or with
   PLACE, WPP_E_CORRUPT, or WPP_E_TOOBIG when the unwound paths together are too long.  */
int wpp_code_finish (struct wpp_code *code, struct wpp_place *place);

#endif /* WPP_ANALYSIS_RECORDING_PROFILE_CODE_IMPL_H */
