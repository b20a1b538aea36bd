/* Linked objects come and go: the first one that comes loads the recording.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include <errno.h>
#include <stdlib.h>
#include "format/event.h"
#include "runtime/common/internal.h"
#include "runtime/libc/libc.h"
#include "runtime/common/syscall.h"

const char __wpp_own_session;

static void
load (void)
{
  struct wpp_settings *settings = &__wpp_settings;
  __wpp_process.next_base = WPP_EVENT_FIRST_PATH;
  __wpp_process.init = wpp_syscall2 (SYS_getpid, 0, 0) == 1;
  __wpp_read_environment ();
  settings->build_id_size
    = __wpp_program_build_id (settings->build_id, sizeof settings->build_id);
  on_exit (__wpp_exit_handler, 0);
  __register_atfork (__wpp_before_fork, __wpp_behind_fork, __wpp_in_child, 0);
  wpp_mark_own (&__wpp_process.own);
  __wpp_align_cursors ();
  __wpp_begin_session ();
}

void
__wpp_register (struct wpp_object *object)
{
  static bool loaded;
  bool first = !loaded;
  struct wpp_process *p = &__wpp_process;
  int saved = errno;
  uint64_t mask = wpp_block_signals ();
  __wpp_lock ();
  object->executable = __wpp_executable_p (object->ehdr);
  if (first)
    {
      p->loading = wpp_syscall2 (SYS_gettid, 0, 0);
      load ();
    }
  else if (p->session == WPP_SESSION_READY && !__wpp_begin_session ())
    p->session = WPP_SESSION_NONE;
  loaded = true;
  p->objects++;
  if (p->session == WPP_SESSION_LIVE && !__wpp_add_module (object))
    {
      /* The next event goes to the slow path, which counts it.  */
      p->refused = 1;
      __wpp_park ();
      __wpp_unpark ();
    }
  if (p->loading)
    {
      p->loading = 0;
      __wpp_forget_thread (false);
    }
  __wpp_unlock ();
  wpp_restore_signals (mask);
  /* This may construct the object that this copy is of, which begins then.  */
  if (first && !object->executable)
    __wpp_stay_loaded (&__wpp_process);
  errno = saved;
}

void
__wpp_unregister (void)
{
  if (__atomic_sub_fetch (&__wpp_process.objects, 1, __ATOMIC_RELAXED) == 0
      && __wpp_process.exiting)
    __wpp_finish_exit ();
}
