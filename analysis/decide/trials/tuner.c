/* Decisions verified by trial: the order of everything.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE /* asprintf */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/array.h"
#include "base/text.h"
#include "decide/trials/gcda.h"
#include "decide/trials/jobs.h"
#include "decide/trials/trials-impl.h"
#include "decide/trials/tuner-impl.h"

#define GENERATE "-fwpp-generate"
#define VALUES "-fwpp-generate=paths,values"

/* What is built and run in the end, about, for the time that is left.  */
#define PLANNED_BUILDS 32
#define PLANNED_RUNS 33

/* ---- Variants.  */

int
wpp_tuning_add (struct wpp_tuning *u, const char *name, char *options)
{
  struct wpp_tuned *a = u->tuned;
  if (!options || WPP_RESERVE (a->variants, a->variants_room, a->n_variants, 1))
    {
      free (options);
      return WPP_E_NOMEM;
    }
  a->variants[a->n_variants++] = (struct wpp_tuned_variant){ .name = strdup (name), .options = options, .cost = NAN };
  return a->variants[a->n_variants - 1].name ? (int)a->n_variants - 1 : WPP_E_NOMEM;
}

int
wpp_tuning_build (struct wpp_tuning *u, size_t from, size_t to, unsigned runs)
{
  const char **options = calloc (to - from + 1, sizeof *options);
  size_t n = 0;
  if (!options)
    return WPP_E_NOMEM;
  for (size_t i = from; i < to; i++)
    if (!runs || !wpp_journal_find_run (&u->t->trials.journal, u->tuned->variants[i].options, runs - 1))
      options[n++] = u->tuned->variants[i].options;
  int err = wpp_trials_build (&u->t->trials, options, n, u->place);
  free (options);
  for (size_t i = from; i < to && !err; i++)
    {
      struct wpp_tuned_variant *v = &u->tuned->variants[i];
      const struct wpp_trial_build *b = wpp_journal_find_build (&u->t->trials.journal, v->options);
      v->built = b && b->folder;
    }
  return err;
}

int
wpp_tuning_measure (struct wpp_tuning *u, size_t variant, unsigned number, double *cost)
{
  struct wpp_tuned_variant *v = &u->tuned->variants[variant];
  const struct wpp_trial_run *run;
  *cost = NAN;
  if (!v->built || v->result != WPP_TRIAL_SAME)
    return 0;
  int err = wpp_trials_run (&u->t->trials, v->options, number, &run, u->place);
  if (err || !run)
    return err;
  v->result = run->result;
  if (run->result == WPP_TRIAL_SAME)
    {
      *cost = run->cost;
      v->cost = v->runs ? v->cost + (run->cost - v->cost) / (v->runs + 1) : run->cost;
      v->runs++;
    }
  return 0;
}

void
wpp_tuning_shuffle (struct wpp_tuning *u, size_t *variants, size_t n)
{
  for (; n > 1; n--)
    {
      size_t k = wpp_trials_lot (&u->t->trials, n), last = variants[n - 1];
      variants[n - 1] = variants[k];
      variants[k] = last;
    }
}

/* ---- Training.  */

/* Run COMMAND in the shell.  Return 0, WPP_E_IO, or WPP_E_RANGE if it fails.  */
static int
shell (const char *command)
{
  struct wpp_job_end end;
  int err = wpp_job_run (&(struct wpp_job){ .command = command, .err = "/dev/null" }, &end);
  return err ? err : end.status ? WPP_E_RANGE : 0;
}

/* Remove what the folder NAME of the state has, and make it.  */
static int
renew (struct wpp_tuning *u, const char *name)
{
  char *folder = wpp_trials_file (&u->t->trials, name), *word = folder ? wpp_shell_word (folder) : NULL;
  char *command = NULL;
  int err = !word || asprintf (&command, "rm -rf %s && mkdir %s", word, word) < 0 ? WPP_E_NOMEM : shell (command);
  free (folder);
  free (word);
  free (command);
  return err == WPP_E_RANGE ? wpp_trials_complain (u->place, "%s/%s cannot be made", u->t->trials.state, name) : err;
}

/* The training run of the variant with OPTIONS, whose results go to the folder NAME of the state; SETTING is null or a
   variable, which names FILE in that folder.  *DONE: it was as it should be.  */
static int
train (struct wpp_tuning *u, const char *options, const char *name, const char *setting, const char *file, bool *done)
{
  struct wpp_trials *t = &u->t->trials;
  const struct wpp_trial_run *run = wpp_journal_find_run (&t->journal, options, 0);
  char *value = NULL;
  int err = run ? 0 : renew (u, name);
  if (!err && asprintf (&value, "%s/%s/%s", t->state, name, file) < 0)
    err = WPP_E_NOMEM;
  if (!err)
    err = wpp_trials_train (t, options, 0, setting, value, &run, u->place);
  *done = !err && run && run->result == WPP_TRIAL_SAME;
  free (value);
  return err;
}

/* Merge the whole paths, and the counts with values if there are any: without them a program is tuned as well.  */
static int
merge (struct wpp_tuning *u)
{
  const char *state = u->t->trials.state;
  char *wpp = wpp_shell_word (u->t->wpp), *folder = wpp_shell_word (state), *command = NULL;
  int err = access (u->paths, F_OK) == 0 ? 0
            : !wpp || !folder
                || asprintf (&command,
                             "cd %s && { mkdir -p merged && ls profiles/*.wpp >/dev/null && "
                             "{ ! ls values/*.wpp || %s merge -o merged/values.wpp values || :; } && "
                             "%s merge -o merged/paths.wpp profiles; } >merge.log 2>&1",
                             folder, wpp, wpp) < 0 ? WPP_E_NOMEM : shell (command);
  free (wpp);
  free (folder);
  free (command);
  return err == WPP_E_RANGE
           ? wpp_trials_complain (u->place, "the run left no profile that can be used: is its program linked by "
                                  "wpp-gcc?  See %s/merge.log", state)
           : err;
}

/* ---- The plain program.  */

/* Did the plain build, in FOLDER, call wpp-gcc?  */
static bool
called_p (const struct wpp_trials *t)
{
  char *folder = wpp_trials_folder (t, ""), *called = NULL;
  bool is = folder && asprintf (&called, "%s.links/called", folder) >= 0 && access (called, F_OK) == 0;
  free (folder);
  free (called);
  return is;
}

static int
try_plain (struct wpp_tuning *u)
{
  struct wpp_tuned_variant *plain = &u->tuned->variants[WPP_TUNED_PLAIN];
  const char *state = u->t->trials.state;
  const struct wpp_trial_run *again;
  double cost;
  if (!plain->built)
    return wpp_trials_complain (u->place, "the build fails; %s/failed.log says why", state);
  if (!called_p (&u->t->trials))
    return wpp_trials_complain (u->place,
                                "the build does not call wpp-gcc in its copy: let it begin with `make clean', "
                                "and name CC=wpp-gcc");
  int err = wpp_tuning_measure (u, WPP_TUNED_PLAIN, 0, &cost);
  if (!err && plain->result == WPP_TRIAL_SAME)
    err = wpp_trials_train (&u->t->trials, "", 1, NULL, NULL, &again, u->place);
  if (!err && plain->result == WPP_TRIAL_SAME)
    plain->result = again->result;
  if (!err && plain->result == WPP_TRIAL_FAILED)
    return wpp_trials_complain (u->place, "the run fails; %s/err has what it said", state);
  if (!err && plain->result == WPP_TRIAL_OTHER)
    return wpp_trials_complain (u->place, "the run does not print the same twice, so nothing could be compared");
  return err;
}

/* Build and run what is recorded.  */
static int
record (struct wpp_tuning *u)
{
  const struct wpp_journal *j = &u->t->trials.journal;
  const char *options[4] = { "" };
  size_t n = 1;
  bool done = false, counted = false;
  if (!wpp_journal_find_run (j, WPP_TRIALS_PROFILE_GENERATE, 0))
    options[n++] = WPP_TRIALS_PROFILE_GENERATE;
  if (!wpp_journal_find_run (j, GENERATE, 0))
    options[n++] = GENERATE;
  if (!wpp_journal_find_run (j, VALUES, 0))
    options[n++] = VALUES;
  int err = wpp_trials_build (&u->t->trials, options, n, u->place);
  if (!err)
    err = wpp_tuning_build (u, WPP_TUNED_PLAIN, WPP_TUNED_PLAIN + 1, 0);
  if (!err)
    err = try_plain (u);
  if (!err)
    err = train (u, WPP_TRIALS_PROFILE_GENERATE, "gcda", NULL, "", &done);
  /* A program that does not come to its end leaves none.  */
  char *gcda = wpp_trials_file (&u->t->trials, "gcda");
  char *built = wpp_trials_folder (&u->t->trials, WPP_TRIALS_PROFILE_GENERATE);
  bool profile = done && gcda && built && wpp_gcda_any_p (gcda, built);
  free (gcda);
  free (built);
  u->tuned->variants[WPP_TUNED_PROFILE_USE].result = profile ? WPP_TRIAL_SAME : WPP_TRIAL_FAILED;
  if (!err)
    err = train (u, GENERATE, "profiles", "WPP_FILE", "%e.%p.wpp", &done);
  if (!err && !done)
    err = wpp_trials_complain (u->place, "the program fails or prints something else when it is recorded "
                               "(-fwpp-generate); see %s/failed.log and %s/err", u->t->trials.state,
                               u->t->trials.state);
  if (!err)
    err = train (u, VALUES, "values", "WPP_FILE", "%e.%p.wpp", &counted);
  if (!err)
    err = merge (u);
  if (!err)
    wpp_trials_forget (&u->t->trials, GENERATE);
  if (!err)
    wpp_trials_forget (&u->t->trials, VALUES);
  return err;
}

/* ---- All.  */

static int
begin (struct wpp_tuning *u)
{
  u->profile = wpp_trials_file (&u->t->trials, WPP_TUNING_MERGED);
  u->paths = wpp_trials_file (&u->t->trials, WPP_TUNING_MERGED "/paths.wpp");
  if (!u->profile || !u->paths || wpp_tuning_add (u, "plain", strdup ("")) < 0
      || wpp_tuning_add (u, "profile-use", strdup (WPP_TRIALS_PROFILE_USE)) < 0
      || wpp_tuning_add (u, "all", wpp_trials_option ("-fwpp-use=", u->profile, " -fwpp-optimize=all")) < 0)
    return WPP_E_NOMEM;
  u->t->trials.planned_builds = PLANNED_BUILDS;
  u->t->trials.planned_runs = PLANNED_RUNS;
  return record (u);
}

static int
go (struct wpp_tuning *u)
{
  size_t variant;
  int err = begin (u);
  if (err)
    return err;
  u->budget = u->t->seconds ? u->t->seconds : WPP_TUNE_RUNS * u->tuned->variants[WPP_TUNED_PLAIN].cost;
  u->t->trials.budget = u->t->trials.cycles ? 0 : u->budget;
  err = wpp_tuning_screen_kinds (u, &variant);
  if (!err)
    err = wpp_tuning_screen_functions (u, &variant);
  if (!err)
    err = u->t->trials.cycles ? wpp_tuning_compare (u, wpp_tuning_least (u->tuned)) : wpp_tuning_contest (u, variant);
  return err;
}

int
wpp_tune (struct wpp_tuner *t, struct wpp_tuned *tuned, struct wpp_place *place)
{
  struct wpp_tuning u = { .t = t, .tuned = tuned, .place = place };
  *tuned = (struct wpp_tuned){ 0 };
  int err = wpp_trials_open (&t->trials, place);
  if (!err)
    err = go (&u);
  free (u.profile);
  free (u.paths);
  return err;
}

void
wpp_tuned_release (struct wpp_tuned *tuned)
{
  for (size_t i = 0; i < tuned->n_variants; i++)
    {
      free (tuned->variants[i].name);
      free (tuned->variants[i].options);
    }
  for (size_t i = 0; i < tuned->n_effects; i++)
    free (tuned->effects[i].name);
  free (tuned->variants);
  free (tuned->effects);
  *tuned = (struct wpp_tuned){ 0 };
}
