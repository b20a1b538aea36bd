/* The connection of wpp.h's functions with the counts of paths.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#ifndef WPP_RUNTIME_COMMON_COUNTING_H
#define WPP_RUNTIME_COMMON_COUNTING_H

#include "runtime/common/common.h"

/* Null until the first object that counts has been loaded.  If the executable does not count, it may have opened that
   object; then the executable does not contain counts.c.  */
struct wpp_counting
{
  int (*flush) (void);
  int (*reset) (void);
};
WPP_SHARED_SYMBOL extern struct wpp_counting __wpp_counting;

#endif /* WPP_RUNTIME_COMMON_COUNTING_H */
