/* long __wpp_spawn (long flags, void *stack_top, void (*run) (void *), void *data)
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   As clone-x86-64.S says.  */

	.text
	.globl	__wpp_spawn
	.hidden	__wpp_spawn
	.type	__wpp_spawn, %function
__wpp_spawn:
	.cfi_startproc
	mov	x9, x2
	mov	x10, x3
	mov	x2, #0
	mov	x3, #0
	mov	x4, #0
	mov	x8, #220
	svc	#0
	cbz	x0, 1f
	ret
1:	.cfi_undefined x30
	mov	x29, #0
	mov	x0, x10
	blr	x9
	brk	#1
	.cfi_endproc
	.size	__wpp_spawn, . - __wpp_spawn

	.section .note.GNU-stack, "", %progbits
