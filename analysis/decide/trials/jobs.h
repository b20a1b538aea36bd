/* Commands of the user, run by the shell.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DECIDE_TRIALS_JOBS_H
#define WPP_ANALYSIS_DECIDE_TRIALS_JOBS_H

#include <stddef.h>
#include <sys/types.h>

#define WPP_JOB_SETTINGS 6u

struct wpp_job
{
  const char *command;          /* for sh -c */
  const char *prefix;           /* before `sh', for example a simulator with its options; or null */
  const char *folder;           /* in which it runs; null: this one */
  const char *out, *err;        /* files that get what it prints; the same one twice, or null for the error of this
                                   program */
  const char *set[WPP_JOB_SETTINGS][2]; /* variables of its environment, up to a null: name, value (null: taken away) */
  unsigned most_seconds;        /* of a processor, for each of its processes; 0: any number */
};

struct wpp_job_end
{
  int status;                   /* as wait has it */
  double seconds;               /* of processors, with its children */
};

/* Start JOB.  It is killed when this program is; what it has started itself may go on.  Return its process, or
   WPP_E_IO.  */
pid_t wpp_job_start (const struct wpp_job *job);
/* Wait for PROCESS, or any one if that is -1; set *END.  Return it, or WPP_E_IO.  */
pid_t wpp_job_wait (pid_t process, struct wpp_job_end *end);
/* Start JOB and wait for it.  Return 0 or WPP_E_IO.  */
int wpp_job_run (const struct wpp_job *job, struct wpp_job_end *end);

#endif /* WPP_ANALYSIS_DECIDE_TRIALS_JOBS_H */
