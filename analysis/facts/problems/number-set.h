/* Sets of numbers: what conditions on integers and constants leave possible.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_FACTS_PROBLEMS_NUMBER_SET_H
#define WPP_ANALYSIS_FACTS_PROBLEMS_NUMBER_SET_H

#include "program/statements/body.h"

/* The numbers LOW to HIGH without OTHER.  */
struct wpp_number_set
{
  wpp_integer low, high, other;
  bool without;
};

/* Set *S to all values of TYPE; false when that is no type of integers or pointers.  */
static inline bool
wpp_all_numbers (const struct wpp_body *body, uint32_t type, struct wpp_number_set *s)
{
  *s = (struct wpp_number_set){ .low = 0 };
  return wpp_body_range (body, type, &s->low, &s->high);
}

/* Leave in S what compares with VALUE as OPERATION says.  */
static inline void
wpp_restrict_set (struct wpp_number_set *s, uint8_t operation, wpp_integer value)
{
  switch (operation)
    {
    case WPP_OPERATION_LT: s->high = value - 1 < s->high ? value - 1 : s->high; break;
    case WPP_OPERATION_LE: s->high = value < s->high ? value : s->high; break;
    case WPP_OPERATION_GT: s->low = value + 1 > s->low ? value + 1 : s->low; break;
    case WPP_OPERATION_GE: s->low = value > s->low ? value : s->low; break;
    case WPP_OPERATION_EQ:
      s->low = value > s->low ? value : s->low;
      s->high = value < s->high ? value : s->high;
      break;
    default:
      s->low += s->low == value;
      s->high -= s->high == value;
      s->without = s->low < value && value < s->high;
      s->other = s->without ? value : 0;
    }
}

static inline bool
wpp_in_set_p (const struct wpp_number_set *s, wpp_integer value)
{
  return s->low <= value && value <= s->high && !(s->without && s->other == value);
}

/* Are all of A in B; is none?  */
static inline bool
wpp_implies_p (const struct wpp_number_set *a, const struct wpp_number_set *b)
{
  return a->low >= b->low && a->high <= b->high && !(b->without && wpp_in_set_p (a, b->other));
}

static inline bool
wpp_refutes_p (const struct wpp_number_set *a, const struct wpp_number_set *b)
{
  wpp_integer low = a->low > b->low ? a->low : b->low, high = a->high < b->high ? a->high : b->high;
  return low > high || (low == high && !(wpp_in_set_p (a, low) && wpp_in_set_p (b, low)));
}

#endif /* WPP_ANALYSIS_FACTS_PROBLEMS_NUMBER_SET_H */
