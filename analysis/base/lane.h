/* A thread that does one job after the other.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_BASE_LANE_H
#define WPP_ANALYSIS_BASE_LANE_H

#include <pthread.h>
#include <stdbool.h>

struct job
{
  void (*run) (struct job *);
  bool done;
  struct job *next; /* the job to do after this one */
};

struct lane
{
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct job *first, *last; /* jobs that are not done; the first one is being done */
  bool threaded;            /* there is a thread */
};

#define LANE_INITIALIZER { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER }

/* Give J, whose `run' is set, to LANE, which does its jobs in order.  If there is no thread, J is done at once.  */
void wpp_lane_put (struct lane *lane, struct job *j);

bool wpp_lane_done_p (struct lane *lane, const struct job *j);
void wpp_lane_wait (struct lane *lane, const struct job *j);

#endif /* WPP_ANALYSIS_BASE_LANE_H */
