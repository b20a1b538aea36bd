/* The registration of linked objects, the first of which loads the recording.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <stdlib.h>
#include <sys/mman.h>
#include "format/event.h"
#include "runtime/record/record.h"
#include "runtime/libc/libc.h"
#include "runtime/common/syscall.h"

/* Statically linked programs may lack it.  */
extern __typeof__ (dl_iterate_phdr) dl_iterate_phdr __attribute__ ((weak));

extern const char __ehdr_start[] __attribute__ ((visibility ("hidden")));

static bool
within_p (const struct dl_phdr_info *info, const Elf64_Phdr *h, const void *p)
{
  return h && (uint64_t) p - info->dlpi_addr - h->p_vaddr < h->p_memsz;
}

/* Set *AT, which is among INFO's initial values of thread-local variables.  They are read-only by now if RELRO covers
   them.  */
static void
set_initial (const struct dl_phdr_info *info, const Elf64_Phdr *relro, uint64_t *at, uint64_t value)
{
  uint64_t page = (uint64_t) at & -UINT64_C (4096);
  bool protected = within_p (info, relro, at);
  if (protected && wpp_syscall4 (SYS_mprotect, page, 4096, PROT_READ | PROT_WRITE, 0) < 0)
    return;
  *at = value;
  if (protected)
    wpp_syscall4 (SYS_mprotect, page, 4096, PROT_READ, 0);
}

/* If INFO is the object of the runtime, let the cursors of all future threads begin at an aligned address.  */
static int
align_object (struct dl_phdr_info *info, size_t size, void *data)
{
  const Elf64_Phdr *tls = 0, *relro = 0;
  bool own = false;
  for (unsigned i = 0; i < info->dlpi_phnum; i++)
    {
      const Elf64_Phdr *h = &info->dlpi_phdr[i];
      if (h->p_type == PT_TLS)
        tls = h;
      else if (h->p_type == PT_GNU_RELRO)
        relro = h;
      else if (h->p_type == PT_LOAD)
        own |= within_p (info, h, __wpp_scratch);
    }
  if (!own || !tls || !info->dlpi_tls_data)
    return own;
  uint64_t at = (uint64_t) &__wpp_cursor - (uint64_t) info->dlpi_tls_data;
  uint64_t *image = (uint64_t *) (info->dlpi_addr + tls->p_vaddr + at);
  if (at + sizeof *image <= tls->p_filesz && *image == (uint64_t) __wpp_scratch)
    set_initial (info, relro, image, wpp_scratch ());
  return 1;
}

/* Let new threads begin in aligned scratch areas.  */
static void
align_cursors (void)
{
  if (wpp_scratch () != (uint64_t) __wpp_scratch && dl_iterate_phdr)
    dl_iterate_phdr (align_object, 0);
}

static void
load (void)
{
  struct wpp_settings *settings = &__wpp_settings;
  __wpp_process.next_base = WPP_EVENT_FIRST_PATH;
  __wpp_process.init = wpp_syscall2 (SYS_getpid, 0, 0) == 1;
  __wpp_read_environment ();
  settings->build_id_size
    = __wpp_program_build_id (settings->build_id, sizeof settings->build_id);
  __wpp_process.stopped = *settings->from.mark != 0;
  __wpp_process.awaiting = settings->from.time != 0;
  on_exit (__wpp_exit_handler, 0);
  __register_atfork (__wpp_before_fork, __wpp_after_fork, __wpp_in_child, 0);
  wpp_mark_own (&__wpp_process.own);
  align_cursors ();
  if (__wpp_chosen_p ())
    __wpp_begin_session ();
}

/* Where a thread-local variable of this copy is, whose address in the calling thread is VARIABLE.  */
static int64_t
place_of (const void *variable)
{
  return (const char *) variable - (const char *) __builtin_thread_pointer ();
}

void
__wpp_register (struct wpp_object *object)
{
  bool first = !__wpp_recorder_server.serving;
  struct wpp_process *p = &__wpp_process;
  int saved = errno;
  uint64_t mask = wpp_block_signals ();
  __wpp_lock ();
  object->cursor_at = place_of (&__wpp_cursor);
  object->depth_at = place_of (&__wpp_depth);
  if (first)
    {
      load ();
      __wpp_forget_thread (false);
    }
  else if (wpp_session () == WPP_SESSION_READY && !__wpp_begin_session ())
    wpp_set_session (WPP_SESSION_NONE);
  __wpp_recorder_server.serving = 1;
  p->objects++;
  if (wpp_session () == WPP_SESSION_LIVE && !__wpp_add_module (object))
    {
      /* The next event enters the slow path, which counts it.  */
      __atomic_store_n (&p->refused, 1, __ATOMIC_RELAXED);
      __wpp_park ();
      __wpp_unpark ();
    }
  __wpp_unlock ();
  wpp_restore_signals (mask);
  if (first && !__wpp_executable_p (__ehdr_start))
    __wpp_stay_loaded (&__wpp_process);
  errno = saved;
}

int64_t
__wpp_register_values (const struct wpp_object *object, const struct __wpp_valued *units, uint32_t n)
{
  struct wpp_process *p = &__wpp_process;
  uint64_t mask = wpp_block_signals ();
  __wpp_lock ();
  if (wpp_session () == WPP_SESSION_LIVE && !wpp_refused () && !__wpp_add_values (object, units, n))
    {
      __atomic_store_n (&p->refused, 1, __ATOMIC_RELAXED);
      __wpp_park ();
      __wpp_unpark ();
    }
  __wpp_unlock ();
  wpp_restore_signals (mask);
  return place_of (&__wpp_table);
}

void
__wpp_unregister (void)
{
  if (__atomic_sub_fetch (&__wpp_process.objects, 1, __ATOMIC_RELAXED) == 0
      && __wpp_process.exiting)
    __wpp_finish_exit ();
}
