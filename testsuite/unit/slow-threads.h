/* The events of random threads (make-threads.h), one by one, by the naive model of the test that includes this: its
   `struct slow' has a stack of activations [depth], which slow_path goes on with and slow_end takes the last one off.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_UNIT_SLOW_THREADS_H
#define WPP_TESTSUITE_UNIT_SLOW_THREADS_H

/* COUNT activations of the first two functions, which are landing-capable, are over; more are when the transfer has not
   ARRIVED.  */
static void
slow_land (struct slow *s, uint32_t count, bool arrived)
{
  while (s->depth && (count || arrived))
    {
      bool landing = s->stack[s->depth - 1].function < 2;
      if (landing && !count)
        return;
      slow_end (s, WPP_ACTIVATION_LANDED);
      count -= landing;
    }
}

static int
slow_event (void *data, uint32_t event, uint64_t count)
{
  struct slow *s = data;
  for (; count; count--)
    if (event >= WPP_EVENT_FIRST_PATH)
      slow_path (s, (event - WPP_EVENT_FIRST_PATH) / THREAD_PATHS, (event - WPP_EVENT_FIRST_PATH) % THREAD_PATHS);
    else if (event == WPP_EVENT_GAP)
      while (s->depth)
        slow_end (s, WPP_ACTIVATION_LOST);
    else if (event == WPP_EVENT_LAND_MORE)
      slow_land (s, WPP_EVENT_LAND_MAX + 1, false);
    else
      slow_land (s, event - WPP_EVENT_LAND, true);
  return 0;
}

#endif /* WPP_TESTSUITE_UNIT_SLOW_THREADS_H */
