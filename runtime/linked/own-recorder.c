/* An object that has a whole copy of the runtime, as all executables do (libwpp.a).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include "runtime/linked/linked.h"
#include "runtime/record/record.h"

const struct wpp_server *
__wpp_recorder (void)
{
  const struct wpp_server *found = __wpp_find_server (WPP_SERVICE_RECORDS);
  return found ? found : &__wpp_recorder_server;
}

uint64_t
__wpp_too_early (void)
{
  __wpp_cursor = wpp_scratch ();
  return wpp_scratch ();
}
