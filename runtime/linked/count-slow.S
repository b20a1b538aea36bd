/* The entries of the slow paths of counting, of which every linked object has a copy (counts.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#define OBJECT_BEGIN __wpp_count_object_begin
#define OBJECT_CONSTRUCT __wpp_count_object_begin
#define OBJECT_END __wpp_count_object_end
#include "runtime/common/object-stub.h"

	SLOW_CALL __wpp_count_slow, 1, __wpp_count_here
	SLOW_CALL __wpp_path_slow, 3, __wpp_path_here
	SLOW_CALL __wpp_known_slow, 2, __wpp_known_here

/* Every object has all sections.  If an object lacked one, ld 2.40 would take its bounds for symbols of shared objects
   that have it, and if there are two of these, fail to find them.  */
	.macro	LEAST name:req, type:req
	.section \name, "awR", \type
	.balign	8
	.quad	0
	.endm
	LEAST wpp_counters, @nobits
	LEAST wpp_slots, @nobits
	LEAST wpp_sparse, @nobits

	.section .note.GNU-stack, "", @progbits
