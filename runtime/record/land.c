/* Arrival of a non-local transfer (abi.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include "runtime/common/internal.h"
#include "format/event.h"

void
__wpp_land (uint32_t depth)
{
  /* Coroutines take turns with the depth: then it tells nothing of the stack that this is.  */
  uint32_t gone = __wpp_depth < depth ? 0 : __wpp_depth - depth;
  for (; gone > WPP_EVENT_LAND_MAX; gone -= WPP_EVENT_LAND_MAX + 1)
    __wpp_store (WPP_EVENT_LAND_MORE);
  __wpp_store (WPP_EVENT_LAND + gone);
  __wpp_depth = depth;
}
