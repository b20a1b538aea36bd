/* The early beginning of executables that count.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include "runtime/common/preinit.h"

WPP_PREINIT (__wpp_count_preinit, __wpp_count_object_begin)
