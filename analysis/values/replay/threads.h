/* Threads of a recording, replayed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_VALUES_REPLAY_THREADS_H
#define WPP_ANALYSIS_VALUES_REPLAY_THREADS_H

#include "recording/profile/profile.h"
#include "values/replay/replay.h"

/* Replay the thread T, whose segments and values have been read, by R, which is not in the middle of another one.
   Return 0, or an error of wpp_values_replay_*, of wpp_grammar_expand, or WPP_E_CORRUPT: its values cannot be read.
   A function of R's user may return 1: then replay stops, and so does this function, with 1.  */
int wpp_replay_thread (struct wpp_values_replay *r, const struct wpp_thread *t);

#endif /* WPP_ANALYSIS_VALUES_REPLAY_THREADS_H */
