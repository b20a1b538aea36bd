/* The connection of wpp.h's functions with the counts of paths (counting.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include "runtime/common/counting.h"

struct wpp_counting __wpp_counting;
WPP_UNIQUE (__wpp_counting);
