/* The end of the program: the profile is complete before it is over.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   on_exit tells the status.  The C library runs its handlers before or after the destructors
   of linked objects, depending on when it was registered; what comes last of the handler
   and the destructors of all objects waits for the collector.  */

#include <time.h>
#include "internal.h"
#include "syscall.h"

/* The collector has died.  */
static void
complain_dead (void)
{
  char dropped[64] = "; at least ";
  __wpp_append_number (dropped, sizeof dropped, __wpp_process.dropped);
  __wpp_append (dropped, sizeof dropped, " events were dropped");
  __wpp_complain ("the collector has died, there is no profile ", __wpp_process.shared->file,
                  __wpp_process.dropped ? dropped : 0, 0);
}

void
__wpp_finish_exit (void)
{
  struct wpp_process *p = &__wpp_process;
  struct wpp_shared *s = p->shared;
  if (p->session == WPP_SESSION_DEAD
      || (p->session == WPP_SESSION_LIVE && !__wpp_finish_request (WPP_FINISH_EXIT)))
    complain_dead ();
  else if (p->session == WPP_SESSION_LIVE && __atomic_load_n (&s->failed, __ATOMIC_ACQUIRE))
    __wpp_complain (s->error, 0, 0, 0);
}

void
__wpp_exit_handler (int status, void *data)
{
  struct wpp_process *p = &__wpp_process;
  p->exiting = 1;
  if (p->session == WPP_SESSION_LIVE)
    {
      p->shared->status = status & 0xff;
      p->shared->exited_at = wpp_time (CLOCK_MONOTONIC);
      __atomic_store_n (&p->shared->exited, 1, __ATOMIC_RELEASE);
    }
  if (p->objects == 0)
    __wpp_finish_exit ();
}
