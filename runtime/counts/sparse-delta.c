/* What every linked object that has sparse words has of its own.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include "runtime/counts/delta.h"

WPP_OPTIONAL_DELTA (sparse)
