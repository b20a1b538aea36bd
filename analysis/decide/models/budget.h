/* What is worth the bytes that the code grows by: constants, order and limit that all decisions share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DECIDE_MODELS_BUDGET_H
#define WPP_ANALYSIS_DECIDE_MODELS_BUDGET_H

#include <stdint.h>

/* Statements that a processor of four to six instructions a cycle gets done in one, as code is rarely without
   dependences.  */
#define WPP_STATEMENTS_A_CYCLE 2.5

/* Bytes of a statement that becomes an instruction: the mean of x86-64, and all of AArch64's.  */
#define WPP_STATEMENT_BYTES 4u

/* What a byte of a copy gains is at least this part of the cycles that a byte of executed code takes.  */
#define WPP_LEAST_OF_A_BYTE 0.01

/* The bytes that are allowed to a unit of HOT bytes of executed code.  */
uint64_t wpp_code_budget (uint64_t hot);

/* Negative if A, of GAIN_A cycles and BYTES_A, comes before B, as it gains more for its bytes; positive if after it;
   else 0.  */
int wpp_compare_worth (double gain_a, uint32_t bytes_a, double gain_b, uint32_t bytes_b);

#endif /* WPP_ANALYSIS_DECIDE_MODELS_BUDGET_H */
