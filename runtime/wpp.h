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

#ifdef __cplusplus
}
#endif

#endif /* WPP_H */
