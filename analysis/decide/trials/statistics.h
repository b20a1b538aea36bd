/* What measurements say of a mean, and how sure that is.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A sample is of numbers that are drawn independently from one distribution, about normal: logarithms of ratios of two
   times that were taken one after the other, in layouts drawn by lot.

   Who looks at a sample again and again until it says something is wrong more often than who looks once.  So the looks
   are agreed upon before: after 5, 8, 13 … numbers, and each may be wrong with a share of the error that all of them
   may have together (Bonferroni; Jennison, Turnbull, Group Sequential Methods, 2000, spend errors in this way).  */

#ifndef WPP_ANALYSIS_DECIDE_TRIALS_STATISTICS_H
#define WPP_ANALYSIS_DECIDE_TRIALS_STATISTICS_H

#include <stddef.h>

struct wpp_sample              /* all 0: nothing */
{
  size_t n;
  double mean;
  double squares;               /* of the differences from the mean, all together */
};

void wpp_sample_add (struct wpp_sample *s, double x);

/* The probability that Student's t with FREEDOM >= 1 degrees of freedom is at most T.  */
double wpp_student (double t, double freedom);
/* T for which that is P, 0 < P < 1.  */
double wpp_student_quantile (double p, double freedom);

/* How far the true mean is above S's mean at most, or below it at most; each is wrong with probability ERROR.  Infinite
   with less than two numbers.  */
double wpp_sample_margin (const struct wpp_sample *s, double error);

#define WPP_LOOKS 6u

/* After how many numbers look LOOK, of WPP_LOOKS, is; and which part of ERROR it may have.  */
unsigned wpp_look_at (unsigned look);
double wpp_look_error (unsigned look, double error);

#endif /* WPP_ANALYSIS_DECIDE_TRIALS_STATISTICS_H */
