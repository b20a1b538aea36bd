/* Programs that are started beside the recorded one, which does not notice them: the collector, and the command that
   gets the complete file.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library exception; see COPYING and
   COPYING.RUNTIME.

   Hot file: no libc, no vector registers.

   The program must not notice a child.  So the new process is the child of an intermediate one that ends at once.  That
   process raises no SIGCHLD, and is waited for with __WCLONE.  Both share the program's memory until the new executable
   is loaded, as with vfork, but have stacks of their own.  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include "runtime/common/common.h"
#include "runtime/common/syscall.h"

#define STACK_BYTES 8192

struct start
{
  void (*run) (void *data);
  long flags;        /* of clone */
  long child;        /* process id, or a negative error number */
  char data[WPP_DETACH_MOST];
};

static unsigned char stacks[2][STACK_BYTES] __attribute__ ((aligned (16)));

void
__wpp_quit (long status)
{
  for (;;)
    wpp_syscall2 (SYS_exit_group, status, 0);
}

/* Signals that the program's process group got before this process left it are not meant for it.  When they are
   ignored, the kernel discards them.  */
void
__wpp_default_signals (void)
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

/* A tracer of the program and its children, such as a debugger, does not see these processes.  */
#define SPAWN_FLAGS (CLONE_VM | CLONE_VFORK | CLONE_UNTRACED)

static void
run_child (void *data)
{
  struct start *start = data;
  start->run (start->data);
}

/* Run in the intermediate process.  */
static void
run_between (void *data)
{
  struct start *start = data;
  start->child = __wpp_spawn (start->flags, stacks[1] + STACK_BYTES, run_child, start);
  __wpp_quit (0);
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

/* Where the kernel is another one's imitation, every child raises SIGCHLD and has memory of its own (qemu).  START is
   in memory that they share.  That the executable cannot be loaded shows only later.  */
static long
spawn_imitated (struct start *start)
{
  uint64_t raised = UINT64_C (1) << (SIGCHLD - 1), mask = wpp_block_signals (), before = wpp_arrived_signals ();
  long between = spawn (start, CLONE_VM | CLONE_VFORK | SIGCHLD, __WALL);
  if (between > 0 && !(before & raised))
    wpp_forget_signal (raised);
  wpp_restore_signals (mask);
  return between;
}

long
__wpp_detach (void (*run) (void *), void *data, size_t size, long *child)
{
  long at
      = wpp_syscall6 (SYS_mmap, 0, sizeof (struct start), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (wpp_failed_p (at))
    return at;
  struct start *start = (struct start *) at;
  start->run = run;
  __wpp_copy (start->data, data, size);
  long between = spawn (start, SPAWN_FLAGS, __WCLONE);
  if (between == -EINVAL)
    between = spawn_imitated (start);
  *child = start->child;
  __wpp_copy (data, start->data, size);
  wpp_syscall2 (SYS_munmap, at, sizeof *start);
  return between < 0 ? between : *child < 0 ? *child : *child == 0 ? -ECHILD : 0;
}

/* ---- The command that gets the file.  */

struct hand_over
{
  const char *file;
};

static void
run_command (void *data)
{
  const struct hand_over *h = data;
  const char *argv[] = { __wpp_settings.done, h->file, 0 };
  const char *envp[] = { "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", 0 };
  wpp_syscall2 (SYS_setsid, 0, 0);
  wpp_syscall4 (SYS_close_range, 0, ~0u, 0, 0);
  for (int fd = 0; fd < 3; fd++)
    wpp_open_name ("/dev/null", O_RDWR, 0);
  __wpp_default_signals ();
  wpp_syscall2 (SYS_chdir, (long) "/", 0);
  wpp_syscall4 (SYS_execve, (long) argv[0], (long) argv, (long) envp, 0);
  __wpp_quit (127);
}

void
__wpp_hand_over (const char *file)
{
  struct hand_over h = { file };
  long child;
  if (__wpp_settings.done[0])
    __wpp_detach (run_command, &h, sizeof h, &child);
}
