/* A shared object that has the image of a server in the place of a copy of the runtime (libwpp-shared.a).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include "runtime/counts/file.h"
#include "runtime/linked/linked.h"

int64_t
__wpp_own_deltas (void)
{
  return 0;
}

const struct wpp_server *
__wpp_counter (void)
{
  return __wpp_find_or_load (WPP_SERVICE_COUNTS);
}
