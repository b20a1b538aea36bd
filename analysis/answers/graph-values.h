/* What statements computed, from the graph that is beside a recording.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_GRAPH_VALUES_H
#define WPP_ANALYSIS_ANSWERS_GRAPH_VALUES_H

#include "answers/replayed.h"

/* The same as wpp_replayed_tell, of a USER that has only WATCHED and VALUE, and watches no statement that has no code;
   what comes before a statement, and activations, are not told.  The recording's graph tells, if it is there and all
   values are in it; else replay does.  Errors of wpp_replayed_tell, WPP_E_NOMEM; of a damaged graph, WPP_E_CORRUPT, or
   what zstd finds, with PLACE.  */
int wpp_graph_tell_values (struct wpp_replayed_recording *a, uint32_t thread, const struct wpp_replay_user *user,
                           struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_GRAPH_VALUES_H */
