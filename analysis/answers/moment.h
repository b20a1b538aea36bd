/* A moment of a thread that is replayed: before the K-th execution of a line, or before an event.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_MOMENT_H
#define WPP_ANALYSIS_ANSWERS_MOMENT_H

#include "answers/replayed.h"

struct wpp_moment_asked
{
  struct wpp_at at;             /* its text is null: a time */
  uint64_t execution;           /* of a block with a statement of the line; 0: the last one */
  uint64_t time;                /* before this event of the thread, from 0 */
  uint32_t thread;              /* its number */
};

struct wpp_moment
{
  const struct wpp_moment_asked *asked;
  struct wpp_replayed_recording *of;
  const struct wpp_thread *thread;
  uint8_t **entries;            /* [functions] null, or [statements] 1: first of the line in its block */
  uint64_t execution, executions; /* of the line; EXECUTIONS is 0 unless the last one was asked for */
  uint64_t event, time;         /* the TIME-th time, from 1, that the line is told of in EVENT; 0: before that */
  /* While replay goes there.  */
  uint64_t seen;                /* times in EVENT */
  bool there;                   /* EVENT has begun */
};

/* Find the moment ASKED in OF, where its line is in FILE.  To be released in any case.  0; WPP_E_NOMEM; WPP_E_ASKED or
   WPP_E_TOLD with PLACE (it was not executed so often, there is no such time); an error of wpp_replayed_spans.  */
int wpp_moment_find (struct wpp_moment *m, const struct wpp_moment_asked *asked, struct wpp_replayed_recording *of,
                     const char *file, struct wpp_place *place);
void wpp_moment_release (struct wpp_moment *m);

/* What is to be watched of STATEMENT of FUNCTION for M's sake: WPP_WATCH_STATEMENT or 0.  */
uint8_t wpp_moment_watch (const struct wpp_moment *m, uint32_t function, uint32_t statement);
/* The same of all statements of FUNCTION, which has a layout, as struct wpp_replay_user has it.  */
uint8_t *wpp_moment_watched (const struct wpp_moment *m, uint32_t function, int *err);
/* A path, a statement comes, as replay tells, which began no later than with M's event: is this M?  Where nothing is
   known of the event, nothing is told of it, and the path after it is M.  */
bool wpp_moment_path_p (struct wpp_moment *m, const struct wpp_replay_now *now);
bool wpp_moment_statement_p (struct wpp_moment *m, const struct wpp_replay_now *now);
/* The last checkpoint before M; null: the beginning.  */
const struct wpp_wet_checkpoint *wpp_moment_checkpoint (const struct wpp_moment *m);

#endif /* WPP_ANALYSIS_ANSWERS_MOMENT_H */
