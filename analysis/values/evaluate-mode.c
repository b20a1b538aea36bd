/* What operations on reals give where the program does not round to nearest, or takes denormal numbers for zeros.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   GCC may have computed, or moved, an operation as if that were not so (without -frounding-math it does not know of
   modes).  So only what is the same in all modes is known: results that are exact, if it does not round to nearest, and
   none of whose parts is denormal.  */

#include <fenv.h>
#include "format/value-table.h"
#include "values/evaluate-impl.h"

static unsigned
operands_of (uint8_t operation)
{
  switch (wpp_operation_infos[operation].kind)
    {
    case WPP_CLASS_TERNARY: return 3;
    case WPP_CLASS_BINARY: case WPP_CLASS_COMPARISON: return 2;
    default: return 1;
    }
}

/* Is WORD, an S, a denormal number, or the smallest one that is not, to which one may have been rounded?  */
static bool
denormal_p (struct wpp_scalar s, uint64_t word)
{
  unsigned fraction = s.bits == 32 ? 23 : 52;
  uint64_t magnitude = word & ((UINT64_C (1) << (s.bits - 1)) - 1);
  return s.kind == WPP_SCALAR_REAL && magnitude && magnitude <= UINT64_C (1) << fraction;
}

/* Is WORD, an S, 0 or -0?  Which one, of two numbers that cancel out, is for the mode to say.  */
static bool
zero_p (struct wpp_scalar s, uint64_t word)
{
  return s.kind == WPP_SCALAR_REAL && !(word << (64 - s.bits) << 1);
}

static bool
adds_p (uint8_t operation)
{
  return operation == WPP_OPERATION_PLUS || operation == WPP_OPERATION_MINUS;
}

bool
wpp_evaluate_in_mode (uint32_t mode, uint8_t operation, struct wpp_scalar to, const struct wpp_scalar *of,
                      const uint64_t *in, uint64_t *word)
{
  unsigned n = operands_of (operation);
  bool real = to.kind == WPP_SCALAR_REAL, denormal = false;
  feclearexcept (FE_ALL_EXCEPT);
  if (!wpp_evaluate (operation, to, of, in, word))
    return false;
  bool inexact = fetestexcept (FE_INEXACT | FE_OVERFLOW | FE_UNDERFLOW);
  for (unsigned i = 0; i < n; i++)
    {
      real |= of[i].kind == WPP_SCALAR_REAL;
      denormal |= denormal_p (of[i], in[i]);
    }
  if (!mode || !real || operation == WPP_OPERATION_COND || operation == WPP_OPERATION_NEGATE
      || operation == WPP_OPERATION_ABS)
    return true;
  /* What is after the point is cut off in all modes.  */
  inexact &= operation != WPP_OPERATION_FIX_TRUNC && mode & WPP_MODE_ROUNDS;
  return !inexact && !denormal && !denormal_p (to, *word)
         && !(mode & WPP_MODE_ROUNDS && adds_p (operation) && zero_p (to, *word));
}
