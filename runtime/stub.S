/* The slow path's entry, one in every linked object (runtime/abi.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   __wpp_advance is the process's only one, perhaps in another object; it is called through its GOT
   entry because the dynamic linker would run its own code behind a PLT entry.  */

#define OBJECT_BEGIN __wpp_object_begin
#define OBJECT_END __wpp_object_end
#include "object-stub.h"

	SLOW_ENTRY __wpp_next_chunk, call *__wpp_advance@GOTPCREL(%rip)

	.section .note.GNU-stack, "", @progbits
