/* Which kinds of optimisation, and decisions in which functions, cost more than they gain.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE /* asprintf */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "decide/trials/trials-impl.h"
#include "decide/trials/tuner-impl.h"

/* The kinds of -fwpp-optimize, but `values', which has nothing to decide on by whole paths, as trials record them.  */
/* All but `values', which has tests for single places only, and is always there.  */
static const char *const kinds[]
  = { "counts", "order", "branches", "loops", "redundancy", "paths", "dispatch", "contexts", "inlining" };

#define N_KINDS (sizeof kinds / sizeof *kinds)

/* Two columns at least are left to tell the error.  */
#define MOST_FUNCTIONS 9u

/* By the clock, the part of the time that is for each design.  */
#define SHARE 0.2

/* An effect on the cost that is not worth a decision.  */
#define LEAST_EFFECT 0.0002

/* A design of builds and what it tells.  */
struct screening
{
  struct wpp_tuning *u;
  const char *what;             /* `kinds' */
  bool function;                /* its factors are functions that are left to GCC */
  const char *const *factors;   /* [n] */
  unsigned n;
  const char *base;             /* options that all have, of functions */
  size_t first;                 /* variant */
};

/* ---- Options.  */

/* Append ITEM to *LIST, malloc'ed, after a comma; *LIST is null when out of memory.  */
static void
append (char **list, const char *before, const char *item, const char *after)
{
  char *longer;
  if (*list && asprintf (&longer, "%s%s%s%s", *list, before, item, after) >= 0)
    {
      free (*list);
      *list = longer;
    }
  else
    {
      free (*list);
      *list = NULL;
    }
}

/* The options with which those factors are on that ON says, malloc'ed; null when out of memory.  */
static char *
options_of (const struct screening *s, const bool *on)
{
  bool any = false, all = true;
  for (unsigned k = 0; k < s->n; k++)
    all &= on[k];
  if (all && !s->function)
    return strdup (s->u->tuned->variants[WPP_TUNED_ALL].options);
  char *options = s->function ? strdup (s->base)
                              : wpp_trials_option ("-fwpp-use=", s->u->profile, " -fwpp-optimize=none,values");
  for (unsigned k = 0; k < s->n; k++)
    if (on[k])
      {
        append (&options, s->function && !any ? " -fwpp-decide=in:" : s->function ? ",in:" : ",", s->factors[k],
                s->function ? ":leave" : "");
        any = true;
      }
  return options;
}

static int
add_variant (const struct screening *s, const bool *on, const char *which)
{
  char *name;
  if (asprintf (&name, "%s %s", s->what, which) < 0)
    return WPP_E_NOMEM;
  int number = wpp_tuning_add (s->u, name, options_of (s, on));
  free (name);
  return number;
}

static int
add_variants (struct screening *s)
{
  int number = 0;
  s->first = s->u->tuned->n_variants;
  for (unsigned t = 0; t < WPP_DESIGN_TRIALS && number >= 0; t++)
    {
      bool on[WPP_DESIGN_COLUMNS];
      char which[16];
      for (unsigned k = 0; k < s->n; k++)
        on[k] = wpp_design_on_p (t, k);
      snprintf (which, sizeof which, "%u", t + 1);
      number = add_variant (s, on, which);
    }
  return number < 0 ? number : 0;
}

/* ---- Runs.  */

/* Run each variant once, in an order drawn by lot, and add the logarithms of the costs to RESULTS.  */
static int
run_each (const struct screening *s, unsigned number, double *results)
{
  size_t order[WPP_DESIGN_TRIALS];
  int err = 0;
  for (unsigned t = 0; t < WPP_DESIGN_TRIALS; t++)
    order[t] = t;
  wpp_tuning_shuffle (s->u, order, WPP_DESIGN_TRIALS);
  for (unsigned t = 0; t < WPP_DESIGN_TRIALS && !err; t++)
    {
      double cost;
      wpp_trials_tell (&s->u->t->trials, s->what, t + 1, WPP_DESIGN_TRIALS);
      err = wpp_tuning_measure (s->u, s->first + order[t], number, &cost);
      results[order[t]] += log (cost);
    }
  return err;
}

/* How often each is run.  */
static unsigned
repetitions (const struct wpp_tuning *u)
{
  double plain = u->tuned->variants[WPP_TUNED_PLAIN].cost;
  double n = u->t->trials.cycles || plain <= 0 ? 1 : SHARE * u->budget / plain / WPP_DESIGN_TRIALS;
  return n < 1 ? 1 : n > 100 ? 100 : n;
}

/* Run all; set RESULTS to the means.  */
static int
run_all (const struct screening *s, double *results)
{
  unsigned n = repetitions (s->u);
  int err = 0;
  for (unsigned t = 0; t < WPP_DESIGN_TRIALS; t++)
    results[t] = 0;
  for (unsigned i = 0; i < n && !err; i++)
    err = run_each (s, i, results);
  for (unsigned t = 0; t < WPP_DESIGN_TRIALS; t++)
    results[t] /= n;
  return err;
}

/* ---- Effects.  */

/* Note the effects that RESULTS tell; set ON to what shall be on: of kinds all that do not cost, of functions those
   that gain by being left.  */
static int
note_effects (const struct screening *s, const double *results, bool *on)
{
  struct wpp_tuned *a = s->u->tuned;
  double error = wpp_design_error (results, s->n), least = fmax (error, LEAST_EFFECT);
  for (unsigned k = 0; k < s->n; k++)
    {
      double effect = wpp_design_effect (results, k);
      on[k] = s->function ? effect < -least : !(effect > least);
      if (WPP_RESERVE (a->effects, a->effects_room, a->n_effects, 1))
        return WPP_E_NOMEM;
      a->effects[a->n_effects++]
        = (struct wpp_tuned_effect){ s->function, strdup (s->factors[k]), effect, error, on[k] };
      if (!a->effects[a->n_effects - 1].name)
        return WPP_E_NOMEM;
    }
  return 0;
}

/* Remove the copies of the design's variants that are no others as well.  */
static void
forget_all (const struct screening *s)
{
  const struct wpp_tuned *a = s->u->tuned;
  for (size_t i = s->first; i < s->first + WPP_DESIGN_TRIALS; i++)
    {
      bool other = false;
      for (size_t k = 0; k < a->n_variants; k++)
        other |= (k < s->first || k >= s->first + WPP_DESIGN_TRIALS)
                 && strcmp (a->variants[k].options, a->variants[i].options) == 0;
      if (!other)
        wpp_trials_forget (&s->u->t->trials, a->variants[i].options);
    }
}

/* Build, run, note; set *VARIANT to what shall be on.  */
static int
screen (struct screening *s, size_t from, size_t *variant)
{
  double results[WPP_DESIGN_TRIALS];
  bool on[WPP_DESIGN_COLUMNS];
  int err = add_variants (s), number = 0;
  if (!err)
    err = wpp_tuning_build (s->u, from, s->u->tuned->n_variants, repetitions (s->u));
  if (!err)
    err = run_all (s, results);
  if (!err)
    err = note_effects (s, results, on);
  if (!err && (number = add_variant (s, on, "chosen")) < 0)
    err = number;
  if (!err)
    err = wpp_tuning_build (s->u, number, number + 1, s->u->t->trials.cycles);
  if (!err)
    forget_all (s);
  *variant = number;
  return err;
}

size_t
wpp_tuning_least (const struct wpp_tuned *tuned)
{
  size_t least = WPP_TUNED_ALL;
  for (size_t i = WPP_TUNED_ALL; i < tuned->n_variants; i++)
    {
      const struct wpp_tuned_variant *v = &tuned->variants[i], *l = &tuned->variants[least];
      if (v->runs && v->result == WPP_TRIAL_SAME && (!l->runs || l->result != WPP_TRIAL_SAME || v->cost < l->cost))
        least = i;
    }
  return least;
}

/* With estimates, run the variants *VARIANT and all, and let *VARIANT be the one that costs least of those tried.  */
static int
settle (struct wpp_tuning *u, size_t *variant)
{
  double cost;
  int err = 0;
  if (!u->t->trials.cycles)
    {
      if (!u->tuned->variants[*variant].built)
        *variant = WPP_TUNED_ALL;
      return 0;
    }
  for (size_t i = 0; i < 3 && !err; i++)
    {
      size_t v = i < 2 ? WPP_TUNED_PROFILE_USE + i : *variant;
      if (!u->tuned->variants[v].runs)
        err = wpp_tuning_measure (u, v, 0, &cost);
    }
  *variant = wpp_tuning_least (u->tuned);
  return err;
}

/* Is any variant with -fwpp-use there?  */
static bool
any_built_p (const struct wpp_tuned *tuned)
{
  for (size_t i = WPP_TUNED_ALL; i < tuned->n_variants; i++)
    if (tuned->variants[i].built)
      return true;
  return false;
}

int
wpp_tuning_screen_kinds (struct wpp_tuning *u, size_t *variant)
{
  struct screening s = { .u = u, .what = "kinds", .factors = kinds, .n = N_KINDS };
  int err = screen (&s, WPP_TUNED_PROFILE_USE, variant);
  if (!err && !any_built_p (u->tuned))
    return wpp_trials_complain (u->place, "the build always fails with -fwpp-use; %s/failed.log says why",
                                u->t->trials.state);
  return err ? err : settle (u, variant);
}

int
wpp_tuning_screen_functions (struct wpp_tuning *u, size_t *variant)
{
  char *names[MOST_FUNCTIONS] = { NULL }, *base = strdup (u->tuned->variants[*variant].options);
  int n = base ? u->t->hot (u->t->trials.data, u->paths, names, MOST_FUNCTIONS, u->place) : WPP_E_NOMEM;
  int err = n < 0 ? n : 0;
  struct screening s
    = { .u = u, .what = "functions", .function = true, .factors = (const char *const *)names, .n = n, .base = base };
  if (n > 0)
    err = screen (&s, u->tuned->n_variants, variant);
  if (n > 0 && !err)
    err = settle (u, variant);
  for (unsigned i = 0; i < MOST_FUNCTIONS; i++)
    free (names[i]);
  free (base);
  return err;
}
