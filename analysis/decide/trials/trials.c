/* Builds and runs of a program with other options: the folder that keeps them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE /* asprintf */
#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <xxhash.h>
#include "base/text.h"
#include "decide/trials/jobs.h"
#include "decide/trials/trials-impl.h"

char *
wpp_trials_file (const struct wpp_trials *t, const char *name)
{
  char *file;
  return asprintf (&file, "%s/%s", t->state, name) < 0 ? NULL : file;
}

char *
wpp_trials_beside (const struct wpp_trials *t, const char *folder, const char *ending)
{
  char *file;
  return asprintf (&file, "%s/builds/%s%s", t->state, folder, ending) < 0 ? NULL : file;
}

int
wpp_trials_complain (struct wpp_place *place, const char *format, ...)
{
  va_list ap;
  *place = (struct wpp_place){ "", 0, "" };
  va_start (ap, format);
  vsnprintf (place->what, sizeof place->what, format, ap);
  va_end (ap);
  return WPP_E_TOLD;
}

int
wpp_trials_write (const char *file, const char *text)
{
  FILE *f = fopen (file, "we");
  if (!f)
    return WPP_E_IO;
  bool ok = fputs (text, f) >= 0;
  return fclose (f) == 0 && ok ? 0 : WPP_E_IO;
}

/* About how many seconds are left.  */
static double
left (const struct wpp_trials *t)
{
  const struct wpp_journal *j = &t->journal;
  double building = 0, running = wpp_trials_spent (t);
  for (size_t i = 0; i < j->n_builds; i++)
    building += j->builds[i].seconds;
  if (j->n_builds)
    building = j->n_builds < t->planned_builds ? building / j->n_builds * (t->planned_builds - j->n_builds) : 0;
  building /= t->jobs;
  if (t->budget)
    running = t->budget > running ? t->budget - running : 0;
  else if (j->n_runs)
    running = j->n_runs < t->planned_runs ? running / j->n_runs * (t->planned_runs - j->n_runs) : 0;
  return building + running;
}

void
wpp_trials_tell (const struct wpp_trials *t, const char *doing, unsigned which, unsigned of)
{
  if (t->tell)
    t->tell (t->data, doing, which, of, left (t));
}

char *
wpp_trials_option (const char *option, const char *folder, const char *more)
{
  char *text = malloc (strlen (option) + 2 * strlen (folder) + strlen (more) + 1), *to = text;
  if (!text)
    return NULL;
  to = stpcpy (to, option);
  for (; *folder; folder++)
    {
      if (strchr (" \t\\'\"", *folder))
        *to++ = '\\';
      *to++ = *folder;
    }
  strcpy (to, more);
  return text;
}

char *
wpp_trials_profile_use (const char *folder)
{
  return wpp_trials_option (WPP_TRIALS_PROFILE_USE "=", folder, " -Wno-missing-profile -Wno-coverage-mismatch");
}

/* xorshift64*.  */
unsigned
wpp_trials_lot (struct wpp_trials *t, unsigned n)
{
  t->lots ^= t->lots >> 12;
  t->lots ^= t->lots << 25;
  t->lots ^= t->lots >> 27;
  return (t->lots * 2685821657736338717u >> 32) % n;
}

double
wpp_trials_spent (const struct wpp_trials *t)
{
  double seconds = 0;
  for (size_t i = 0; i < t->journal.n_runs; i++)
    seconds += t->journal.runs[i].seconds;
  return seconds;
}

/* A hash of what is asked: commands, folder, and what is compared.  */
static uint64_t
question_of (const struct wpp_trials *t)
{
  const char *const parts[] = { t->build, t->run, t->from, t->cycles ? "cycles" : "time" };
  uint64_t hash = 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    hash = XXH3_64bits_withSeed (parts[i], strlen (parts[i]) + 1, hash);
  return hash;
}

static int
open_journal (struct wpp_trials *t, const char *file, struct wpp_place *place)
{
  uint64_t question = question_of (t);
  int err = wpp_journal_open (&t->journal, file, question);
  if (err == WPP_E_IO)
    return wpp_trials_complain (place, "%s: %s", file, strerror (errno));
  if (err == WPP_E_RANGE)
    return wpp_trials_complain (place, "%s is of other commands, or of another folder: remove it, or name another one",
                                t->state);
  if (err == WPP_E_CORRUPT)
    return wpp_trials_complain (place, "%s is no journal of wpp tune", file);
  if (!err && flock (t->journal.fd, LOCK_EX | LOCK_NB))
    return wpp_trials_complain (place, "%s is used by another wpp tune", t->state);
  /* Lots of a run that goes on are not those that were drawn already.  */
  t->lots = question ^ (t->journal.n_runs + 1) * 0x9e3779b97f4a7c15u;
  t->lots += !t->lots;
  return err;
}

/* Is NAME, in the folder of builds, of none that the journal knows?  Then somebody was killed when it was made.  */
static bool
left_behind_p (const struct wpp_trials *t, const char *name)
{
  const struct wpp_journal *j = &t->journal;
  size_t length = strcspn (name, ".");
  for (size_t i = 0; i < j->n_builds; i++)
    if (j->builds[i].folder && strlen (j->builds[i].folder) == length && !memcmp (j->builds[i].folder, name, length))
      return false;
  return length > 0;
}

/* Remove from the folder BUILDS what was left behind, as far as that is possible: who makes it may still be alive.  */
static int
clean (const struct wpp_trials *t, const char *builds)
{
  DIR *d = opendir (builds);
  int err = d ? 0 : WPP_E_IO;
  for (struct dirent *e; !err && (e = readdir (d));)
    if (left_behind_p (t, e->d_name))
      err = wpp_trials_remove (t, e->d_name);
  if (d)
    closedir (d);
  return err;
}

int
wpp_trials_remove (const struct wpp_trials *t, const char *name)
{
  char *file = wpp_trials_beside (t, name, ""), *word = file ? wpp_shell_word (file) : NULL, *command = NULL;
  struct wpp_job_end end;
  int err = !word || asprintf (&command, "rm -rf %s", word) < 0 ? WPP_E_NOMEM
            : wpp_job_run (&(struct wpp_job){ .command = command, .err = "/dev/null" }, &end);
  free (file);
  free (word);
  free (command);
  return err;
}

int
wpp_trials_open (struct wpp_trials *t, struct wpp_place *place)
{
  char *file = wpp_trials_file (t, WPP_TRIALS_JOURNAL), *builds = wpp_trials_file (t, "builds");
  int err = file && builds ? 0 : WPP_E_NOMEM;
  t->journal.fd = -1;
  if (!err && ((mkdir (t->state, 0777) && errno != EEXIST) || (mkdir (builds, 0777) && errno != EEXIST)))
    err = wpp_trials_complain (place, "%s: %s", t->state, strerror (errno));
  if (!err)
    err = open_journal (t, file, place);
  if (!err && clean (t, builds))
    err = wpp_trials_complain (place, "%s: %s", builds, strerror (errno));
  free (file);
  free (builds);
  return err;
}

void
wpp_trials_release (struct wpp_trials *t)
{
  wpp_journal_release (&t->journal);
}
