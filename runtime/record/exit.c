/* The end of the program, which waits until the profile is complete.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   on_exit gives the status.  The C library runs such a handler before or after the destructors of linked objects,
   depending on when it was registered.  The last of all these, the handler and the destructors of all
   objects, waits for the collector.  */

#include <time.h>
#include "runtime/record/record.h"
#include "runtime/libc/libc.h"
#include "runtime/common/syscall.h"

/* Print how many events are not in the profile.  */
static void
complain_lost (const struct wpp_process *p)
{
  const char *file = p->shared ? p->shared->file : "no profile";
  char number[32] = "";
  if (p->lost)
    {
      __wpp_append_number (number, sizeof number, p->lost);
      __wpp_complain (file, ": ", number, " events were lost when the collector died");
      number[0] = 0;
    }
  uint64_t dropped = __atomic_load_n (&p->dropped, __ATOMIC_RELAXED);
  if (dropped)
    {
      __wpp_append_number (number, sizeof number, dropped);
      __wpp_complain (file, wpp_refused () ? ": without the last " : ": no room for the last ", number,
                      " events at most");
    }
}

/* Does another process end here: a child of which fork's handlers know nothing, or one that shares memory with its
   parent (vfork)?  It must not end or stop the parent's recording.  */
static bool
strange_p (struct wpp_process *p)
{
  if (p->own && __atomic_load_n (p->own, __ATOMIC_ACQUIRE) != 1)
    __wpp_in_unnoticed_child ();
  return p->shared && !__wpp_own_shared_p (p->shared);
}

/* Record how the program ends, if that is known.  */
static void
mark_exit (struct wpp_process *p)
{
  if (p->status < 0)
    return;
  if (p->raw)
    __wpp_raw_exit (p->status);
  if (wpp_session () != WPP_SESSION_LIVE)
    return;
  p->shared->status = p->status;
  p->shared->exited_at = wpp_time (CLOCK_MONOTONIC);
  __atomic_store_n (&p->shared->exited, 1, __ATOMIC_RELEASE);
}

/* Wait for the collector, or for its replacement.  Events that no thread has claimed by now are lost by the first
   one.  */
static void
finish (struct wpp_process *p)
{
  if (wpp_session () == WPP_SESSION_LIVE)
    __atomic_fetch_add (&p->shared->dropped, __atomic_exchange_n (&p->unclaimed, 0, __ATOMIC_RELAXED),
                        __ATOMIC_RELAXED);
  if (p->restarts && wpp_session () == WPP_SESSION_LIVE)
    __wpp_rescue_all ();
  while (wpp_session () == WPP_SESSION_LIVE && !p->raw && !__wpp_finish_request (WPP_FINISH_EXIT))
    if (__wpp_restart (p->shared))
      {
        mark_exit (p);
        __wpp_rescue_all ();
      }
}

void
__wpp_finish_exit (void)
{
  struct wpp_process *p = &__wpp_process;
  if (strange_p (p))
    return;
  if (wpp_session () == WPP_SESSION_LIVE && !p->raw)
    __wpp_stand_still (p->shared);
  __wpp_count_outside ();
  finish (p);
  __wpp_go_on ();
  if (__atomic_load_n (&p->dropped, __ATOMIC_RELAXED))
    __wpp_count_dropped ();
  if (p->raw)
    {
      __wpp_raw_lost ();
      __wpp_hand_over (p->shared->file);
    }
  complain_lost (p);
  if (wpp_session () == WPP_SESSION_LIVE && !p->raw && !p->told_folder
      && __atomic_load_n (&p->shared->failed, __ATOMIC_ACQUIRE))
    __wpp_complain (p->shared->error, 0, 0, 0);
}

void
__wpp_exit_handler (int status, void *data)
{
  struct wpp_process *p = &__wpp_process;
  if (strange_p (p))
    return;
  p->exiting = 1;
  p->status = data == WPP_STATUS_UNKNOWN ? -1 : status & 0xff;
  mark_exit (p);
  if (p->objects == 0)
    __wpp_finish_exit ();
}
