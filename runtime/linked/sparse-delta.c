/* The delta of which every linked object with sparse words has a copy.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include "runtime/linked/delta.h"

WPP_OPTIONAL_DELTA (sparse)
