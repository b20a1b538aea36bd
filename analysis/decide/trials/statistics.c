/* What measurements say of a mean, and how sure that is.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <float.h>
#include <math.h>
#include "decide/trials/statistics.h"

/* ---- Samples.  */

/* Welford: sums of squares would lose the digits that matter.  */
void
wpp_sample_add (struct wpp_sample *s, double x)
{
  double before = x - s->mean;
  s->n++;
  s->mean += before / s->n;
  s->squares += before * (x - s->mean);
}

double
wpp_sample_margin (const struct wpp_sample *s, double error)
{
  if (s->n < 2)
    return INFINITY;
  return wpp_student_quantile (1 - error, s->n - 1) * sqrt (s->squares / (s->n - 1) / s->n);
}

/* ---- Student's t.  */

/* The continued fraction of the incomplete beta function (DLMF 8.17.22), by Lentz's algorithm.  */
static double
beta_fraction (double a, double b, double x)
{
  const double least = DBL_MIN / DBL_EPSILON;
  double c = 1, d = 1 - (a + b) * x / (a + 1), f;
  d = 1 / (fabs (d) < least ? least : d);
  f = d;
  for (int m = 1; m < 10000; m++)
    {
      double change = 1;
      for (int odd = 0; odd < 2; odd++)
        {
          double term = odd ? -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
                            : m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
          d = 1 + term * d;
          c = 1 + term / c;
          d = 1 / (fabs (d) < least ? least : d);
          c = fabs (c) < least ? least : c;
          change = c * d;
          f *= change;
        }
      if (fabs (change - 1) < 4 * DBL_EPSILON)
        break;
    }
  return f;
}

/* The regularised incomplete beta function I_x (a, b).  */
static double
incomplete_beta (double a, double b, double x)
{
  if (x <= 0 || x >= 1)
    return x <= 0 ? 0 : 1;
  double front = exp (lgamma (a + b) - lgamma (a) - lgamma (b) + a * log (x) + b * log1p (-x));
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction (a, b, x) / a : 1 - front * beta_fraction (b, a, 1 - x) / b;
}

double
wpp_student (double t, double freedom)
{
  double tail = incomplete_beta (freedom / 2, 0.5, freedom / (freedom + t * t)) / 2;
  return t > 0 ? 1 - tail : tail;
}

double
wpp_student_quantile (double p, double freedom)
{
  double low = -1, high = 1;
  while (wpp_student (low, freedom) > p && low > -1e100)
    low *= 2;
  while (wpp_student (high, freedom) < p && high < 1e100)
    high *= 2;
  while (high - low > 1e-12 * fmax (fabs (low), fabs (high)))
    {
      double middle = low + (high - low) / 2;
      if (middle <= low || middle >= high)
        break;
      *(wpp_student (middle, freedom) < p ? &low : &high) = middle;
    }
  return low + (high - low) / 2;
}

/* ---- Looks.  */

/* Each look comes when there is half as much again as before, and may err as often as is left for it: late looks, which
   are worth more, get more.  */
static const struct { unsigned at; double share; } looks[WPP_LOOKS]
  = { { 5, 0.05 }, { 8, 0.1 }, { 13, 0.15 }, { 21, 0.2 }, { 34, 0.25 }, { 55, 0.25 } };

unsigned
wpp_look_at (unsigned look)
{
  return looks[look].at;
}

double
wpp_look_error (unsigned look, double error)
{
  return looks[look].share * error;
}
