/* The depth of nested activations.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A hostile grammar nests more activations than 64 bits can count.  A depth is exact below WPP_DEPTH_MANY, which stands
   for 2^126 or more.  When up to WPP_DEPTH_FEW are subtracted from that many, that many are left; subtracting more is
   WPP_E_TOOBIG, because nobody knows then what lies below.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_MACHINE_DEPTH_H
#define WPP_ANALYSIS_ACTIVATIONS_MACHINE_DEPTH_H

#include <stdint.h>
#include "base/error.h"

typedef unsigned __int128 wpp_depth __attribute__ ((aligned (8))); /* saves memory in long lists */
#define WPP_DEPTH_MANY ((wpp_depth)1 << 127)
#define WPP_DEPTH_FEW ((wpp_depth)1 << 80)

static inline void
wpp_depth_add (wpp_depth *sum, wpp_depth n)
{
  *sum += n;
  if (*sum > WPP_DEPTH_MANY)
    *sum = WPP_DEPTH_MANY;
}

static inline wpp_depth
wpp_depth_product (wpp_depth depth, uint32_t n)
{
  /* Division of 128 bits is slow, and hardly ever needed.  */
  if (depth <= UINT64_MAX)
    return depth * n;
  return depth > WPP_DEPTH_MANY / n ? WPP_DEPTH_MANY : depth * n;
}

/* Subtract N from *DEPTH >= N.  */
static inline int
wpp_depth_take (wpp_depth *depth, wpp_depth n)
{
  if (*depth < WPP_DEPTH_MANY)
    *depth -= n;
  else if (n >= WPP_DEPTH_FEW)
    return WPP_E_TOOBIG;
  return WPP_OK;
}

static inline wpp_depth
wpp_depth_lesser (wpp_depth a, wpp_depth b)
{
  return a < b ? a : b;
}

#endif /* WPP_ANALYSIS_ACTIVATIONS_MACHINE_DEPTH_H */
