/* How wpp.h's functions get to the counts of paths.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#ifndef WPP_COUNTING_H
#define WPP_COUNTING_H

#include "runtime/common/common.h"

/* Set when the first object that counts has been loaded; null before.  It may be one that the executable,
   which does not count, has opened: nothing of counts.c is in the executable then.  */
struct wpp_counting
{
  int (*flush) (void);
  int (*reset) (void);
};
WPP_SHARED_SYMBOL extern struct wpp_counting __wpp_counting;

#endif /* WPP_COUNTING_H */
