/* What nearly always had the same value: `wpp values --hot'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   B. Calder, P. Feller, A. Eustace, Value Profiling, MICRO 1997: what is loaded or returned, and seldom differs, is
   worth code of its own for that value.  What is computed from it follows.  */

#ifndef WPP_ANALYSIS_ANSWERS_INVARIANTS_H
#define WPP_ANALYSIS_ANSWERS_INVARIANTS_H

#include "answers/asked.h"

/* A statement that loads, or has a call's result.  */
struct wpp_invariant_row
{
  const char *function, *file;
  uint32_t line, column;
  const char *statement;        /* in the words of the source */
  const char *value;            /* the most frequent one, as wpp_value_text has it */
  uint64_t count;               /* executions that had it */
  uint64_t executions;          /* all of which it is known */
  double invariance;            /* COUNT in EXECUTIONS */
};
extern const struct wpp_schema wpp_invariants_schema;

/* Statements with at least this share of executions alike are told.  */
#define WPP_INVARIANT_SHARE 0.9

/* Needs values.  Those of greatest counts come first.  Errors as of wpp_answer_executed.  */
wpp_answer wpp_answer_invariants;

#endif /* WPP_ANALYSIS_ANSWERS_INVARIANTS_H */
