/* The entries of code that keeps values (plugin/generate/value-code.h), of which every linked object has a copy.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include "runtime/common/slow-entry.h"

	.macro	CALL_SURPRISE
	movq	48(%rbp), %rcx
	call	__wpp_surprise_here
	.endm

	SLOW_ENTRY __wpp_begin_table, 1, call __wpp_begin_table_here
	SLOW_ENTRY __wpp_surprise, 4, CALL_SURPRISE
	SLOW_ENTRY __wpp_truth, 3, call __wpp_truth_here
	SLOW_ENTRY __wpp_move_values, 3, call __wpp_move_values_here
	SLOW_ENTRY __wpp_fill_values, 3, call __wpp_fill_values_here

	.section .note.GNU-stack, "", @progbits
