/* Starting the collector, and communicating with it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Hot file: no libc, no vector registers.

   A program may end at once by _exit.  So that a reader does not miss its profile, NAME.part (base/part.h) exists
   before the program goes on: the collector inherits it, locked.  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include "runtime/common/syscall.h"
#include "runtime/record/record.h"

/* ---- Starting.  */

#define FD_MEMORY 3
#define FD_PROCESS 4
#define FD_PART 5

struct start
{
  const char *file;  /* the profile's name */
  int memory;        /* descriptor of the shared memory */
  int process;       /* pidfd of the program */
  long error;        /* a negative error number, of execve or before; or 0 */
};

/* Arrange the collector's descriptors: /dev/null, the memory, the program.  There are no others, so the limit on
   descriptors does not matter.  Return 0 or a negative error number.  */
static long
arrange_descriptors (const struct start *start)
{
  unsigned low = start->memory, high = start->process;
  if (low > high)
    low = start->process, high = start->memory;
  if (low > 0)
    wpp_syscall4 (SYS_close_range, 0, low - 1, 0, 0);
  if (high > low + 1)
    wpp_syscall4 (SYS_close_range, low + 1, high - 1, 0, 0);
  wpp_syscall4 (SYS_close_range, high + 1, ~0u, 0, 0);
  long memory = wpp_syscall4 (SYS_fcntl, start->memory, F_DUPFD, FD_PROCESS + 1, 0);
  long process = wpp_syscall4 (SYS_fcntl, start->process, F_DUPFD, FD_PROCESS + 1, 0);
  if (memory < 0 || process < 0)
    return -EMFILE;
  long null = wpp_open_name ("/dev/null", O_RDWR, 0);
  for (int fd = 0; fd < FD_MEMORY; fd++)
    wpp_syscall4 (SYS_dup3, null, fd, 0, 0);
  wpp_syscall4 (SYS_dup3, memory, FD_MEMORY, 0, 0);
  wpp_syscall4 (SYS_dup3, process, FD_PROCESS, 0, 0);
  return wpp_syscall4 (SYS_close_range, FD_PROCESS + 1, ~0u, 0, 0);
}

/* Open and lock FILE.part as descriptor FD_PART, of which NAME [WPP_PATH_BYTES] becomes the name.  Return false when
   that is left to the collector, which may know another name.  */
static bool
open_part (const char *file, char *name)
{
  name[0] = 0;
  if (*file != '/' || __wpp_irregular_p (file) || !__wpp_append (name, WPP_PATH_BYTES, file)
      || !__wpp_append (name, WPP_PATH_BYTES, ".part"))
    return false;
  long fd = wpp_open_name (name, O_RDWR | O_CREAT | O_NOFOLLOW, 0666);
  if (wpp_failed_p (fd))
    return false;
  if (fd == FD_PART && !wpp_failed_p (wpp_syscall2 (SYS_flock, fd, LOCK_EX | LOCK_NB)))
    return true;
  wpp_syscall2 (SYS_close, fd, 0);
  return false;
}

/* Run in the collector's process.  ERROR is set when neither path can be executed.  */
static void
run_collector (void *data)
{
  static char part[WPP_PATH_BYTES];
  struct start *start = data;
  const char *argv[] = { "wpp-collect", "3", "4", 0, 0 };
  const char *envp[] = { 0 };
  wpp_syscall2 (SYS_setsid, 0, 0);
  start->error = arrange_descriptors (start);
  if (start->error < 0)
    __wpp_quit (127);
  __wpp_default_signals ();
  bool held = open_part (start->file, part);
  if (held)
    argv[3] = "5";
  if (__wpp_settings.collector[0])
    wpp_syscall4 (SYS_execve, (long) __wpp_settings.collector, (long) argv, (long) envp, 0);
  start->error
    = wpp_syscall4 (SYS_execve, (long) WPP_COLLECT_PATH, (long) argv, (long) envp, 0);
  if (held)
    wpp_unlink_name (part);
  __wpp_quit (127);
}

int
__wpp_spawn_collector (struct wpp_shared *s, int fd)
{
  struct start start = { .file = s->file, .memory = fd };
  start.process = wpp_syscall2 (SYS_pidfd_open, wpp_syscall2 (SYS_getpid, 0, 0), 0);
  if (start.process < 0)
    return -start.process;
  long collector = 0, error = __wpp_detach (run_collector, &start, sizeof start, &collector);
  wpp_syscall2 (SYS_close, start.process, 0);
  if (error < 0)
    return -error;
  s->collector = collector;
  return -start.error;
}

/* ---- Talking.  */

/* ms that a dying collector gets to free its memory and close its files.  */
#define DYING 2000
#define DYING_STEP 5

void
__wpp_wake_collector (struct wpp_shared *s)
{
  __atomic_fetch_add (&s->work, 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n (&s->sleeping, __ATOMIC_SEQ_CST))
    wpp_futex_wake (&s->work);
}

/* Does STATE, which begins with the third field of a /proc/PID/stat, describe a zombie without threads that are still
   ending?  The twentieth field is the number of threads.  */
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

/* Has process PID ended, whether or not it has been reaped?  */
static bool
process_ended_p (uint32_t pid)
{
  char name[32] = "/proc/";
  char text[512];
  if (wpp_syscall2 (SYS_kill, pid, 0) == -ESRCH)
    return true;
  __wpp_append_number (name, sizeof name, pid);
  __wpp_append (name, sizeof name, "/stat");
  long fd = wpp_open_name (name, O_RDONLY | O_CLOEXEC, 0);
  if (fd < 0)
    return fd == -ENOENT;
  long n = wpp_syscall4 (SYS_read, fd, (long) text, sizeof text - 1, 0);
  wpp_syscall2 (SYS_close, fd, 0);
  text[n > 0 ? n : 0] = 0;
  while (n > 0 && text[n - 1] != ')')
    n--;
  return n > 0 && text[n] && dead_p (text + n + 1);
}

/* The kernel marks the robust futex of a thread that ends.  Before the collector has registered that futex, it is
   searched for as a process.  */
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

/* Ask the collector to take all events and write the profile, and wait until it has.  */
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
