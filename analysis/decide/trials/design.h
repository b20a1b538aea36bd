/* Which factors are on in which trial: Plackett, Burman, The Design of Optimum Multifactorial Experiments, Biometrika
   33, 1946.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Twelve trials tell the effects of up to eleven factors, each from all twelve: in six of them the factor is on, in six
   it is off, and any two factors are on together in three.  So what one does is not taken for what another does (but
   what two do together is spread over the others).  The columns that no factor takes have no effect; what seems to be
   one there is the error of all.  */

#ifndef WPP_ANALYSIS_DECIDE_TRIALS_DESIGN_H
#define WPP_ANALYSIS_DECIDE_TRIALS_DESIGN_H

#include <stdbool.h>
#include <stddef.h>

#define WPP_DESIGN_TRIALS 12u
#define WPP_DESIGN_COLUMNS 11u

/* Is the factor of COLUMN on in TRIAL?  In the last trial all are off.  */
bool wpp_design_on_p (unsigned trial, unsigned column);

/* The mean of RESULTS [WPP_DESIGN_TRIALS] where COLUMN's factor is on, less that where it is off.  Results that are not
   numbers are left out; not a number if nothing is left.  */
double wpp_design_effect (const double *results, unsigned column);

/* The error of an effect, by the columns from FACTORS on, which have none: the root of the mean of their squares; 0
   without such columns.  */
double wpp_design_error (const double *results, unsigned factors);

#endif /* WPP_ANALYSIS_DECIDE_TRIALS_DESIGN_H */
