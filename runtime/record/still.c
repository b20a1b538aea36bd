/* Stopping all threads while the program, which has ended, waits for its profile.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   The wait comes after the program's destructors.  A thread that goes on there uses objects that have been destroyed;
   in a static program even pthread_exit does not work any more.  Without recording, this state lasts microseconds,
   until the kernel ends all threads, so it must not last longer with recording.  The threads go on afterwards only if
   the program does not end, for example because a destructor waits for them.

   A signal whose handler waits stops a thread.  It is the signal by which the C library makes all threads change their
   user id; programs cannot block it, and have no use for it.  Its handler stays installed, because a signal may be
   delivered late.  */

#include "runtime/record/record.h"
#include "runtime/common/syscall.h"

#define SIGNAL 33
#define SA_RESTORER 0x04000000
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define LOOK 50 /* ms between checks whether to go on */

static uint32_t standing; /* 1 while threads must wait; a futex that nobody wakes */

/* The kernel's struct sigaction.  */
struct action
{
  void (*handler) (int);
  uint64_t flags;
  void (*restorer) (void);
  uint64_t mask;
};

void __wpp_sigreturn (void);
__asm__ (".text\n"
         "\t.hidden\t__wpp_sigreturn\n"
         "__wpp_sigreturn:\n"
         WPP_SIGNAL_RETURN);

static void
stand (int signal)
{
  while (__atomic_load_n (&standing, __ATOMIC_ACQUIRE))
    wpp_futex_wait (&standing, 1, LOOK);
}

void
__wpp_stand_still (struct wpp_shared *s)
{
  struct action action = { stand, SA_RESTORER | SA_ONSTACK | SA_RESTART, __wpp_sigreturn, ~0ull };
  uint32_t own = wpp_syscall2 (SYS_gettid, 0, 0);
  __atomic_store_n (&standing, 1, __ATOMIC_RELEASE);
  bool prepared = false;
  for (uint32_t i = 0; i < s->slots_used && i < s->n_slots; i++)
    {
      const struct wpp_slot *slot = wpp_shared_slot (s, i);
      uint32_t state = __atomic_load_n (&slot->state, __ATOMIC_ACQUIRE), tid = slot->tid;
      if (state != WPP_SLOT_LIVE || tid == own)
        continue;
      if (!prepared && wpp_syscall4 (SYS_rt_sigaction, SIGNAL, (long) &action, 0, 8) < 0)
        return;
      prepared = true;
      wpp_syscall4 (SYS_tgkill, s->pid, tid, SIGNAL, 0);
    }
}

void
__wpp_go_on (void)
{
  __atomic_store_n (&standing, 0, __ATOMIC_RELEASE);
}
