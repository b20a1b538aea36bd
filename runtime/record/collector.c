/* Talking with the collector.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Hot file: no libc, no vector registers.  */

#include <errno.h>
#include <fcntl.h>
#include "runtime/common/internal.h"
#include "runtime/common/syscall.h"

/* ms that a collector that has died is given to free its memory and close its files.  */
#define DYING 2000
#define DYING_STEP 5

void
__wpp_wake_collector (struct wpp_shared *s)
{
  __atomic_fetch_add (&s->work, 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n (&s->sleeping, __ATOMIC_SEQ_CST))
    wpp_futex_wake (&s->work);
}

/* Does STATE, the third field of a /proc/PID/stat, begin a line that tells of a zombie without threads that are still
   ending?  How many there are is the twentieth field.  */
static bool
dead_p (const char *state)
{
  if (*state != 'Z' && *state != 'X')
    return false;
  for (uint32_t field = 3; field < 20; state++)
    {
      if (!*state)
        return true;
      field += *state == ' ';
    }
  return (state[0] == '0' || state[0] == '1') && (state[1] < '0' || state[1] > '9');
}

/* Is process PID no more, or a zombie that nobody has reaped?  */
static bool
process_ended_p (uint32_t pid)
{
  char name[32] = "/proc/";
  char text[512];
  if (wpp_syscall2 (SYS_kill, pid, 0) == -ESRCH)
    return true;
  __wpp_append_number (name, sizeof name, pid);
  __wpp_append (name, sizeof name, "/stat");
  long fd = wpp_syscall4 (SYS_open, (long) name, O_RDONLY | O_CLOEXEC, 0, 0);
  if (fd < 0)
    return fd == -ENOENT;
  long n = wpp_syscall4 (SYS_read, fd, (long) text, sizeof text - 1, 0);
  wpp_syscall2 (SYS_close, fd, 0);
  text[n > 0 ? n : 0] = 0;
  while (n > 0 && text[n - 1] != ')')
    n--;
  return n > 0 && text[n] && dead_p (text + n + 1);
}

/* The kernel marks the robust futex of a thread that ends.  Before the collector has made it
   known it is looked for as a process.  */
bool
__wpp_collector_gone (const struct wpp_shared *s)
{
  uint32_t life = __atomic_load_n (&s->life, __ATOMIC_ACQUIRE);
  if (life)
    return life & WPP_LIFE_DIED;
  return process_ended_p (s->collector)
         && __atomic_load_n (&s->life, __ATOMIC_ACQUIRE) == 0;
}

void
__wpp_await_end (const struct wpp_shared *s)
{
  uint32_t never = 0;
  for (uint32_t i = 0; i < DYING / DYING_STEP && !process_ended_p (s->collector); i++)
    wpp_futex_wait (&never, 0, DYING_STEP);
}

/* Ask the collector to take what is there and write the profile, and wait until it has.  */
bool
__wpp_finish_request (uint32_t kind)
{
  struct wpp_shared *s = __wpp_process.shared;
  __atomic_store_n (&s->finish_kind, kind, __ATOMIC_RELAXED);
  uint32_t ticket = __atomic_add_fetch (&s->finish_wanted, 1, __ATOMIC_SEQ_CST);
  __wpp_wake_collector (s);
  for (;;)
    {
      uint32_t done = __atomic_load_n (&s->finish_done, __ATOMIC_ACQUIRE);
      if ((int32_t) (done - ticket) >= 0)
        return true;
      if (__wpp_collector_gone (s))
        return false;
      wpp_futex_wait (&s->finish_done, done, 100);
    }
}
