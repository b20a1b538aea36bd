/* Starting the collector, and communicating with it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Hot file: no libc, no vector registers.

   The program must not notice a child.  So the collector is the child of an intermediate process that ends at once.
   That process raises no SIGCHLD, and is waited for with __WCLONE.  Both share the program's memory until the
   collector's executable is loaded, as with vfork, but have stacks of their own.

   A program may end at once by _exit.  So that a reader does not miss its profile, NAME.part (base/part.h) exists
   before the program goes on: the collector inherits it, locked.  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>
#include "runtime/common/syscall.h"
#include "runtime/record/record.h"

/* ---- Starting.  */

#define STACK_BYTES 8192
#define FD_MEMORY 3
#define FD_PROCESS 4
#define FD_PART 5

struct start
{
  const char *file;  /* the profile's name */
  int memory;        /* descriptor of the shared memory */
  int process;       /* pidfd of the program */
  long flags;        /* of clone */
  long collector;    /* process id, or a negative error number */
  long error;        /* a negative error number, of execve or before; or 0 */
};

static unsigned char stacks[2][STACK_BYTES] __attribute__ ((aligned (16)));

static void __attribute__ ((noreturn))
leave (long status)
{
  for (;;)
    wpp_syscall2 (SYS_exit_group, status, 0);
}

/* Signals that the program's process group got before this process left it are not meant for the collector.  When they
   are ignored, the kernel discards them.  */
static void
default_signals (void)
{
  const uint64_t by_default[4] = { 0, 0, 0, 0 }, ignored[4] = { 1, 0, 0, 0 };
  uint64_t none = 0;
  for (int signal = 1; signal <= 64; signal++)
    {
      wpp_syscall4 (SYS_rt_sigaction, signal, (long) ignored, 0, 8);
      wpp_syscall4 (SYS_rt_sigaction, signal, (long) by_default, 0, 8);
    }
  wpp_syscall4 (SYS_rt_sigprocmask, 2, (long) &none, 0, 8);
}

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
    leave (127);
  default_signals ();
  bool held = open_part (start->file, part);
  if (held)
    argv[3] = "5";
  if (__wpp_settings.collector[0])
    wpp_syscall4 (SYS_execve, (long) __wpp_settings.collector, (long) argv, (long) envp, 0);
  start->error
    = wpp_syscall4 (SYS_execve, (long) WPP_COLLECT_PATH, (long) argv, (long) envp, 0);
  if (held)
    wpp_unlink_name (part);
  leave (127);
}

/* A tracer of the program and its children, such as a debugger, does not see these processes.  */
#define SPAWN_FLAGS (CLONE_VM | CLONE_VFORK | CLONE_UNTRACED)

/* Run in the intermediate process.  */
static void
run_between (void *data)
{
  struct start *start = data;
  start->collector
    = __wpp_spawn (start->flags, stacks[1] + STACK_BYTES, run_collector, start);
  leave (0);
}

/* Start both processes as START says; return the process id of the intermediate one, which has ended, or a negative
   error number.  */
static long
spawn (struct start *start, long flags, long options)
{
  start->flags = flags;
  long between = __wpp_spawn (flags, stacks[0] + STACK_BYTES, run_between, start);
  if (between > 0)
    while (wpp_syscall4 (SYS_wait4, between, 0, options, 0) == -EINTR)
      continue;
  return between;
}

/* Where the kernel is another one's imitation, every child raises SIGCHLD and has memory of its own (qemu).  Let START be
   in memory that they share.  That the executable cannot be loaded shows only later.  */
static long
spawn_imitated (struct start *start)
{
  long shared = wpp_syscall6 (SYS_mmap, 0, sizeof *start, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (wpp_failed_p (shared))
    return shared;
  struct start *theirs = (struct start *) shared;
  *theirs = *start;
  uint64_t raised = UINT64_C (1) << (SIGCHLD - 1), mask = wpp_block_signals (), before = wpp_arrived_signals ();
  long between = spawn (theirs, CLONE_VM | CLONE_VFORK | SIGCHLD, __WALL);
  if (between > 0 && !(before & raised))
    wpp_forget_signal (raised);
  wpp_restore_signals (mask);
  *start = *theirs;
  wpp_syscall2 (SYS_munmap, shared, sizeof *start);
  return between;
}

int
__wpp_spawn_collector (struct wpp_shared *s, int fd)
{
  struct start start = { .file = s->file, .memory = fd };
  start.process = wpp_syscall2 (SYS_pidfd_open, wpp_syscall2 (SYS_getpid, 0, 0), 0);
  if (start.process < 0)
    return -start.process;
  long between = spawn (&start, SPAWN_FLAGS, __WCLONE);
  if (between == -EINVAL)
    between = spawn_imitated (&start);
  wpp_syscall2 (SYS_close, start.process, 0);
  if (between < 0)
    return -between;
  if (start.collector < 0)
    return -start.collector;
  s->collector = start.collector;
  return start.collector == 0 ? ECHILD : -start.error;
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
