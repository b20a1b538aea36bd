/* A thread that does one job after the other.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "base/lane.h"

static void *
work (void *data)
{
  struct lane *lane = data;
  pthread_mutex_lock (&lane->lock);
  for (;;)
    {
      while (!lane->first)
        pthread_cond_wait (&lane->changed, &lane->lock);
      struct job *j = lane->first;
      pthread_mutex_unlock (&lane->lock);
      j->run (j);
      pthread_mutex_lock (&lane->lock);
      lane->first = j->next;
      j->done = true;
      pthread_cond_broadcast (&lane->changed);
    }
  return NULL;
}

/* Does LANE have a thread?  The first call starts it.  */
static bool
threaded_p (struct lane *lane)
{
  pthread_t thread;
  if (!lane->threaded && pthread_create (&thread, NULL, work, lane) == 0)
    {
      pthread_detach (thread);
      lane->threaded = true;
    }
  return lane->threaded;
}

void
wpp_lane_put (struct lane *lane, struct job *j)
{
  j->next = NULL;
  j->done = false;
  pthread_mutex_lock (&lane->lock);
  bool threaded = threaded_p (lane);
  if (threaded)
    {
      if (lane->first)
        lane->last->next = j;
      else
        lane->first = j;
      lane->last = j;
      pthread_cond_broadcast (&lane->changed);
    }
  pthread_mutex_unlock (&lane->lock);
  if (!threaded)
    {
      j->run (j);
      j->done = true;
    }
}

bool
wpp_lane_done_p (struct lane *lane, const struct job *j)
{
  pthread_mutex_lock (&lane->lock);
  bool done = j->done;
  pthread_mutex_unlock (&lane->lock);
  return done;
}

void
wpp_lane_wait (struct lane *lane, const struct job *j)
{
  pthread_mutex_lock (&lane->lock);
  while (!j->done)
    pthread_cond_wait (&lane->changed, &lane->lock);
  pthread_mutex_unlock (&lane->lock);
}
