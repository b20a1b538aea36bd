/* The entry of the slow path, of which every linked object has a copy (runtime/common/abi.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#define OBJECT_BEGIN __wpp_object_begin
#define OBJECT_CONSTRUCT __wpp_object_construct
#define OBJECT_END __wpp_object_end
#include "runtime/common/object-stub.h"

	SLOW_CALL __wpp_next_chunk, 1, __wpp_advance_here

/* Every object has the section, as count-slow.S says; a member without an address of its base counts for nothing.  */
	.section wpp_valued, "awR", @progbits
	.balign	8
	.fill	5, 8, 0

	.section .note.GNU-stack, "", @progbits
