/* Recording a part of a program: what wpp.h offers to programs built with -fwpp-generate.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#ifndef WPP_H
#define WPP_H

#ifdef __cplusplus
extern "C" {
#endif

/* Record no more events of this process, until wpp_start.  It holds for the calling thread
   at once; every other thread stops when it has stored at most 16383 more events, and
   goes on likewise late.  The profile says where a thread's recording has a gap: of activations
   open there it knows nothing more.  A profile of one thread, in which wpp_stop is called
   first thing in main, records exactly what runs between wpp_start and the next wpp_stop.
   Counts of paths (-fwpp-generate=paths) go on all the time.  */
void wpp_stop (void);
void wpp_start (void);

/* Write the profile with everything this thread has stored so far, and what other threads have
   stored that can be seen; then go on recording.  When it returns 0 the file stands complete
   under its name, whatever happens to the process.  -1 when there is no recording or
   the file cannot be written.  */
int wpp_flush (void);

/* Where paths are counted (-fwpp-generate=paths, =preferential): let all counts begin at 0 again, in this
   process and all its threads, as if the program had executed nothing until now.  A path is counted where
   it ends, so those that are being executed count from now on.  Other threads go on meanwhile: what one
   counts during the call may be forgotten or kept, all else is exact.  Paths that were executed both
   before and after have no time of first execution (wpp-residual(1)).  From when it returns 0 the file
   holds the new counts alone, whatever happens to the process; a process killed during the call leaves
   the old or the new ones.  -1 when there is no file or no room in it: all counts stay.  Also -1, and
   nothing is done, in programs that record whole paths: a record of everything in order has no counts;
   wpp_stop and wpp_start choose a part of it.  */
int wpp_reset (void);

#ifdef __cplusplus
}
#endif

#endif /* WPP_H */
