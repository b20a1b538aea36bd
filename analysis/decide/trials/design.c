/* Which factors are on in which trial.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <math.h>
#include "decide/trials/design.h"

/* Each row but the last is the one before, turned by one place.  */
static const bool first[WPP_DESIGN_COLUMNS] = { 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0 };

bool
wpp_design_on_p (unsigned trial, unsigned column)
{
  return trial < WPP_DESIGN_TRIALS - 1 && first[(column + WPP_DESIGN_COLUMNS - trial) % WPP_DESIGN_COLUMNS];
}

double
wpp_design_effect (const double *results, unsigned column)
{
  double sum[2] = { 0, 0 };
  unsigned n[2] = { 0, 0 };
  for (unsigned t = 0; t < WPP_DESIGN_TRIALS; t++)
    if (!isnan (results[t]))
      {
        bool on = wpp_design_on_p (t, column);
        sum[on] += results[t];
        n[on]++;
      }
  return n[0] && n[1] ? sum[1] / n[1] - sum[0] / n[0] : NAN;
}

double
wpp_design_error (const double *results, unsigned factors)
{
  double squares = 0;
  unsigned n = 0;
  for (unsigned c = factors; c < WPP_DESIGN_COLUMNS; c++)
    {
      double effect = wpp_design_effect (results, c);
      if (!isnan (effect))
        {
          squares += effect * effect;
          n++;
        }
    }
  return n ? sqrt (squares / n) : 0;
}
