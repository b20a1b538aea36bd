/* The records of an index that say in which order a function executed its paths (index.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DECIDE_INDEX_PUT_PROJECTION_H
#define WPP_ANALYSIS_DECIDE_INDEX_PUT_PROJECTION_H

#include "grammar/rules/grammar.h"
#include "recording/profile/code.h"

struct wpp_buffer;

/* Append the records of *G, the projection to F of CODE: to SAMPLE what decisions are made from, to WHOLE the
   projection if that is something else, and to LOOPS what F's loops did.  *G becomes what WHOLE has.  Return 0,
   WPP_E_NOMEM, WPP_E_TOOBIG, or what numbering F or decoding a path returns.  */
int wpp_put_projection (struct wpp_code *code, struct wpp_code_function *f, struct wpp_grammar **g,
                        struct wpp_buffer *sample, struct wpp_buffer *whole, struct wpp_buffer *loops);

#endif /* WPP_ANALYSIS_DECIDE_INDEX_PUT_PROJECTION_H */
