/* Which of a candidate, the plain program and -fprofile-use is chosen.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The candidate is chosen if both others are known to be slower.  Each is known with the whole error, as both must be
   (Berger, Multiparameter Hypothesis Testing and Acceptance Sampling, 1982: intersection-union).  */

#include <math.h>
#include "decide/trials/statistics.h"
#include "decide/trials/trials-impl.h"
#include "decide/trials/tuner-impl.h"

#define MOST_ROUNDS 55u
#define FIRST_RUN 1000u         /* those before are of other comparisons */

enum { PLAIN = WPP_TUNED_PLAIN, PROFILE_USE = WPP_TUNED_PROFILE_USE, CANDIDATE, N_SIDES };

struct contest
{
  struct wpp_tuning *u;
  size_t variant[N_SIDES];
  bool runs[N_SIDES];           /* it may still win, … */
  bool lost[N_SIDES];           /* … or another one is known to be faster */
  double cost[N_SIDES][MOST_ROUNDS];
  unsigned rounds, look;
  double error;                 /* of the last look */
};

/* The logarithms of ratios of the costs of A and B, round by round.  */
static struct wpp_sample
pairs (const struct contest *c, unsigned a, unsigned b)
{
  struct wpp_sample s = { 0 };
  for (unsigned r = 0; r < c->rounds; r++)
    if (!isnan (c->cost[a][r]) && !isnan (c->cost[b][r]))
      wpp_sample_add (&s, log (c->cost[a][r] / c->cost[b][r]));
  return s;
}

/* Is A known to be faster than B?  */
static bool
faster_p (const struct contest *c, unsigned a, unsigned b)
{
  struct wpp_sample s = pairs (c, a, b);
  return s.mean + wpp_sample_margin (&s, c->error) < 0;
}

static int
run_round (struct contest *c)
{
  size_t order[N_SIDES] = { PLAIN, PROFILE_USE, CANDIDATE };
  int err = 0;
  wpp_tuning_shuffle (c->u, order, N_SIDES);
  for (unsigned i = 0; i < N_SIDES && !err; i++)
    {
      double *cost = &c->cost[order[i]][c->rounds];
      *cost = NAN;
      if (c->runs[order[i]])
        err = wpp_tuning_measure (c->u, c->variant[order[i]], FIRST_RUN + c->rounds, cost);
      /* Who fails is out, and does not win.  */
      if (isnan (*cost))
        c->runs[order[i]] = false;
    }
  c->rounds++;
  return err;
}

/* Leave out whom another one is known to be faster than.  Return whether there is nothing more to find out.  */
static bool
look (struct contest *c)
{
  unsigned n = 0;
  c->error = wpp_look_error (c->look++, WPP_TUNE_ERROR);
  for (unsigned a = 0; a < N_SIDES; a++)
    for (unsigned b = 0; b < N_SIDES; b++)
      /* While the candidate may win, it must be faster than both itself.  */
      if (a != b && c->runs[a] && c->runs[b] && (a == CANDIDATE || b == CANDIDATE || !c->runs[CANDIDATE])
          && faster_p (c, a, b))
        c->lost[b] = true;
  for (unsigned a = 0; a < N_SIDES; a++)
    {
      c->runs[a] &= !c->lost[a];
      n += c->runs[a];
    }
  return n <= 1;
}

static int
run_rounds (struct contest *c)
{
  bool over = false;
  int err = 0;
  while (!over && !err && c->look < WPP_LOOKS)
    {
      wpp_trials_tell (&c->u->t->trials, "comparing, round", c->rounds + 1, wpp_look_at (c->look));
      err = run_round (c);
      bool late = wpp_trials_spent (&c->u->t->trials) >= c->u->budget && c->rounds >= wpp_look_at (0);
      if (c->rounds >= wpp_look_at (c->look) || late)
        over = look (c) || late;
    }
  return err;
}

static bool
fit_p (const struct wpp_tuned *tuned, size_t variant)
{
  return tuned->variants[variant].built && tuned->variants[variant].result == WPP_TRIAL_SAME;
}

/* The better of plain and profile-use.  */
static unsigned
better_baseline (const struct contest *c)
{
  if (!fit_p (c->u->tuned, WPP_TUNED_PROFILE_USE))
    return PLAIN;
  struct wpp_sample s = pairs (c, PROFILE_USE, PLAIN);
  return s.n && s.mean < 0 ? PROFILE_USE : PLAIN;
}


/* Is the candidate known to be faster than both, or the one that there is?  */
static bool
won_p (const struct contest *c)
{
  return c->runs[CANDIDATE] && c->lost[PLAIN] && (c->lost[PROFILE_USE] || !fit_p (c->u->tuned, WPP_TUNED_PROFILE_USE));
}

static void
conclude (struct contest *c)
{
  struct wpp_tuned *a = c->u->tuned;
  unsigned base = better_baseline (c);
  bool fit = fit_p (a, c->variant[CANDIDATE]), won = won_p (c);
  unsigned chosen = won ? CANDIDATE : base, against = won ? base : CANDIDATE;
  struct wpp_sample s = pairs (c, chosen, against);
  double margin = wpp_sample_margin (&s, c->error);
  a->chosen = c->variant[chosen];
  a->against = c->variant[against];
  a->end = won ? WPP_TUNED_FASTER : fit && c->runs[CANDIDATE] ? WPP_TUNED_UNKNOWN : WPP_TUNED_SLOWER;
  a->ratio = exp (s.mean);
  a->low = exp (s.mean - margin);
  a->high = exp (s.mean + margin);
  a->pairs = s.n;
}

int
wpp_tuning_contest (struct wpp_tuning *u, size_t candidate)
{
  struct contest c = { .u = u, .variant = { WPP_TUNED_PLAIN, WPP_TUNED_PROFILE_USE, candidate } };
  for (unsigned a = 0; a < N_SIDES; a++)
    c.runs[a] = fit_p (u->tuned, c.variant[a]);
  int err = run_rounds (&c);
  if (!err)
    conclude (&c);
  return err;
}

int
wpp_tuning_compare (struct wpp_tuning *u, size_t candidate)
{
  struct wpp_tuned *a = u->tuned;
  bool profile_use = fit_p (a, WPP_TUNED_PROFILE_USE)
                     && a->variants[WPP_TUNED_PROFILE_USE].cost < a->variants[WPP_TUNED_PLAIN].cost;
  size_t base = profile_use ? WPP_TUNED_PROFILE_USE : WPP_TUNED_PLAIN;
  const struct wpp_tuned_variant *c = &a->variants[candidate];
  bool won = fit_p (a, candidate) && c->runs && c->cost < a->variants[base].cost;
  a->chosen = won ? candidate : base;
  a->against = won ? base : candidate;
  a->end = won ? WPP_TUNED_FASTER : WPP_TUNED_SLOWER;
  a->ratio = a->low = a->high = a->variants[a->chosen].cost / a->variants[a->against].cost;
  return 0;
}
