/* Scalars: what replay computes with.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A scalar is an integer, a boolean, an enum, a pointer, or a binary floating-point number, of at most 8 bytes.  Its
   *word* is 64 bits: an integer of less precision is extended by its sign, or by zeroes; a number of 4 or 8 bytes is
   its bytes in memory, extended by zeroes.  Everything else (complex numbers, vectors, __int128, long double, _Float16,
   decimal numbers, aggregates) is no scalar, and is not tracked.  */

#ifndef WPP_ANALYSIS_VALUES_SCALAR_H
#define WPP_ANALYSIS_VALUES_SCALAR_H

#include "program/statements/body.h"

enum wpp_scalar_kind
{
  WPP_SCALAR_NONE,
  WPP_SCALAR_INTEGER,  /* and all that is like one */
  WPP_SCALAR_REAL
};

struct wpp_scalar
{
  uint8_t kind;        /* enum wpp_scalar_kind */
  uint8_t bits;        /* that count: 1 .. 64; of a REAL 32 or 64 */
  uint8_t bytes;       /* in memory: 1, 2, 4 or 8 */
  bool is_signed;      /* INTEGER */
};

/* What T is; of kind NONE if it is no scalar.  */
struct wpp_scalar wpp_scalar_of (const struct wpp_type *t);

/* The word of the integer that has the lowest S.bits of BITS.  */
static inline uint64_t
wpp_scalar_fit (struct wpp_scalar s, uint64_t bits)
{
  unsigned spare = 64u - s.bits;
  return s.is_signed ? (uint64_t) ((int64_t) (bits << spare) >> spare) : bits << spare >> spare;
}

/* What is in memory where a scalar is that has WORD: its bytes, extended by zeroes.  */
static inline uint64_t
wpp_scalar_bytes (struct wpp_scalar s, uint64_t word)
{
  return s.bytes == 8 ? word : word & ((UINT64_C (1) << 8 * s.bytes) - 1);
}

#endif /* WPP_ANALYSIS_VALUES_SCALAR_H */
