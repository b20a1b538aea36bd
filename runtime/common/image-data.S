/* The image of the server (server.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

	.section .rodata.wpp_image, "a", @progbits
	.balign	16
	.globl	__wpp_image
	.hidden	__wpp_image
__wpp_image:
	.incbin	WPP_SERVER_IMAGE
	.globl	__wpp_image_end
	.hidden	__wpp_image_end
__wpp_image_end:
	.section .note.GNU-stack, "", @progbits
