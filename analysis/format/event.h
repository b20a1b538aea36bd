/* Event words: what one instrumented thread writes, in order.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   An event is a 32-bit word.
     0                    a slot reserved but not (yet) written; never stored in a profile
     1 .. 255             control events, below
     256 .. 2^32-1        a path: base of its unit + offset of its function in
                          the unit + Ball-Larus number of the path in the function

   Shared by the runtime, the collector, the plugin and the analysis library.  */

#ifndef WPP_EVENT_H
#define WPP_EVENT_H

#define WPP_EVENT_NONE 0u

/* A non-local transfer (longjmp, exception, non-local goto, second return of
   setjmp) arrived in an activation with a landing place.  LAND + R, R in
   [0, LAND_MAX]: R open activations of landing-capable functions, and every
   activation above the one landed in, are gone.  A bigger R is written as
   LAND_MORE words, each standing for LAND_MAX + 1, before the last LAND.  */
#define WPP_EVENT_LAND_MORE 15u
#define WPP_EVENT_LAND 16u
#define WPP_EVENT_LAND_MAX 127u

/* Recording was stopped here by wpp_stop, or the thread began in the middle
   (child of fork): activations now open are unknown.  */
#define WPP_EVENT_GAP 1u

#define WPP_EVENT_FIRST_PATH 256u

#endif /* WPP_EVENT_H */
