/* Values of a walk, and what is known of them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DECIDE_DUPLICATION_NUMBERS_H
#define WPP_ANALYSIS_DECIDE_DUPLICATION_NUMBERS_H

#include "program/statements/body.h"

/* At most so many values are told apart in a walk.  What is asked of them is searched for, and the time of that is
   bounded, too.  */
#define WPP_MOST_NUMBERS 1024u

/* What made a value: an operation of others.  */
struct wpp_made
{
  uint8_t operation, n;      /* N: operands; 0: nothing is known */
  uint32_t type;             /* of the result */
  uint32_t of[3];            /* numbers */
};

struct wpp_known
{
  bool bounded;              /* it is an integer or pointer, and what follows is known */
  wpp_integer low, high;
  bool excludes;             /* it is not OTHER */
  wpp_integer other;
  struct wpp_made made;
};

/* X < Y, X == Y and X > Y as bits: those that may be.  */
enum { WPP_LESS = 1, WPP_EQUAL = 2, WPP_GREATER = 4, WPP_ANY = 7 };

struct wpp_relation
{
  uint32_t x, y;
  unsigned may;
};

struct wpp_numbers
{
  const struct wpp_body *body;
  uint32_t n;
  struct wpp_known known[WPP_MOST_NUMBERS];
  uint32_t n_relations;
  struct wpp_relation relations[WPP_MOST_NUMBERS];
};

/* A new value of TYPE, of which only that is known; WPP_NONE when there are too many.  */
uint32_t wpp_new_value (struct wpp_numbers *v, uint32_t type);
/* The constant VALUE of TYPE.  */
uint32_t wpp_new_constant (struct wpp_numbers *v, uint32_t type, wpp_integer value);
/* The value that MADE gives; a constant, or one that was made before, or a new one.  */
uint32_t wpp_make_value (struct wpp_numbers *v, const struct wpp_made *made);

/* Is X, which may be WPP_NONE, a constant?  */
bool wpp_constant_p (const struct wpp_numbers *v, uint32_t x);
/* Are X and Y the same value for sure?  */
bool wpp_same_value_p (const struct wpp_numbers *v, uint32_t x, uint32_t y);

/* Is X OPERATION Y, a comparison, true (1), false (0), or unknown (-1)?  */
int wpp_compare_values (const struct wpp_numbers *v, unsigned operation, uint32_t x, uint32_t y);
/* It is true, or false if not HOLDS.  */
void wpp_assume (struct wpp_numbers *v, unsigned operation, uint32_t x, uint32_t y, bool holds);
/* X is from LOW to HIGH.  */
void wpp_assume_between (struct wpp_numbers *v, uint32_t x, wpp_integer low, wpp_integer high);
/* X is no null pointer, or 0.  */
void wpp_assume_nonzero (struct wpp_numbers *v, uint32_t x);

#endif /* WPP_ANALYSIS_DECIDE_DUPLICATION_NUMBERS_H */
