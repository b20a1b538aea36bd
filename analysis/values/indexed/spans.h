/* A thread as spans between the checkpoints of its index.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Whoever replays hears of some statements (struct wpp_replay_user).  Paths alone say how often there is something to
   hear in a span; so only those spans are replayed in which there is.  They are replayed on all processors, and what
   they tell is told in order, one after the other, by the thread that asked.  So users need not know of this; but that
   the replay is further than what they hear of, so struct wpp_replay_now does not have it.

     grammar, weights of paths ──▶ spans that tell something ──crew.c──▶ replays ── blocks of what is told ──▶ the user

   A recording without an index is one span.  */

#ifndef WPP_ANALYSIS_VALUES_INDEXED_SPANS_H
#define WPP_ANALYSIS_VALUES_INDEXED_SPANS_H

#include "grammar/rules/occurrences.h"
#include "values/indexed/wet-index.h"

struct wpp_spans
{
  struct wpp_bindings *bindings;
  const struct wpp_thread *thread;
  const struct wpp_wet_thread *index; /* its checkpoints; null: there are none */
  struct wpp_replay_user user;
  bool gaps;                     /* the thread has a GAP: some of what paths say is not told, as nothing is known */
  struct wpp_told_weights
  {
    struct wpp_occurrences of;
    uint64_t *weights;           /* [terminals] how often each path tells something */
  } *segments;                   /* [segments of the thread] */
};

/* S of THREAD of the recording of B, by INDEX, for USER, which may have `watched', `statement', `value' and `access';
   all of it must stay.  To be released in any case.  0, WPP_E_NOMEM, or an error of wpp_values_replay_new or _tells. */
int wpp_spans_init (struct wpp_spans *s, struct wpp_bindings *b, const struct wpp_thread *thread,
                    const struct wpp_wet_thread *index, const struct wpp_replay_user *user);
void wpp_spans_release (struct wpp_spans *s);

/* Count events in which something is told, not how often, from now on: 0 or WPP_E_NOMEM.  */
int wpp_spans_count_events (struct wpp_spans *s);

/* How often something is told, at most, in the first EVENTS events of the thread; saturates.  */
uint64_t wpp_spans_told (const struct wpp_spans *s, uint64_t events);
/* Set *EVENT to the number of the event in which something is told the K-th time, from 1 to what is told in all; return
   which time of that event it is, from 1.  */
uint64_t wpp_spans_find (const struct wpp_spans *s, uint64_t k, uint64_t *event);
/* The number of the thread's events.  */
uint64_t wpp_spans_events (const struct wpp_spans *s);

/* The last checkpoint of INDEX, which may be null, with no more than EVENTS events before it; null: the beginning.  */
const struct wpp_wet_checkpoint *wpp_wet_checkpoint_before (const struct wpp_wet_thread *index, uint64_t events);

/* Tell S's user what the events from BEGIN to before END tell, and maybe others after them; nothing of those before,
   unless there is no checkpoint in between.  Add to *STATEMENTS, if not null, how many are replayed.  0; 1, if the user
   returned it; its errors; those of wpp_thread_replay_*, wpp_values_replay_new; WPP_E_NOMEM.  */
int wpp_spans_tell (const struct wpp_spans *s, uint64_t begin, uint64_t end, uint64_t *statements);

/* ---- crew.c */

struct wpp_span
{
  const struct wpp_wet_checkpoint *from; /* null: the beginning of the thread */
  uint64_t begin, end;           /* events */
};

/* Replay SPANS [N], which are in order, and tell S's user.  As wpp_spans_tell.  */
int wpp_spans_replay (const struct wpp_spans *s, const struct wpp_span *spans, size_t n, uint64_t *statements);

#endif /* WPP_ANALYSIS_VALUES_INDEXED_SPANS_H */
