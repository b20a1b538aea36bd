/* A shared object that has the image of a server in the place of a copy of the runtime (libwpp-shared.a).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include "runtime/linked/linked.h"
#include "runtime/record/record.h"

const struct wpp_server *
__wpp_recorder (void)
{
  return __wpp_find_or_load (WPP_SERVICE_RECORDS);
}

/* There is no code here that can only be part of an executable.  */
uint64_t
__wpp_too_early (void)
{
  return (uint64_t) __wpp_nowhere;
}
