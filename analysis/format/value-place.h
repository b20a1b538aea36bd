/* Value places: statements of which it is told with what values they were executed, by counts
   (-fwpp-generate=paths,values) or by replay (-fwpp-generate=wet).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   In its unit, a place has WPP_PLACE_WORDS words after those of all functions.  Word 0 counts its executions, and the
   others count what enum wpp_place_kind says.  Its frequent values are counted as the paths of a wide function are
   (recording/profile/wide.h) whose site is word 0: their numbers are the values, zero-extended.

   A thread finds the frequent values of a place by a table of WPP_PLACE_TABLE words, which belong to no unit: whether
   the place is listed in the thread's paths (counts-file.h), and then values and their counts.  A value that is not
   in a full table takes 1 from all counts (J. Misra, D. Gries, Finding Repeated Elements, Science of Computer
   Programming, 1982), and one whose count is 0 makes room.  So a count is never too large, a value with more than a
   ninth of the executions is there for sure, and where at most eight values came, all counts are exact.  The value of
   64 ones is never in a table's list: no path has that number.

   Where replay tells the values (decide/places/replayed.h), no event has a place's words, and what is listed is the
   same but for more values.  */

#ifndef WPP_ANALYSIS_FORMAT_VALUE_PLACE_H
#define WPP_ANALYSIS_FORMAT_VALUE_PLACE_H

#include <stdint.h>

#define WPP_PLACE_WORDS 4u
#define WPP_PLACE_VALUES 8u
#define WPP_PLACE_TABLE (1u + 2 * WPP_PLACE_VALUES)

/* The largest size that word 1 of a WPP_PLACE_SIZE counts.  */
#define WPP_PLACE_SMALL 16u

/* What the value is, and what words 1, 2 and 3 count.  */
enum wpp_place_kind
{
  WPP_PLACE_DIVISOR = 1,   /* of a quotient, or of a remainder with signs; nothing */
  WPP_PLACE_MODULUS = 2,   /* divisor of a remainder without signs; where it was a power of two, where the dividend was
                              smaller than it, where it was smaller than twice the divisor, but not than that */
  WPP_PLACE_SIZE = 3,      /* of memory that memcpy and its like are given; sizes of at most 16 bytes, of more and at
                              most 128, of more and at most 1024 */
  WPP_PLACE_CASE = 4,      /* what a switch decides on; nothing */
  WPP_PLACE_TARGET = 5     /* which function an indirect call calls, as struct __wpp_target (runtime/common/abi.h) has
                              it: wpp_target_number; nothing */
};
#define WPP_PLACE_KINDS 5u

/* The word that counts sizes like SIZE; 0: none.  */
static inline unsigned
wpp_place_word_for_size (uint64_t size)
{
  return size <= WPP_PLACE_SMALL ? 1 : size <= 128 ? 2 : size <= 1024 ? 3 : 0;
}

/* The word that says how a remainder of DIVIDEND may be computed without a division; 0: none.  */
static inline unsigned
wpp_place_word_for_dividend (uint64_t divisor, uint64_t dividend)
{
  return dividend < divisor ? 2 : dividend - divisor < divisor ? 3 : 0;
}

/* Is VALUE a power of two?  */
static inline int
wpp_place_power_p (uint64_t value)
{
  return value && (value & (value - 1)) == 0;
}

#endif /* WPP_ANALYSIS_FORMAT_VALUE_PLACE_H */
