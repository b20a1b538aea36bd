/* The functions that a program executed most.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_HOTTEST_H
#define WPP_ANALYSIS_ANSWERS_HOTTEST_H

#include "recording/opened/recording.h"

/* Set NAMES [MOST] to the assembler names, malloc'ed, of those that executed most statements in R, which needs counts,
   the first one most; static functions of one name are one.  What executed less than a hundredth of all is left out.
   Return how many, or an error of wpp_answer_paths with PLACE.  */
int wpp_hottest_functions (struct wpp_recording *r, char **names, unsigned most, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_HOTTEST_H */
