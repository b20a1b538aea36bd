/* What replay would tell, from the graph that is beside a recording, with the activations.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Events say which activation each path is of (numbered.h), and the graph what it computed: only of paths on which
   something is watched, or which assign what those tell (wet/wet.h).  */

#ifndef WPP_ANALYSIS_ANSWERS_GRAPH_TELL_H
#define WPP_ANALYSIS_ANSWERS_GRAPH_TELL_H

#include "answers/graph-beside.h"
#include "answers/replayed.h"

/* The same as wpp_replayed_tell, of a USER that has only WATCHED, STATEMENT and VALUE.  The recording's graph tells, if
   it is there, all values are in it, and activations are within each other; else replay does.  Errors of
   wpp_replayed_tell, WPP_E_NOMEM; of a damaged graph, WPP_E_CORRUPT, or what zstd finds, with PLACE.  */
int wpp_graph_tell_all (struct wpp_replayed_recording *a, uint32_t thread, const struct wpp_replay_user *user,
                        struct wpp_place *place);

/* What USER watches, [functions] as USER->watched has it; to be freed by wpp_watched_free.  Null and *ERR.  */
uint8_t **wpp_watched_of (const struct wpp_replayed_recording *a, const struct wpp_replay_user *user, int *err);
void wpp_watched_free (uint8_t **watched, size_t n);

/* The graph G of thread number INDEX, if it can stand for replay there; else null.  */
struct wpp_wet_thread_graph *wpp_graph_whole (const struct wpp_graph_beside *g, uint32_t index);
/* Complain at PLACE, if ERR says so, that A's graph cannot be read.  Return ERR.  */
int wpp_graph_complain (const struct wpp_replayed_recording *a, int err, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_GRAPH_TELL_H */
