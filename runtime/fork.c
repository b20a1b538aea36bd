/* In the child of fork: a recording of its own, begun at its first event.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Runs before any other code of the child.  The parent's memory stays mapped until the child
   has taken the module table from it, but nothing is stored there any more.  A child
   of vfork goes on as the thread that made it, whose memory and ring it uses.  */

#include "internal.h"

void
__wpp_in_child (void)
{
  struct wpp_process *p = &__wpp_process;
  p->lock = 0;
  p->dropped = 0;
  if (p->session == WPP_SESSION_NONE)
    return;
  p->session = WPP_SESSION_READY;
  p->forked = 1;
  for (uint32_t i = 0; i < sizeof p->mapped; i++)
    ((volatile uint8_t *) p->mapped)[i] = 0;
  __wpp_forget_thread (true);
}
