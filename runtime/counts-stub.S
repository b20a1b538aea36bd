/* The slow path's entry of counting, one in every linked object (counts.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#define SLOW_ENTRY __wpp_count_slow
#define SLOW_CALL call __wpp_count_here
#define OBJECT_BEGIN __wpp_count_object_begin
#define OBJECT_END __wpp_count_object_end
#include "object-stub.h"
