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

/* The same in steps, from the beginning or from a checkpoint.  A checkpoint is what a step has come to, as bytes,
   packed
   by zstd.  */
struct wpp_thread_replay;

/* Null and *ERR.  R and T must outlive it.  */
struct wpp_thread_replay *wpp_thread_replay_new (struct wpp_values_replay *r, const struct wpp_thread *t, int *err);
/* End the thread; free it.  Return what a function of R's user, or the machine, returned.  */
int wpp_thread_replay_free (struct wpp_thread_replay *x);

/* Go on until TIME events of the thread have been replayed, or all, or, if STATEMENTS is not 0, until so many have been
   executed at least since here.  Errors as of wpp_replay_thread; after one, or a 1 of a function of R's user, only
   wpp_thread_replay_restore helps.  */
int wpp_thread_replay_to (struct wpp_thread_replay *x, uint64_t time, uint64_t statements);
/* How many events have been replayed; have all?  */
uint64_t wpp_thread_replay_time (const struct wpp_thread_replay *x);
bool wpp_thread_replay_ended_p (const struct wpp_thread_replay *x);

/* Append a checkpoint to B; WPP_E_NOMEM.  */
int wpp_thread_replay_save (const struct wpp_thread_replay *x, struct wpp_buffer *b);
/* Go on from the checkpoint BYTES [SIZE], of this thread, which may be hostile.  WPP_E_NOMEM, WPP_E_CORRUPT.  */
int wpp_thread_replay_restore (struct wpp_thread_replay *x, const void *bytes, size_t size);
/* Go on from the beginning.  */
int wpp_thread_replay_rewind (struct wpp_thread_replay *x);

#endif /* WPP_ANALYSIS_VALUES_REPLAY_THREADS_H */
