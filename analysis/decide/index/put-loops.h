/* The record of an index that says what loops did (index.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DECIDE_INDEX_PUT_LOOPS_H
#define WPP_ANALYSIS_DECIDE_INDEX_PUT_LOOPS_H

#include "facts/frequency/frequency.h"

struct wpp_buffer;

/* Append the record of the loops of S, whose activations come one after the other, to B; nothing if there are none.
   Time O(loops that are told of * size of S).  Return 0, WPP_E_NOMEM, or what decoding a path returns.  */
int wpp_put_loops (const struct wpp_stream *s, struct wpp_buffer *b);

#endif /* WPP_ANALYSIS_DECIDE_INDEX_PUT_LOOPS_H */
