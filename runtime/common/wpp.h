/* Functions for programs built with -fwpp-generate, to record a part of a program.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#ifndef WPP_H
#define WPP_H

#ifdef __cplusplus
extern "C" {
#endif

/* Stop recording events of this process, until wpp_start is called.  The calling thread stops at once.
   Every other thread stops after at most 16383 more events, and starts again with the same delay.  The profile
   says where a thread's recording has a gap; nothing more is known of the activations that are open there.
   If a program with one thread calls wpp_stop first in main, its profile records exactly what is executed between
   wpp_start and the next wpp_stop.  Counts of paths (-fwpp-generate=paths) are not stopped.  */
void wpp_stop (void);
void wpp_start (void);

/* Say that the calling thread has come to a place, which is called NAME (at most 63 bytes).  The profile tells after
   which of the thread's events that was (wpp-info(1)); at most 256 marks of a process.  With WPP_OPTIONS=from=NAME
   recording begins at the first such mark, in all threads, as by wpp_start; with to=NAME it stops there, as by
   wpp_stop.  */
void wpp_mark (const char *name);

/* Write the profile with everything that this thread has stored so far, and with the events of other threads that are
   visible; then go on recording.  After a return value of 0, the file is complete and has its name, whatever
   happens to the process.  Return -1 when there is no recording, or the file cannot be written.  */
int wpp_flush (void);

/* When paths are counted (-fwpp-generate=paths, =preferential): let all counts of this process begin again with 0, in
   all threads, as if the program had executed nothing until now.  A path is counted where it ends, so the paths that
   are being executed count from now on.  Other threads go on meanwhile.  Paths that they count during the call may be
   forgotten or kept; everything else is exact.  Paths that were executed both before and after have no time of first
   execution (wpp-residual(1)).  After a return value of 0, the file has only the new counts, whatever happens to the
   process.  A process that is killed during the call leaves the old counts or the new ones.  Return -1 when there is no
   file, or no room in it; then all counts stay.  In programs that record whole paths, return -1 and do nothing: such a
   record has no counts, and wpp_stop and wpp_start select a part of it.  */
int wpp_reset (void);

/* Say that control goes to another stack, where that is done by other means than swapcontext and setcontext (assembly,
   a library of fibers).  So each stack has activations of its own in the profile: who called whom is exact.  Counts of
   lines and paths need none of this.

   Call wpp_stack_switch before each switch, in a function that is recorded.  The next call or asm statement must be the
   switch, without a branch between, and no recorded function.  (-fwpp-generate makes the pair of calls below of it.)
   Elsewhere it is only counted, and answers that rest on who called whom say that they are not exact.

   Where the function that switches is not recorded, call wpp_stack_leave before the switch, and wpp_stack_arrive when
   control has come back, by whatever thread.  LEFT is a variable on the stack that is left.  A new stack needs no
   call: it begins when control goes where it has not been.

     struct wpp_stack here;
     wpp_stack_leave (&here);
     switch_stack (&from, to);
     wpp_stack_arrive (&here);  */
void wpp_stack_switch (void);

struct wpp_stack
{
  unsigned int number, depth, turn, thread; /* of no use to the program */
};
void wpp_stack_leave (struct wpp_stack *left);
void wpp_stack_arrive (const struct wpp_stack *left);

#ifdef __cplusplus
}
#endif

#endif /* WPP_H */
