/* Binary search.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_BASE_SEARCH_H
#define WPP_ANALYSIS_BASE_SEARCH_H

#include <stddef.h>

/* The first number I in 0 .. N - 1 for which BEFORE, an expression of I, is false; or N.  BEFORE must be true for all
   smaller numbers and false for all greater ones.  If items are sorted by KEY,

     WPP_PARTITION_POINT (i, n, item[i].key < key)    is the first item that is not before KEY, and
     WPP_PARTITION_POINT (i, n, item[i].key <= key)   is the first item after it.  */
#define WPP_PARTITION_POINT(I, N, BEFORE)                                                         \
  ({                                                                                              \
    size_t wpp_low = 0, wpp_high = (N);                                                           \
    while (wpp_low < wpp_high)                                                                    \
      {                                                                                           \
        size_t I = wpp_low + (wpp_high - wpp_low) / 2;                                            \
        if (BEFORE)                                                                               \
          wpp_low = I + 1;                                                                        \
        else                                                                                      \
          wpp_high = I;                                                                           \
      }                                                                                           \
    wpp_low;                                                                                      \
  })

/* The number I in 0 .. N - 1 for which VALUE, an expression of I that rises, is KEY; or N.  */
#define WPP_FIND_SORTED(I, N, VALUE, KEY)                                                         \
  ({                                                                                              \
    size_t wpp_n = (N);                                                                           \
    __auto_type wpp_key = (KEY);                                                                  \
    size_t I = WPP_PARTITION_POINT (I, wpp_n, (VALUE) < wpp_key);                                 \
    I < wpp_n && (VALUE) == wpp_key ? I : wpp_n;                                                  \
  })

#endif /* WPP_ANALYSIS_BASE_SEARCH_H */
