/* An object that has a whole copy of the runtime, as all executables do (libwpp.a).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include "runtime/counts/file.h"
#include "runtime/linked/linked.h"

const struct wpp_server *
__wpp_counter (void)
{
  const struct wpp_server *found = __wpp_find_server (WPP_SERVICE_COUNTS);
  return found ? found : &__wpp_counter_server;
}
