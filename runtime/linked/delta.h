/* A delta that only some linked objects have (counted.c).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#ifndef WPP_RUNTIME_LINKED_DELTA_H
#define WPP_RUNTIME_LINKED_DELTA_H

#include "runtime/counts/file.h"
#include "runtime/linked/linked.h"

/* Define __wpp_KIND_delta, and its getter in section wpp_KIND_getter.  */
#define WPP_OPTIONAL_DELTA(kind) \
  __thread int64_t __wpp_##kind##_delta WPP_HIDDEN_TLS; \
  static int64_t * \
  delta_here (void) \
  { \
    return &__wpp_##kind##_delta; \
  } \
  static wpp_delta_getter getter __attribute__ ((section ("wpp_" #kind "_getter"), used, retain)) = delta_here;

#endif /* WPP_RUNTIME_LINKED_DELTA_H */
