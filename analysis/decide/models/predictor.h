/* A model of a processor's branch predictor.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   How often a branch was taken does not say how often a processor takes it for the other way: that depends on the order
   of outcomes.  So outcomes are told to a model of current predictors, in the program's order, and it counts misses.

   - TAGE: A. Seznec, P. Michaud, A case for (partially) TAgged GEometric history length branch prediction, JILP 8,
     2006.  A table of two-bit counters (bimodal), and WPP_PREDICTOR_TABLES tables of tagged three-bit counters.  Each
     is looked up by the branch and so many of the last outcomes of all branches; the numbers are a geometric series.
     The longest history that is found predicts; the next one, the alternate, does so where new entries have proved to
     be worse.
   - A loop predictor, as in A. Seznec, A 256 Kbits L-TAGE branch predictor, JILP 9, 2007: a branch that has left a loop
     after the same number of trips three times does so again.  It is asked first while it is right more often than
     TAGE.

   Numbers of entries are those of that paper's size of predictor; what is published about current processors (H.
   Yavarzadeh et al., Half&Half, IEEE S&P 2023: histories of 93 to 194 taken branches) is of this order.  Where hardware
   folds histories into indices by exclusive or, the model takes a polynomial of them, which tells as much apart.  What
   a statistical corrector (TAGE-SC-L) gains on branches that are nearly random is not modelled.  */

#ifndef WPP_ANALYSIS_DECIDE_MODELS_PREDICTOR_H
#define WPP_ANALYSIS_DECIDE_MODELS_PREDICTOR_H

#include <stdbool.h>
#include <stdint.h>

#define WPP_PREDICTOR_TABLES 8
#define WPP_PREDICTOR_SHORTEST 4   /* outcomes of the shortest history */
#define WPP_PREDICTOR_LONGEST 256  /* ... and of the longest */
#define WPP_PREDICTOR_TRIPS 1023   /* the most trips that the loop predictor counts */

struct wpp_predictor;

/* Null when out of memory.  All of them predict the same from the same outcomes.  */
struct wpp_predictor *wpp_predictor_new (void);
void wpp_predictor_free (struct wpp_predictor *p);

/* BRANCH, any number that is its own, is TAKEN or not.  Return whether that was predicted.  */
bool wpp_predictor_outcome (struct wpp_predictor *p, uint32_t branch, bool taken);

/* A jump with more than two ways, JUMP, takes WAY.  It is not predicted, but histories have it.  */
void wpp_predictor_jump (struct wpp_predictor *p, uint32_t jump, uint32_t way);

#endif /* WPP_ANALYSIS_DECIDE_MODELS_PREDICTOR_H */
