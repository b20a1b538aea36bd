/* Making an index (index.h): what counts, or replay, say of value places.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DECIDE_INDEX_PUT_PLACES_H
#define WPP_ANALYSIS_DECIDE_INDEX_PUT_PLACES_H

#include "base/bytes.h"
#include "decide/index/indexer.h"

/* Append the places of function number F of CODE, of which VALUES has counts; nothing if it has none at all.  */
void wpp_put_places (const struct wpp_code *code, size_t f, const struct wpp_value_counts *values,
                     struct wpp_buffer *b);

#endif /* WPP_ANALYSIS_DECIDE_INDEX_PUT_PLACES_H */
