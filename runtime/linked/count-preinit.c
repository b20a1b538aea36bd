/* The early beginning of executables that count.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include "runtime/common/preinit.h"
#include "runtime/counts/file.h"

/* Executables have more deltas: a symbol that is not weak takes them from the archive.  */
static const void *const more __attribute__ ((used)) = &__wpp_has_more_deltas;

WPP_PREINIT (__wpp_count_preinit, __wpp_count_object_begin)
