/* Runs of a program with other options: what they cost, and whether they print the same.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE /* asprintf */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include "base/text.h"
#include "decide/trials/callgrind.h"
#include "decide/trials/jobs.h"
#include "decide/trials/trials-impl.h"

/* A run that takes so many times the processor of the plain one, and some seconds, is stopped: it may be endless.  */
#define MOST_TIMES 20
#define MOST_SECONDS 30

#define MOST_PADDING 4096u      /* bytes of the environment; a page, as the kernel moves stacks by less and by more */
#define MOST_STEPS 256u         /* of 16 bytes, in each section */

/* ---- Layouts.  */

/* Write padding of sizes drawn by lot to FILE, for the assembler.  */
static int
write_padding (struct wpp_trials *t, const char *file)
{
  static const char *const sections[]
    = { ".text", ".section .text.hot,\"ax\",@progbits", ".section .text.unlikely,\"ax\",@progbits", ".data", ".bss" };
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream (&text, &size);
  if (!f)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
    fprintf (f, "%s\n.balign 16\n.skip %u\n", sections[i], 16 * (1 + wpp_trials_lot (t, MOST_STEPS)));
  fputs (".section .note.GNU-stack,\"\",@progbits\n", f);
  int err = fclose (f) ? WPP_E_NOMEM : wpp_trials_write (file, text);
  free (text);
  return err;
}

/* Link the build B again, with other padding.  What cannot be is left as it is.  */
static int
link_again (struct wpp_trials *t, const struct wpp_trial_build *b)
{
  char *links = wpp_trials_beside (t, b->folder, ".links"), *options = wpp_trials_beside (t, b->folder, ".options"),
       *padding = wpp_trials_file (t, "padding.s"), *word = padding ? wpp_shell_word (padding) : NULL, *command = NULL;
  struct wpp_job_end end;
  int err = links && options && word ? write_padding (t, padding) : WPP_E_NOMEM;
  if (!err
      && asprintf (&command, "for l in [0-9]*; do [ ! -e \"$l\" ] || sh \"$l\" %s || rm -f \"$l\"; done", word) < 0)
    err = WPP_E_NOMEM;
  const struct wpp_job job
    = { .command = command, .folder = links, .out = "/dev/null", .err = "/dev/null",
        .set = { { "WPP_DECISIONS", options }, { "WPP_TUNE_LINKS", NULL }, { "CCACHE_DISABLE", "1" } } };
  if (!err)
    err = wpp_job_run (&job, &end);
  free (links);
  free (options);
  free (padding);
  free (word);
  free (command);
  return err;
}

/* ---- A run.  */

struct running
{
  const char *options;
  unsigned number;
  const char *name, *value;     /* of a variable; or null */
  bool training;                /* it is never simulated */
  char *folder, *out, *err, *expected, *simulated; /* files and folders */
};

/* Are the files A and B the same?  */
static bool
same_p (const char *a, const char *b)
{
  char x[65536], y[sizeof x];
  FILE *f = fopen (a, "re"), *g = fopen (b, "re");
  bool same = f && g;
  for (size_t n = sizeof x; same && n == sizeof x;)
    {
      n = fread (x, 1, sizeof x, f);
      same = fread (y, 1, sizeof y, g) == n && memcmp (x, y, n) == 0;
    }
  if (f)
    fclose (f);
  if (g)
    fclose (g);
  return same;
}

static unsigned
most_seconds (const struct wpp_trials *t)
{
  const struct wpp_trial_run *plain = wpp_journal_find_run (&t->journal, "", 0);
  double most = plain ? MOST_TIMES * plain->seconds + MOST_SECONDS : 0;
  return most < 1e9 ? most : 0;
}

/* What became of R, which ended with STATUS.  The first run says what is expected.  */
static enum wpp_trial_result
result_of (const struct running *r, int status)
{
  if (!WIFEXITED (status) || WEXITSTATUS (status))
    return WPP_TRIAL_FAILED;
  if (!*r->options && r->number == 0)
    return rename (r->out, r->expected) == 0 ? WPP_TRIAL_SAME : WPP_TRIAL_FAILED;
  return same_p (r->out, r->expected) ? WPP_TRIAL_SAME : WPP_TRIAL_OTHER;
}

/* The simulator, which leaves its results in FOLDER; malloc'ed.  */
static char *
simulator (const char *folder)
{
  char *file = NULL, *word, *prefix = NULL;
  if (asprintf (&file, "%s/callgrind.%%p", folder) < 0)
    return NULL;
  word = wpp_shell_word (file);
  if (word
      && asprintf (&prefix,
                   "valgrind -q --tool=callgrind --cache-sim=yes --branch-sim=yes --trace-children=yes "
                   "--callgrind-out-file=%s",
                   word) < 0)
    prefix = NULL;
  free (word);
  free (file);
  return prefix;
}

/* Run R and note what came of it.  */
static int
run_it (struct wpp_trials *t, const struct running *r)
{
  char padding[MOST_PADDING + 1] = "";
  bool simulated = t->cycles && !r->training;
  char *prefix = simulated ? simulator (r->simulated) : NULL;
  struct wpp_job_end end;
  struct wpp_trial_run run = { .options = (char *)r->options, .number = r->number };
  if (simulated && !prefix)
    return WPP_E_NOMEM;
  if (!t->cycles)
    memset (padding, '.', wpp_trials_lot (t, MOST_PADDING));
  const struct wpp_job job
    = { .command = t->run, .prefix = prefix, .folder = r->folder, .out = r->out, .err = r->err,
        .set = { { "WPP_TUNE_PADDING", padding }, { "MAKEFLAGS", NULL },
                 { r->name ? r->name : "WPP_FILE", r->name ? r->value : NULL } },
        .most_seconds = most_seconds (t) };
  int err = simulated ? wpp_callgrind_empty (r->simulated) : 0;
  if (!err)
    err = wpp_job_run (&job, &end);
  free (prefix);
  if (err)
    return err;
  run.result = result_of (r, end.status);
  run.seconds = run.cost = end.seconds;
  if (simulated && run.result != WPP_TRIAL_FAILED && wpp_callgrind_read (r->simulated, t->run, &run.cost))
    run.result = WPP_TRIAL_FAILED;
  return wpp_journal_run (&t->journal, &run);
}

/* Set the files of R, run it, and free them.  */
static int
run_in (struct wpp_trials *t, const struct wpp_trial_build *b, struct running *r)
{
  r->folder = wpp_trials_beside (t, b->folder, "");
  r->out = wpp_trials_file (t, "out");
  r->err = wpp_trials_file (t, "err");
  r->expected = wpp_trials_file (t, "expected");
  r->simulated = wpp_trials_file (t, "callgrind");
  bool ok = r->folder && r->out && r->err && r->expected && r->simulated;
  int err = !ok ? WPP_E_NOMEM : t->cycles || r->training ? 0 : link_again (t, b);
  if (!err)
    err = run_it (t, r);
  free (r->folder);
  free (r->out);
  free (r->err);
  free (r->expected);
  free (r->simulated);
  return err;
}

/* The same, if it has not been run; *DONE is what came of it, or null if it was not built.  */
static int
run_once (struct wpp_trials *t, struct running *r, const struct wpp_trial_run **done, struct wpp_place *place)
{
  *done = wpp_journal_find_run (&t->journal, r->options, r->number);
  if (*done)
    return 0;
  int err = wpp_trials_build (t, &r->options, 1, place);
  const struct wpp_trial_build *b = err ? NULL : wpp_journal_find_build (&t->journal, r->options);
  if (err || !b->folder)
    return err;
  err = run_in (t, b, r);
  if (err == WPP_E_IO)
    return wpp_trials_complain (place, "%s: the run cannot be made: %s", t->state, strerror (errno));
  *done = wpp_journal_find_run (&t->journal, r->options, r->number);
  return err;
}

int
wpp_trials_run (struct wpp_trials *t, const char *options, unsigned number, const struct wpp_trial_run **run,
                struct wpp_place *place)
{
  return run_once (t, &(struct running){ .options = options, .number = number }, run, place);
}

int
wpp_trials_train (struct wpp_trials *t, const char *options, unsigned number, const char *name, const char *value,
                  const struct wpp_trial_run **run, struct wpp_place *place)
{
  struct running r = { .options = options, .number = number, .name = name, .value = value, .training = true };
  return run_once (t, &r, run, place);
}
