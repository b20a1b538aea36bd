/* Letters and phrases: pieces of an event sequence.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_GRAMMAR_RULES_LETTER_H
#define WPP_ANALYSIS_GRAMMAR_RULES_LETTER_H

#include <stdint.h>

struct letter /* a symbol and the number of its occurrences in a row */
{
  uint32_t symbol;
  uint32_t exponent;
};

struct phrase
{
  const struct letter *letters;
  uint32_t n;
};

#endif /* WPP_ANALYSIS_GRAMMAR_RULES_LETTER_H */
