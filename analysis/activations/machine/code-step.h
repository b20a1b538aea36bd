/* Steps of a profile's functions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_MACHINE_CODE_STEP_H
#define WPP_ANALYSIS_ACTIVATIONS_MACHINE_CODE_STEP_H

#include "activations/machine/machine.h"
#include "recording/profile/code.h"

/* The step that the path P is.  Its function is P's index; its place is 0.  */
struct wpp_step wpp_code_step (const struct wpp_code_path *p);

#endif /* WPP_ANALYSIS_ACTIVATIONS_MACHINE_CODE_STEP_H */
