/* The early beginning of executables that record.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include "runtime/common/preinit.h"

WPP_PREINIT (__wpp_preinit, __wpp_object_begin)
