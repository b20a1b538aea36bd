/* Columns: streams of numbers, in blocks, as few bytes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A block is coded by itself, by a predictor that is good for it, found by trial.  The paper (section 4) makes each
   predictor bidirectional, since its streams have no beginnings but the first; ours have one every few thousand values,
   so a cursor that goes backward has a block decoded, and goes backward in that.

   Predictors, as in M. Burtscher, VPC3, SIGMETRICS 2004, and the paper: each in three sizes.
     FCM n       what came after the last n values (by hash) when they came last
     dFCM n      the same for differences
     last n      one of the last n different values
     last n stride   the last value and one of the last n different differences

     block   := u8 form, ...
     RAW        : numbers
     CONSTANT   : LEB value
     predicted  : u8 bits of a symbol; symbols (packed if a bit, else bytes), numbers that were not predicted
     numbers := u8 kind (enum number_kind), u8 bytes each, bytes plane by plane, the lowest bytes first

   A value is a miss, symbol 0, or is given by the predictor, symbol 1 to n.  How many values a block has is known.  */

#ifndef WPP_ANALYSIS_WET_COLUMN_H
#define WPP_ANALYSIS_WET_COLUMN_H

#include "base/bytes.h"

/* Numbers of the forms are in files.  */
enum wpp_wet_form
{
  WPP_WET_RAW,
  WPP_WET_CONSTANT,
  WPP_WET_FCM_1, WPP_WET_FCM_2, WPP_WET_FCM_3,
  WPP_WET_DFCM_1, WPP_WET_DFCM_2, WPP_WET_DFCM_3,
  WPP_WET_LAST_1, WPP_WET_LAST_4, WPP_WET_LAST_16,
  WPP_WET_STRIDE_1, WPP_WET_STRIDE_4, WPP_WET_STRIDE_16,
  WPP_N_WET_FORMS
};

/* The most values of a block.  */
#define WPP_WET_BLOCK 4096u

/* Which forms are tried.  */
enum wpp_wet_predictor
{
  WPP_WET_BEST,          /* all; those that the last block of a column was best with again, until they get worse */
  WPP_WET_PAPER,         /* the paper's, tried block by block */
  WPP_WET_NONE,          /* no predictor */
  WPP_WET_ALONE          /* and a form with a predictor, added: that one, whatever the block */
};

/* Set *P to what is called NAME: best, paper, none, or one predictor: fcm-1 to dfcm-3, last-1 to stride-16.  Return
   whether there is one.  */
bool wpp_wet_predictor_named (const char *name, enum wpp_wet_predictor *p);

/* What is kept for the next block of a column.  */
struct wpp_wet_habit             /* all 0 at first */
{
  uint8_t form;
  uint8_t blocks;                /* since all were tried */
};

/* Append the block V [N] to B, which fails if memory is out.  */
void wpp_wet_put_block (struct wpp_buffer *b, const uint64_t *v, uint32_t n, enum wpp_wet_predictor p,
                        struct wpp_wet_habit *habit);
/* Read a block of N values into V.  R becomes bad if there is none.  */
void wpp_wet_read_block (struct wpp_reader *r, uint64_t *v, uint32_t n);

#endif /* WPP_ANALYSIS_WET_COLUMN_H */
