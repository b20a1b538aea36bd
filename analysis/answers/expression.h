/* Conditions over variables, as users write them: `x < 0 && n == limit'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Operators of C, with their precedence: ?: is not among them, nor are assignments, calls and pointers.

     || && | ^ & == != < <= > >= << >> + - * / % and, before an operand, - ~ ! +

   Numbers are integers as C writes them, characters, and numbers with a point.  A variable is a name.  What is computed
   is a 64-bit integer with a sign, or, if an operand has a point, a double.  What is not known makes what depends on it
   not known, but for && and || that are decided without it.  */

#ifndef WPP_ANALYSIS_ANSWERS_EXPRESSION_H
#define WPP_ANALYSIS_ANSWERS_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wpp_expression;

struct wpp_expression_value
{
  bool known, real;
  int64_t integer;
  double number;                /* if REAL */
};

/* The condition TEXT.  Null: *BAD is null when out of memory, else the place in TEXT where it is wrong.  */
struct wpp_expression *wpp_expression_new (const char *text, const char **bad);
void wpp_expression_free (struct wpp_expression *e);

/* Its variables, each once: their number, and the name of number I.  */
size_t wpp_expression_variables (const struct wpp_expression *e);
const char *wpp_expression_variable (const struct wpp_expression *e, size_t i);

/* What it is when its variables are VALUES [wpp_expression_variables].  */
struct wpp_expression_value wpp_expression_evaluate (const struct wpp_expression *e,
                                                     const struct wpp_expression_value *values);
/* Is V known, and not 0?  */
static inline bool
wpp_expression_true_p (struct wpp_expression_value v)
{
  return v.known && (v.real ? v.number != 0 : v.integer != 0);
}

#endif /* WPP_ANALYSIS_ANSWERS_EXPRESSION_H */
