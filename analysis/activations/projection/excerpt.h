/* Stretches of a projection, as a projection of their own.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_PROJECTION_EXCERPT_H
#define WPP_ANALYSIS_ACTIVATIONS_PROJECTION_EXCERPT_H

#include "activations/projection/project.h"

/* N stretches of STRETCH numbers of P's sentence each, spread evenly, with the rules and terminals that they use.  The
   first begins where the sentence does, and they do not overlap: it must have N · STRETCH numbers or more, N at least
   1.  What is between two stretches is missing, so an activation may go on in the middle of another one.  Null after an
   error: *ERR is WPP_E_NOMEM or one of wpp_grammar_finish's.  Free it with wpp_projection_free.  */
struct wpp_projection *wpp_projection_excerpt (const struct wpp_projection *p, uint64_t n, uint64_t stretch, int *err);

#endif /* WPP_ANALYSIS_ACTIVATIONS_PROJECTION_EXCERPT_H */
