/* What every linked object that has slots has of its own (counts-object.c).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include "counts-internal.h"

__thread int64_t __wpp_slot_delta WPP_HIDDEN_TLS;

static int64_t *
delta_here (void)
{
  return &__wpp_slot_delta;
}

static wpp_delta_getter getter __attribute__ ((section ("wpp_slot_getter"), used, retain)) = delta_here;
