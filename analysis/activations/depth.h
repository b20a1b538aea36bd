/* A number of activations above each other.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A hostile grammar nests more of them than 64 bits can count: exact below WPP_DEPTH_MANY, which stands for 2^126 or
   more.  What is taken off as many, WPP_DEPTH_FEW at a time, leaves as many; anything else is WPP_E_TOOBIG, as nothing is
   known then of what lies below.  */

#ifndef WPP_DEPTH_H
#define WPP_DEPTH_H

#include <stdint.h>
#include "support/error.h"

typedef unsigned __int128 wpp_depth __attribute__ ((aligned (8))); /* lists of them are long */
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
  /* Dividing 128 bits is slow, and hardly ever needed.  */
  if (depth <= UINT64_MAX)
    return depth * n;
  return depth > WPP_DEPTH_MANY / n ? WPP_DEPTH_MANY : depth * n;
}

/* Take N off *DEPTH, which is not less.  */
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

#endif /* WPP_DEPTH_H */
