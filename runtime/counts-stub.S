/* The slow paths' entries of counting, in every linked object (counts.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#define OBJECT_BEGIN __wpp_count_object_begin
#define OBJECT_END __wpp_count_object_end
#include "object-stub.h"

	SLOW_ENTRY __wpp_count_slow, call __wpp_count_here
	SLOW_ENTRY __wpp_path_slow, call __wpp_path_here
	SLOW_ENTRY __wpp_known_slow, call __wpp_known_here

	.section .note.GNU-stack, "", @progbits
