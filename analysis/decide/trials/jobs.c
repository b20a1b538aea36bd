/* Commands of the user, run by the shell.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE /* asprintf */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/error.h"
#include "decide/trials/jobs.h"

#define CANNOT_RUN 127

/* ---- In the child.  */

/* Let descriptor FD be FILE, opened with FLAGS.  */
static int
redirect (int fd, const char *file, int flags)
{
  int opened = open (file, flags, 0666);
  if (opened < 0 || dup2 (opened, fd) < 0)
    return -1;
  if (opened != fd)
    close (opened);
  return 0;
}

static int
set_streams (const struct wpp_job *job)
{
  const int flags = O_WRONLY | O_CREAT | O_TRUNC;
  if (redirect (STDIN_FILENO, "/dev/null", O_RDONLY) || (job->out && redirect (STDOUT_FILENO, job->out, flags)))
    return -1;
  if (!job->err)
    return 0;
  return job->err == job->out ? dup2 (STDOUT_FILENO, STDERR_FILENO) < 0 : redirect (STDERR_FILENO, job->err, flags);
}

static int
set_environment (const struct wpp_job *job)
{
  for (unsigned i = 0; i < WPP_JOB_SETTINGS && job->set[i][0]; i++)
    if (job->set[i][1] ? setenv (job->set[i][0], job->set[i][1], 1) : unsetenv (job->set[i][0]))
      return -1;
  return 0;
}

static int
set_limits (const struct wpp_job *job)
{
  struct rlimit limit;
  if (!job->most_seconds || getrlimit (RLIMIT_CPU, &limit))
    return 0;
  if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > job->most_seconds)
    limit.rlim_cur = job->most_seconds;
  return setrlimit (RLIMIT_CPU, &limit);
}

/* Run JOB in the place of this process, a child of PARENT.  */
static void
become (const struct wpp_job *job, pid_t parent)
{
  char *line = NULL;
  signal (SIGXFSZ, SIG_DFL);
  if (prctl (PR_SET_PDEATHSIG, SIGKILL) || getppid () != parent || set_streams (job) || set_environment (job)
      || set_limits (job) || (job->folder && chdir (job->folder)))
    _exit (CANNOT_RUN);
  if (job->prefix && asprintf (&line, "exec %s sh -c \"$1\"", job->prefix) >= 0)
    execl ("/bin/sh", "sh", "-c", line, "sh", job->command, NULL);
  else if (!job->prefix)
    execl ("/bin/sh", "sh", "-c", job->command, NULL);
  _exit (CANNOT_RUN);
}

/* ---- In the parent.  */

pid_t
wpp_job_start (const struct wpp_job *job)
{
  pid_t parent = getpid ();
  fflush (NULL);
  pid_t process = fork ();
  if (process == 0)
    become (job, parent);
  return process < 0 ? WPP_E_IO : process;
}

static double
seconds_of (const struct timeval *t)
{
  return t->tv_sec + t->tv_usec / 1e6;
}

pid_t
wpp_job_wait (pid_t process, struct wpp_job_end *end)
{
  struct rusage used;
  pid_t done;
  do
    done = wait4 (process, &end->status, 0, &used);
  while (done < 0 && errno == EINTR);
  if (done < 0)
    return WPP_E_IO;
  end->seconds = seconds_of (&used.ru_utime) + seconds_of (&used.ru_stime);
  return done;
}

int
wpp_job_run (const struct wpp_job *job, struct wpp_job_end *end)
{
  pid_t process = wpp_job_start (job);
  return process < 0 || wpp_job_wait (process, end) < 0 ? WPP_E_IO : 0;
}
