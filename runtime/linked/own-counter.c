/* An object that has a whole copy of the runtime, as all executables do (libwpp.a).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include "runtime/counts/file.h"
#include "runtime/linked/linked.h"

__thread struct __wpp_deltas __wpp_deltas WPP_HIDDEN_TLS = __WPP_NO_DELTAS;

/* Code refers to the members by names: GCC would keep an address with an offset in a register.  */
#define MEMBER(name, at) ".globl\t" name "\n\t.hidden\t" name "\n\t.set\t" name ", __wpp_deltas + " #at "\n\t"
__asm__ (MEMBER ("__wpp_count_delta", 0) MEMBER ("__wpp_array_delta", 8)
         MEMBER ("__wpp_slot_delta", 16) MEMBER ("__wpp_sparse_delta", 24));

int64_t
__wpp_own_deltas (void)
{
  return (int64_t) &__wpp_deltas - (int64_t) __builtin_thread_pointer ();
}

const struct wpp_server *
__wpp_counter (void)
{
  const struct wpp_server *found = __wpp_find_server (WPP_SERVICE_COUNTS);
  return found ? found : &__wpp_counter_server;
}
