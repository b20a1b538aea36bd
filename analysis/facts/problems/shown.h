/* What dumps and `wpp freq' show of solutions: numbers, and blocks with their lines.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_FACTS_PROBLEMS_SHOWN_H
#define WPP_ANALYSIS_FACTS_PROBLEMS_SHOWN_H

#include "facts/frequency/solution.h"
#include "base/numbers.h"

/* Set TEXT to NUMBER, of so many WORDS, in decimal; it begins with `>=' when it is not exact.  */
#define WPP_NUMBER_DIGITS (WPP_NUMBER_WIDE * 20 + 4)
void wpp_number_digits (const uint64_t *number, unsigned words, char text[WPP_NUMBER_DIGITS]);

/* Return about what NUMBER is.  */
double wpp_number_value (const uint64_t *number, unsigned words);

/* Return the source lines of the block RANGE of CFG, each once, in their order, malloc'ed; *N is their number.  Return
   null when out of memory.  */
uint32_t *wpp_block_lines (const struct wpp_cfg *cfg, const struct wpp_block_range *range, uint32_t *n);

/* Return how many statements the block RANGE of CFG, executed COUNT times, of so many WORDS, has executed.  */
double wpp_block_cost (const struct wpp_cfg *cfg, const struct wpp_block_range *range, const uint64_t *count,
                       unsigned words);

#endif /* WPP_ANALYSIS_FACTS_PROBLEMS_SHOWN_H */
