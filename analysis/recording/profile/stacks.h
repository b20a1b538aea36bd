/* Threads that go on on other stacks, stack by stack.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A thread's events are in order of time, whatever stack it is on, and say when it goes on on another one
   (format/event.h).  Who asks for activations wants each stack's events together.  So the events of all threads are
   gone through once, side by side.  Where threads run one stack in turns, a thread waits until the stack has had the
   turns that come before.  Each thread then has its own stack and those that began in it, one after the other, with
   STACK between.  What is said of threads (activations end with a thread, and begin with none open) is so of each
   stack.  */

#ifndef WPP_ANALYSIS_RECORDING_PROFILE_STACKS_H
#define WPP_ANALYSIS_RECORDING_PROFILE_STACKS_H

#include "recording/profile/profile.h"

/* Do this to P, which has been read or scanned; segments of threads that left a stack are read.  Switches of which the
   order is not known count among those to unknown stacks; so do all when P has too many events (WPP_RUNS_FREE): then
   nothing is changed.  Time and memory in proportion to the runs of events.  Return 0, WPP_E_NOMEM, or an error of
   wpp_profile_segment with PLACE.  Nothing happens to a profile without switches.  */
int wpp_profile_by_stacks (struct wpp_profile *p, struct wpp_place *place);

#endif /* WPP_ANALYSIS_RECORDING_PROFILE_STACKS_H */
