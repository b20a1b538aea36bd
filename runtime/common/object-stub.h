/* The assembly of which every linked object has a copy: the entries of slow paths, and the calls at its beginning
   and end (linked/record-slow.S for recording, linked/count-slow.S for counting).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   The includer defines OBJECT_BEGIN, OBJECT_CONSTRUCT, which does the same as a constructor, and OBJECT_END.  */

#include "runtime/common/slow-entry.h"

/* The linked object registers before all its constructors, and unregisters after its destructors.  A note says how to
   register it earlier (early.c).  */
	.section .note.wpp, "a", @note
	.balign	4
	.long	4, 8, 1
	.asciz	"wpp"
	.quad	OBJECT_BEGIN - .

	.section .init_array.00000, "aw", @init_array
	.balign	8
	.quad	OBJECT_CONSTRUCT
	.section .fini_array.00000, "aw", @fini_array
	.balign	8
	.quad	OBJECT_END

