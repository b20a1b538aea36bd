/* What operations of the program give.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   As GCC means them (tree.def): integers wrap in their precision, as -fwrapv would have it, since what is undefined in
   the source is not decided here.  Numbers are IEEE 754's, to nearest, each operation rounded for itself.
   Not-a-numbers are those of x86 (Intel SDM 1, 4.8.3.5): the operand's that is one, made quiet, or the negative default
   one; so another processor finds the same.

   What the language leaves open has no result: division by 0, a shift by as many bits as there are, a conversion of a
   number that does not fit; the sum of two different not-a-numbers, whose operands compilers exchange.  */

#ifndef WPP_ANALYSIS_VALUES_EVALUATE_H
#define WPP_ANALYSIS_VALUES_EVALUATE_H

#include "values/scalar.h"

/* Is there a rule for OPERATION on operands like OF (as many as it has; TERNARY: 3), with a result like TO?  */
bool wpp_evaluates_p (uint8_t operation, struct wpp_scalar to, const struct wpp_scalar *of);

/* Set *WORD to the result of OPERATION, of which that holds, for the words IN.  False: it has none.  */
bool wpp_evaluate (uint8_t operation, struct wpp_scalar to, const struct wpp_scalar *of, const uint64_t *in,
                   uint64_t *word);

/* The same where the program computes reals in MODE (WPP_TABLE_MODE of format/value-table.h, or WPP_MODE_UNKNOWN).
   False also if the result may be another one than to nearest.  */
#define WPP_MODE_UNKNOWN UINT32_MAX
bool wpp_evaluate_in_mode (uint32_t mode, uint8_t operation, struct wpp_scalar to, const struct wpp_scalar *of,
                           const uint64_t *in, uint64_t *word);

/* The word of a TO whose bytes in memory are BYTES.  False if no TO has them: the rest of a boolean's byte, say, is not
   0.  */
bool wpp_word_of_bytes (struct wpp_scalar to, uint64_t bytes, uint64_t *word);

/* Is WORD, of the real scalar S, no number?  */
bool wpp_nan_p (struct wpp_scalar s, uint64_t word);

#endif /* WPP_ANALYSIS_VALUES_EVALUATE_H */
