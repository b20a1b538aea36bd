/* Event words: what an instrumented thread writes, in order.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   An event is a 32-bit word.
     0                    a slot that is reserved but not written yet; never stored in a profile
     1 .. 255             control events (see below)
     256 .. PATHS_END-1   a path: base of its unit + offset of its function in
                          the unit + Ball-Larus number of the path in the function
     PATHS_END .. 2^32-1  control events with a number: SWITCH and TURN

   Shared by the runtime, the collector, the plugin and the analysis library.  */

#ifndef WPP_ANALYSIS_FORMAT_EVENT_H
#define WPP_ANALYSIS_FORMAT_EVENT_H

#define WPP_EVENT_NONE 0u

/* A non-local transfer (longjmp, exception, non-local goto, second return of
   setjmp) arrived in an activation with a landing place.  LAND + R, R in
   [0, LAND_MAX], says that R open activations of functions with landing places are gone, and every
   activation above the one where control arrived.  A greater R is written as
   LAND_MORE words, each standing for LAND_MAX + 1, before the last LAND.  */
#define WPP_EVENT_LAND_MORE 15u
#define WPP_EVENT_LAND 16u
#define WPP_EVENT_LAND_MAX 127u

/* wpp_stop stopped recording here, or the thread began in the middle (in the child of a
   fork): nobody knows which activations are open now.  */
#define WPP_EVENT_GAP 1u

#define WPP_EVENT_FIRST_PATH 256u
#define WPP_EVENT_PATHS_END 0xe0000000u

/* A thread goes on on another stack.  SWITCH + N: it arrives at stack N, which it or another thread has left before, or
   where nothing has been stored yet.  Numbers are given out from 1 on, and again after STACK_MAX.  OWN before SWITCH:
   N is the thread's own stack, on which it has been so far.  TURN + R before SWITCH: another thread left stack N last,
   and R turns of the stack come before this one; TURN_MAX: nobody knows how many.  A turn is the time between arriving
   at a stack and leaving it.  */
#define WPP_EVENT_OWN 9u
#define WPP_EVENT_SWITCH WPP_EVENT_PATHS_END
#define WPP_EVENT_TURN 0xf0000000u
#define WPP_STACK_MAX 0x0fffffffu
#define WPP_TURN_MAX 0x0fffffffu

/* What follows ran on another stack, on which nothing was open at first.  What is open stays so.  Never stored by a
   program: readers who ask for activations get each thread's stacks one after the other.  */
#define WPP_EVENT_STACK 8u

#endif /* WPP_ANALYSIS_FORMAT_EVENT_H */
