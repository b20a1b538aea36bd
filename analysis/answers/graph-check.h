/* A graph compared with replay.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Replay makes a hash of all that it tells of each path: values of statements and of what they use, addresses, and for
   each byte that is read which statement wrote it when.  The graph must tell the same, time by time, from the first to
   the last, from the last to the first, and in an order by leaps.  */

#ifndef WPP_ANALYSIS_ANSWERS_GRAPH_CHECK_H
#define WPP_ANALYSIS_ANSWERS_GRAPH_CHECK_H

#include "recording/profile/profile.h"
#include "values/replay/bindings.h"

struct wpp_graph_checked
{
  uint64_t times;                /* compared */
  uint64_t irregular;            /* of those, whose values are not in the graph */
  uint64_t different;
  uint32_t thread;               /* of the first one that is different … */
  uint64_t time;                 /* … and when that is */
};

/* Compare the graph in FD with replay of P, whose functions B has bound.  0, or an error of wpp_wet_open or
   wpp_replay_thread.  */
int wpp_graph_check (int fd, struct wpp_bindings *b, const struct wpp_profile *p, struct wpp_graph_checked *done);

#endif /* WPP_ANALYSIS_ANSWERS_GRAPH_CHECK_H */
