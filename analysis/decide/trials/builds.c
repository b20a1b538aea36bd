/* Builds of a program with other options, several at a time.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE /* asprintf */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "base/text.h"
#include "decide/trials/gcda.h"
#include "decide/trials/jobs.h"
#include "decide/trials/trials-impl.h"

/* A build that is being made.  */
struct making
{
  pid_t process;                /* 0: none */
  const char *options;
  char *folder;                 /* without those above it */
  double began;
};

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

/* ---- The copy, and what is beside it.  */

/* The command that copies and builds in COPY, malloc'ed.  What wpp tune keeps is not copied, this or another one: it
   grows.  */
static char *
command_of (const struct wpp_trials *t, const char *copy)
{
  char *from = wpp_shell_word (t->from), *to = wpp_shell_word (copy), *build = wpp_shell_word (t->build),
       *command;
  if (!from || !to || !build
      || asprintf (&command, "tar -C %s --exclude-tag-all=%s -cf - . | tar -C %s -xf - && cd %s && eval %s", from,
                   WPP_TRIALS_JOURNAL, to, to, build) < 0)
    command = NULL;
  free (from);
  free (to);
  free (build);
  return command;
}

/* Make a folder with a new name, and set M's to it.  */
static int
make_folder (const struct wpp_trials *t, struct making *m)
{
  char *folder = wpp_trials_beside (t, "XXXXXX", "");
  int err = !folder ? WPP_E_NOMEM : mkdtemp (folder) ? 0 : WPP_E_IO;
  if (!err && !(m->folder = strdup (strrchr (folder, '/') + 1)))
    err = WPP_E_NOMEM;
  free (folder);
  return err;
}

/* The options of M's variant in full, malloc'ed; null when that cannot be.  GCC's own profiles have names for the
   folder of the build, COPY.  */
static char *
full_options (const struct wpp_trials *t, const struct making *m, const char *copy)
{
  bool generate = strcmp (m->options, WPP_TRIALS_PROFILE_GENERATE) == 0;
  bool use = strcmp (m->options, WPP_TRIALS_PROFILE_USE) == 0;
  if (!generate && !use)
    return strdup (m->options);
  char *recorded = use ? wpp_trials_folder (t, WPP_TRIALS_PROFILE_GENERATE) : NULL, *from = wpp_trials_file (t, "gcda"),
       *to = wpp_trials_beside (t, m->folder, ".gcda"), *text = NULL;
  if (generate && from)
    text = wpp_trials_option (WPP_TRIALS_PROFILE_GENERATE "=", from, "");
  else if (recorded && from && to && wpp_gcda_copy (from, recorded, to, copy) >= 0)
    text = wpp_trials_profile_use (to);
  free (recorded);
  free (from);
  free (to);
  return text;
}

/* Write them to FILE.  */
static int
write_options (const struct wpp_trials *t, const struct making *m, const char *copy, const char *file)
{
  char *text = full_options (t, m, copy);
  int err = text ? wpp_trials_write (file, text) : WPP_E_IO;
  free (text);
  return err;
}

static int
start_in (const struct wpp_trials *t, struct making *m, const char *copy, const char *links, const char *options,
          const char *log)
{
  char *command = command_of (t, copy);
  const struct wpp_job job
    = { .command = command, .out = log, .err = log,
        .set = { { "WPP_DECISIONS", options }, { "WPP_TUNE_LINKS", links }, { "MAKEFLAGS", NULL },
                 /* It knows nothing of WPP_DECISIONS.  */
                 { "CCACHE_DISABLE", "1" }, { "WPP_FILE", NULL } } };
  int err = !command ? WPP_E_NOMEM : mkdir (links, 0777) || write_options (t, m, copy, options) ? WPP_E_IO : 0;
  if (!err && (m->process = wpp_job_start (&job)) < 0)
    err = WPP_E_IO;
  m->began = now ();
  free (command);
  return err;
}

/* Start to build M's variant.  */
static int
start (const struct wpp_trials *t, struct making *m)
{
  int err = make_folder (t, m);
  if (err)
    return err;
  char *copy = wpp_trials_beside (t, m->folder, ""), *links = wpp_trials_beside (t, m->folder, ".links"),
       *options = wpp_trials_beside (t, m->folder, ".options"), *log = wpp_trials_beside (t, m->folder, ".log");
  err = copy && links && options && log ? start_in (t, m, copy, links, options, log) : WPP_E_NOMEM;
  free (copy);
  free (links);
  free (options);
  free (log);
  return err;
}

/* ---- All.  */

/* Is the variant with OPTIONS there, or known to fail?  */
static bool
built_p (const struct wpp_trials *t, const char *options)
{
  const struct wpp_trial_build *b = wpp_journal_find_build (&t->journal, options);
  char *folder = b && b->folder ? wpp_trials_beside (t, b->folder, "") : NULL;
  bool there = b && (!b->folder || (folder && access (folder, F_OK) == 0));
  free (folder);
  return there;
}

/* Wait until one of MAKING [T->jobs] is done, and note what became of it.  */
static int
finish_one (struct wpp_trials *t, struct making *making)
{
  struct wpp_job_end end;
  pid_t process = wpp_job_wait (-1, &end);
  struct making *m = making;
  if (process < 0)
    return WPP_E_IO;
  while (m < making + t->jobs && m->process != process)
    m++;
  if (m == making + t->jobs)
    return 0;
  m->process = 0;
  bool ok = WIFEXITED (end.status) && WEXITSTATUS (end.status) == 0;
  int err = 0;
  /* A command that was killed says nothing of the variant.  */
  if (WIFEXITED (end.status))
    err = wpp_journal_build (&t->journal, &(struct wpp_trial_build){ (char *)m->options, ok ? m->folder : NULL,
                                                                      now () - m->began });
  else
    err = WPP_E_IO, errno = EINTR;
  if (!ok)
    {
      char *log = wpp_trials_beside (t, m->folder, ".log"), *failed = wpp_trials_file (t, "failed.log");
      if (log && failed)
        rename (log, failed);
      free (log);
      free (failed);
    }
  free (m->folder);
  m->folder = NULL;
  return err;
}

static struct making *
free_place (const struct wpp_trials *t, struct making *making)
{
  for (unsigned i = 0; i < t->jobs; i++)
    if (!making[i].process)
      return &making[i];
  return NULL;
}

/* Build WANTED [N], at most T->jobs at a time.  */
static int
build_all (struct wpp_trials *t, const char *const *wanted, size_t n, struct making *making)
{
  int err = 0;
  size_t next = 0, running = 0, done = 0;
  while ((!err && next < n) || running)
    {
      struct making *m = !err && next < n ? free_place (t, making) : NULL;
      if (m)
        {
          m->options = wanted[next++];
          err = start (t, m);
          running += !err;
          continue;
        }
      wpp_trials_tell (t, "building", ++done, n);
      int failed = finish_one (t, making);
      err = err ? err : failed;
      running--;
    }
  return err;
}

int
wpp_trials_build (struct wpp_trials *t, const char *const *options, size_t n, struct wpp_place *place)
{
  const char **wanted = calloc (n + 1, sizeof *wanted);
  struct making *making = calloc (t->jobs, sizeof *making);
  size_t n_wanted = 0;
  int err = wanted && making ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < n && !err; i++)
    {
      bool twice = false;
      for (size_t k = 0; k < n_wanted; k++)
        twice |= strcmp (wanted[k], options[i]) == 0;
      if (!twice && !built_p (t, options[i]))
        wanted[n_wanted++] = options[i];
    }
  if (!err)
    err = build_all (t, wanted, n_wanted, making);
  if (err == WPP_E_IO)
    err = wpp_trials_complain (place, "%s: a build cannot be made: %s", t->state, strerror (errno));
  free (wanted);
  free (making);
  return err;
}

char *
wpp_trials_folder (const struct wpp_trials *t, const char *options)
{
  const struct wpp_trial_build *b = wpp_journal_find_build (&t->journal, options);
  return b && b->folder ? wpp_trials_beside (t, b->folder, "") : NULL;
}

void
wpp_trials_forget (struct wpp_trials *t, const char *options)
{
  const struct wpp_trial_build *b = wpp_journal_find_build (&t->journal, options);
  if (b && b->folder)
    wpp_trials_remove (t, b->folder);
}
