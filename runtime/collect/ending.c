/* The end of the program: how it ended, and which process it was.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The collector is not the program's parent and cannot wait for it.  What it has:

     the image lock   the program's mapping of the shared memory holds a lock (runtime/record/begin.c),
                      which is released when the image is gone, by execve or by death
     the pidfd        it is readable when the process has died.  From Linux 6.15 on it gives the wait
                      status, even after the process has been reaped (PIDFD_GET_INFO)
     /proc/PID/stat   it gives the wait status while the process is a zombie, to a process of the
                      same user.  This mostly works, but the parent may reap the process first
     the exit mark    the program's exit handler records the argument of exit ()

   A pidfd and the open stat file refer to that process for ever, even when its number is used
   again.  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "runtime/collect/collect.h"
#include "base/process.h"
#include "runtime/common/syscall.h"

#define EXEC_PATIENCE 1000 /* ms between an image's end and its process's */

/* From include/uapi/linux/pidfd.h; newer than that of Debian 12.  */
struct pidfd_info
{
  uint64_t mask, cgroup;
  uint32_t ids[11];
  int32_t exit_code;
};
#define PIDFD_GET_INFO _IOWR (0xff, 11, struct pidfd_info)
#define PIDFD_INFO_EXIT 8u

static bool
status_of_zombie (const struct watch *w, int *status)
{
  uint64_t value;
  if (!wpp_process_zombie_p (w->stat) || !wpp_process_field (w->stat, 52, &value))
    return false;
  *status = (int) value;
  return true;
}

static bool
status_of_pidfd (const struct watch *w, int *status)
{
  struct pidfd_info info = { .mask = PIDFD_INFO_EXIT };
  if (ioctl (w->process, PIDFD_GET_INFO, &info) < 0 || !(info.mask & PIDFD_INFO_EXIT))
    return false;
  *status = info.exit_code;
  return true;
}

/* The process has died: record its wait status, if it can be found.  The zombie may be reaped between the first two
   attempts.  */
static void
note_status (struct watch *w)
{
  int status;
  if (status_of_pidfd (w, &status) || status_of_zombie (w, &status)
      || status_of_pidfd (w, &status))
    {
      w->status = status;
      __atomic_store_n (&w->status_known, true, __ATOMIC_RELEASE);
    }
}

static void
note_end (struct watch *w)
{
  uint64_t none = 0, now = wpp_time (CLOCK_MONOTONIC);
  __atomic_compare_exchange_n (&w->ended_at, &none, now, false, __ATOMIC_SEQ_CST,
                               __ATOMIC_SEQ_CST);
  __atomic_store_n (&w->ended, 1, __ATOMIC_SEQ_CST);
  __atomic_fetch_add (&w->shared->work, 1, __ATOMIC_SEQ_CST);
  wpp_futex_wake (&w->shared->work);
}

/* Wait at most MILLISECONDS (-1: for ever) for the death of the process.  */
static bool
wait_for_death (const struct watch *w, int milliseconds)
{
  struct pollfd p = { w->process, POLLIN, 0 };
  int n;
  while ((n = poll (&p, 1, milliseconds)) < 0 && errno == EINTR)
    continue;
  return n > 0;
}

void *
watch_process (void *data)
{
  struct watch *w = data;
  wait_for_death (w, -1);
  note_status (w);
  note_end (w);
  return NULL;
}

void *
watch_image (void *data)
{
  struct watch *w = data;
  int error;
  do
    error = flock (w->memory, LOCK_SH) < 0 ? errno : 0;
  while (error == EINTR);
  if (error == 0)
    note_end (w);
  return NULL;
}

/* The number of W's process in /proc; 0 when there is none, for example because it has been reaped.  The number that
   the program itself gives may be that of another name space.  */
static unsigned
number_in_proc (const struct watch *w)
{
  char name[64], line[128];
  int number = 0;
  snprintf (name, sizeof name, "/proc/self/fdinfo/%d", w->process);
  FILE *file = fopen (name, "re");
  while (file && fgets (line, sizeof line, file))
    if (sscanf (line, "Pid: %d", &number) == 1)
      break;
  if (file)
    fclose (file);
  return number > 0 ? number : 0;
}

void
watch_open (struct watch *w)
{
  w->number = number_in_proc (w);
  w->stat = wpp_process_open (w->number);
  wpp_process_field (w->stat, WPP_PROCESS_STARTED, &w->start);
}

/* Does the process have another image now, after the recorded one is gone?  */
static bool
other_image_p (const struct watch *w)
{
  char name[64], pages[2] = "";
  snprintf (name, sizeof name, "/proc/%u/statm", w->number);
  int fd = w->number ? open (name, O_RDONLY | O_CLOEXEC) : -1;
  ssize_t n = fd < 0 ? -1 : read (fd, pages, 1);
  if (fd >= 0)
    close (fd);
  if (n == 1)
    return pages[0] != '0';
  return !wait_for_death (w, EXEC_PATIENCE);
}

void
find_ending (struct watch *w, enum wpp_ending *ending, int *status)
{
  struct wpp_shared *s = w->shared;
  *ending = WPP_END_UNKNOWN;
  *status = 0;
  bool over = __atomic_load_n (&w->ended, __ATOMIC_SEQ_CST);
  if (over && !wait_for_death (w, 0) && other_image_p (w))
    {
      *ending = WPP_END_EXEC;
      return;
    }
  if (over && wait_for_death (w, EXEC_PATIENCE) && !w->status_known)
    note_status (w);
  if (__atomic_load_n (&w->status_known, __ATOMIC_ACQUIRE))
    {
      *ending = WIFSIGNALED (w->status) ? WPP_END_SIGNAL : WPP_END_EXIT;
      *status = WIFSIGNALED (w->status) ? WTERMSIG (w->status) : WEXITSTATUS (w->status);
    }
  else if (__atomic_load_n (&s->exited, __ATOMIC_ACQUIRE))
    {
      *ending = WPP_END_EXIT;
      *status = s->status;
    }
}

void
describe_process (const struct watch *w, struct wpp_run *run)
{
  struct wpp_shared *s = w->shared;
  uint64_t end = __atomic_load_n (&w->ended_at, __ATOMIC_SEQ_CST);
  if (__atomic_load_n (&s->exited, __ATOMIC_ACQUIRE))
    end = s->exited_at;
  if (end == 0)
    end = wpp_time (CLOCK_MONOTONIC);
  *run = (struct wpp_run){ .known = true, .pid = s->pid, .start = w->start };
  run->began = s->began_epoch;
  run->duration = end > s->began ? end - s->began : 0;
  run->waited = __atomic_load_n (&s->waited, __ATOMIC_RELAXED);
}
