/* What `wpp tune' computes: Student's t, samples, looks, designs, and its journal.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "decide/trials/design.h"
#include "decide/trials/journal.h"
#include "decide/trials/statistics.h"
#include "unit.h"

/* Quantiles as tables print them (Abramowitz, Stegun, Handbook of Mathematical Functions, 26.10).  */
static void
check_student (void)
{
  static const struct { double p, freedom, t; } known[]
    = { { 0.90, 1, 3.078 },  { 0.95, 1, 6.314 },  { 0.975, 1, 12.706 }, { 0.99, 1, 31.821 }, { 0.999, 1, 318.309 },
        { 0.95, 2, 2.920 },  { 0.975, 3, 3.182 }, { 0.99, 4, 3.747 },   { 0.95, 5, 2.015 },  { 0.999, 7, 4.785 },
        { 0.975, 9, 2.262 }, { 0.95, 10, 1.812 }, { 0.99, 15, 2.602 },  { 0.975, 20, 2.086 }, { 0.95, 30, 1.697 },
        { 0.975, 54, 2.005 }, { 0.999, 100, 3.174 }, { 0.90, 60, 1.296 } };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    {
      double t = wpp_student_quantile (known[i].p, known[i].freedom);
      CHECK (fabs (t - known[i].t) < 0.0006, "t of %g with %g degrees of freedom: %.4f", known[i].p, known[i].freedom,
             t);
      CHECK_QUIET (fabs (wpp_student_quantile (1 - known[i].p, known[i].freedom) + t) < 1e-6 * t, "symmetric");
      CHECK_QUIET (fabs (wpp_student (t, known[i].freedom) - known[i].p) < 1e-9, "the inverse of its inverse");
    }
  /* With 1 degree it is Cauchy's distribution, with 2 there is a closed form.  */
  bool cauchy = true, closed = true;
  for (double x = -50; x <= 50; x += 0.37)
    {
      cauchy &= fabs (wpp_student (x, 1) - (0.5 + atan (x) / M_PI)) < 1e-12;
      closed &= fabs (wpp_student (x, 2) - (0.5 + x / (2 * sqrt (2 + x * x)))) < 1e-12;
    }
  CHECK (cauchy && closed, "closed forms");
}

/* A number of the normal distribution.  */
static double
normal (uint64_t *state)
{
  double u = (unit_random (state) >> 11) * 0x1p-53 + 0x1p-54, v = (unit_random (state) >> 11) * 0x1p-53;
  return sqrt (-2 * log (u)) * cos (2 * M_PI * v);
}

static void
check_samples (void)
{
  struct wpp_sample s = { 0 };
  CHECK (isinf (wpp_sample_margin (&s, 0.05)), "nothing says nothing");
  /* Student's own data: additional hours of sleep, The Probable Error of a Mean, 1908.  Mean 1.58, s 1.23, t 4.06.  */
  static const double hours[] = { 1.2, 2.4, 1.3, 1.3, 0, 1.0, 1.8, 0.8, 4.6, 1.4 };
  for (size_t i = 0; i < 10; i++)
    wpp_sample_add (&s, hours[i]);
  double error = sqrt (s.squares / 9 / 10);
  CHECK (fabs (s.mean - 1.58) < 1e-12 && fabs (s.mean / error - 4.0621) < 1e-4, "Student's patients");
  /* 2.262 times the error.  */
  CHECK (fabs (wpp_sample_margin (&s, 0.025) / error - 2.262) < 0.0006, "their margin");
  CHECK_QUIET (fabs (wpp_student (s.mean / error, 9) - (1 - 0.002833 / 2)) < 1e-6, "their probability");
}

/* Does a sequence of looks at samples of MEAN, in standard deviations, say that the mean is below 0?  */
static bool
said_p (double mean, uint64_t *state)
{
  struct wpp_sample s = { 0 };
  for (unsigned k = 0; k < WPP_LOOKS; k++)
    {
      while (s.n < wpp_look_at (k))
        wpp_sample_add (&s, mean + normal (state));
      if (s.mean + wpp_sample_margin (&s, wpp_look_error (k, 0.05)) < 0)
        return true;
    }
  return false;
}

/* What is not so is said in at most 5 % of sequences, and what is so, usually.  */
static void
check_looks (void)
{
  const unsigned n = 5000;
  uint64_t state = 1;
  unsigned wrong = 0, right = 0;
  for (unsigned i = 0; i < n; i++)
    wrong += said_p (0, &state);
  for (unsigned i = 0; i < n / 10; i++)
    right += said_p (-0.5, &state);
  CHECK (wrong > 0.02 * n && wrong <= 0.05 * n, "wrong in %.2f %% of sequences", 100. * wrong / n);
  CHECK (right > 0.85 * (n / 10), "half a standard deviation is found in %.1f %%", 1000. * right / n);
  double all = 0;
  for (unsigned k = 0; k < WPP_LOOKS; k++)
    all += wpp_look_error (k, 0.05);
  CHECK (fabs (all - 0.05) < 1e-15, "all looks together have the error");
}

static void
check_design (void)
{
  bool balanced = true, found = true;
  uint64_t state = 3;
  double results[WPP_DESIGN_TRIALS], effects[WPP_DESIGN_COLUMNS];
  for (unsigned a = 0; a < WPP_DESIGN_COLUMNS; a++)
    for (unsigned b = 0; b <= a; b++)
      {
        unsigned both = 0;
        for (unsigned t = 0; t < WPP_DESIGN_TRIALS; t++)
          both += wpp_design_on_p (t, a) && wpp_design_on_p (t, b);
        balanced &= both == (a == b ? 6 : 3);
      }
  CHECK (balanced, "each factor is on in half of the trials, any two in a quarter");
  for (unsigned c = 0; c < WPP_DESIGN_COLUMNS; c++)
    effects[c] = c < 9 ? normal (&state) : 0;
  for (unsigned t = 0; t < WPP_DESIGN_TRIALS; t++)
    {
      results[t] = 7;
      for (unsigned c = 0; c < WPP_DESIGN_COLUMNS; c++)
        results[t] += wpp_design_on_p (t, c) * effects[c];
    }
  for (unsigned c = 0; c < WPP_DESIGN_COLUMNS; c++)
    found &= fabs (wpp_design_effect (results, c) - effects[c]) < 1e-12;
  CHECK (found && wpp_design_error (results, 9) < 1e-12, "effects that add up are found, and no error");
  results[4] = NAN;
  CHECK (!isnan (wpp_design_effect (results, 0)), "one trial may fail");
}

/* ---- The journal.  */

static char file[] = "/tmp/wpp-test-trials.XXXXXX";

/* Append TEXT to the file.  */
static void
append (const char *text)
{
  FILE *f = fopen (file, "a");
  fputs (text, f);
  fclose (f);
}

static int
reopen (struct wpp_journal *j, uint64_t question)
{
  wpp_journal_release (j);
  return wpp_journal_open (j, file, question);
}

static void
check_journal (void)
{
  struct wpp_journal j;
  close (mkstemp (file));
  CHECK (!wpp_journal_open (&j, file, 5) && !j.n_builds && !j.n_runs, "an empty file is a journal");
  CHECK (!wpp_journal_build (&j, &(struct wpp_trial_build){ (char *)"-x y", (char *)"abc", 1.5 })
           && !wpp_journal_build (&j, &(struct wpp_trial_build){ (char *)"", NULL, 2 })
           && !wpp_journal_run (&j, &(struct wpp_trial_run){ (char *)"-x y", 7, WPP_TRIAL_OTHER, 0.25, 1e9 }),
         "written");
  CHECK (!reopen (&j, 5) && j.n_builds == 2 && j.n_runs == 1, "read again");
  const struct wpp_trial_run *r = wpp_journal_find_run (&j, "-x y", 7);
  CHECK (r && r->result == WPP_TRIAL_OTHER && r->seconds == 0.25 && r->cost == 1e9, "the run");
  CHECK (wpp_journal_find_build (&j, "") && !wpp_journal_find_build (&j, "")->folder
           && !strcmp (wpp_journal_find_build (&j, "-x y")->folder, "abc"), "the builds");
  append ("run\t-x y\t8\tsame\t1\t2");
  CHECK (!reopen (&j, 5) && j.n_runs == 1, "a line without its end is taken away");
  CHECK (!wpp_journal_run (&j, &(struct wpp_trial_run){ (char *)"z", 9, WPP_TRIAL_SAME, 1, 2 }) && !reopen (&j, 5)
           && j.n_runs == 2 && wpp_journal_find_run (&j, "z", 9), "and others come after the last whole one");
  CHECK (reopen (&j, 6) == WPP_E_RANGE, "of another question");
  static const char *const bad[] = { "run\tx\t1\tsame\t1\n", "run\tx\t-1\tsame\t1\t1\n", "run\tx\t1\tgood\t1\t1\n",
                                     "build\tx\t../y\t1\n", "build\tx\ty\tnan\n", "nothing\n", "\n" };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    {
      CHECK_QUIET (!reopen (&j, 5), "it is good before");
      off_t size = lseek (j.fd, 0, SEEK_END);
      append (bad[i]);
      CHECK_QUIET (reopen (&j, 5) == WPP_E_CORRUPT, "damage %zu is found", i);
      CHECK_QUIET (!truncate (file, size), "truncated");
    }
  wpp_journal_release (&j);
  unlink (file);
}

int
main (void)
{
  check_student ();
  check_samples ();
  check_looks ();
  check_design ();
  check_journal ();
  return unit_done ();
}
