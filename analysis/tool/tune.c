/* wpp tune: decisions verified by trial.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE /* get_current_dir_name */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "answers/hottest.h"
#include "answers/tuned.h"
#include "base/file-names.h"
#include "base/process.h"
#include "tool/tool.h"

#define MOST_JOBS 64u

struct tune
{
  struct wpp_options common;
  struct wpp_tuner tuner;
  const char *out, *state;
};

static void
read_time (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  char *end;
  double seconds = strtod (arg, &end);
  if (end == arg || *end || !(seconds > 0 && seconds < 1e9))
    wpp_options_wrong (state, "--time: '%s' is no number of seconds", arg);
  ((struct tune *)input)->tuner.seconds = seconds;
}

static void
check (void *input, const struct argp_state *state)
{
  const struct tune *t = input;
  if (!t->tuner.trials.build || !t->tuner.trials.run)
    wpp_options_wrong (state, "--build=COMMAND and --run=COMMAND are needed");
  if (t->tuner.trials.cycles && t->tuner.seconds > 0)
    wpp_options_wrong (state, "--time and --cycles exclude each other");
  if (t->common.n_args)
    wpp_options_wrong (state, "'%s': there are no files to name", t->common.args[0]);
}

#define TO(MEMBER) WPP_MEMBER (struct tune, MEMBER)

static const struct wpp_option options[] = {
  WPP_TEXT ("build", 0, "COMMAND", TO (tuner.trials.build),
            "Build the program with COMMAND, which calls wpp-gcc or wpp-g++"),
  WPP_TEXT ("run", 0, "COMMAND", TO (tuner.trials.run),
            "Train and measure it with COMMAND, which must print the same each time"),
  WPP_OWN ("time", 0, "SECONDS", read_time,
           "Take about so many seconds of a processor for runs (default: 60 times what one takes)"),
  WPP_FLAG ("cycles", TO (tuner.trials.cycles), "Compare callgrind's estimates of cycles, and not times"),
  WPP_TEXT ("output", 'o', "FILE", TO (out), "Write the options that were chosen to FILE (default: tuned.options)"),
  WPP_TEXT ("state", 0, "FOLDER", TO (state),
            "Keep builds and results in FOLDER, and go on from there (default: FILE.tune)"),
  WPP_NUMBER ("jobs", 'j', "N", TO (tuner.trials.jobs), 1, MOST_JOBS,
              "Make at most N builds at a time (default: one a processor)"),
  { 0 }
};

static void
tell (void *data, const char *doing, unsigned which, unsigned of, double left)
{
  char what[64], time[64];
  snprintf (what, sizeof what, "%s %u of %u", doing, which, of);
  snprintf (time, sizeof time, left < 120 ? "(about %.0f s left)" : "(about %.0f min left)",
            left < 120 ? left : left / 60);
  wpp_progress (what, time);
}

static int
find_hot (void *data, const char *file, char **names, unsigned most, struct wpp_place *place)
{
  struct tune *t = data;
  struct wpp_recording *r = wpp_open_file (&t->common, file, NULL, WPP_HAS_COUNTS);
  int n = wpp_hottest_functions (r, names, most, place);
  wpp_recording_free (r);
  wpp_progress_end ();
  return n;
}

/* The name in full of NAME, which may not be there yet.  */
static const char *
full_name (const char *here, const char *name)
{
  return wpp_need (wpp_file_complete (here, name));
}

/* Set what T's options leave open.  */
static void
complete (struct tune *t)
{
  const char *program = wpp_process_program ();
  const char *here = realpath (".", NULL);
  char *state;
  if (!here || !program)
    wpp_die (NULL, "%s", strerror (errno));
  if (asprintf (&state, "%s.tune", t->out) < 0)
    state = wpp_need (NULL);
  t->tuner.wpp = program;
  t->tuner.hot = find_hot;
  t->tuner.trials.from = here;
  t->tuner.trials.state = full_name (here, t->state ? t->state : state);
  t->tuner.trials.tell = tell;
  t->tuner.trials.data = t;
  if (!t->tuner.trials.jobs)
    t->tuner.trials.jobs = wpp_process_processors (MOST_JOBS);
  if (t->tuner.trials.cycles && system ("valgrind --version >/dev/null 2>&1"))
    wpp_die ("--cycles", "valgrind is needed, and is not there");
}

static void
die_of (int err, const struct wpp_place *place)
{
  wpp_progress_end ();
  if (err == WPP_E_TOLD)
    wpp_die ("tune", "%s", place->what);
  wpp_die_at (NULL, err, NULL);
}

/* Write the options that were chosen, and show what was found.  */
static void
write_chosen (struct tune *t, const struct wpp_tuned *tuned)
{
  struct wpp_place place = { "", 0, "" };
  char *text;
  const char *out = full_name (t->tuner.trials.from, t->out);
  int err = wpp_tuned_options (&t->tuner, tuned, out, &text, &place);
  if (err)
    die_of (err, &place);
  FILE *f = wpp_output_open (t->out);
  fprintf (f, "%s\n", text);
  wpp_output_close (f);
  struct wpp_row_sink *sink = wpp_output_sink (&t->common);
  int64_t n = wpp_answer_tuned (&t->tuner, tuned, t->out, text, sink);
  wpp_output_done (sink, NULL, n < 0 ? n : 0, NULL);
  free (text);
}

int
wpp_command_tune (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, check,
    "Build a program with other decisions and run it, until it is known which are faster than -O2 and than "
    "-fprofile-use; write the options to use.  Builds are made in copies of this folder.  "
    "`WPP_DECISIONS=FILE make CC=wpp-gcc' uses them then."
  };
  struct tune t = { .common = { .no_args = true, .args_doc = "" }, .out = "tuned.options" };
  struct wpp_tuned tuned;
  struct wpp_place place = { "", 0, "" };
  wpp_options_parse (&line, argc, argv, &t.common, &t);
  complete (&t);
  int err = wpp_tune (&t.tuner, &tuned, &place);
  if (err)
    die_of (err, &place);
  wpp_progress_end ();
  write_chosen (&t, &tuned);
  bool known = tuned.end != WPP_TUNED_UNKNOWN;
  wpp_tuned_release (&tuned);
  wpp_trials_release (&t.tuner.trials);
  return known ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
