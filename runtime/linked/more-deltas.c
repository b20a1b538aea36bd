/* More deltas for shared objects (deltas.c), of which executables have room.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include "runtime/counts/file.h"

WPP_STATIC_TLS struct __wpp_deltas more[WPP_MORE_DELTAS]
  = { [0 ... WPP_MORE_DELTAS - 1] = __WPP_NO_DELTAS };

const char __wpp_has_more_deltas = 1;

struct __wpp_deltas *
__wpp_more_deltas (void)
{
  return more;
}
