/* long __wpp_spawn (long flags, void *stack_top, void (*run) (void *), void *data)
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   clone (FLAGS) a child that calls RUN (DATA) on the stack below STACK_TOP (16-byte aligned).
   Return its process id or a negative error number.  RUN must not return.  This is written in assembly because
   a child that shares memory must not share the stack frame in which it was made.  */

	.text
	.globl	__wpp_spawn
	.hidden	__wpp_spawn
	.type	__wpp_spawn, @function
__wpp_spawn:
	.cfi_startproc
	movq	%rdx, %r9
	movq	%rcx, %r8
	xorl	%edx, %edx
	xorl	%r10d, %r10d
	movl	$56, %eax
	syscall
	testq	%rax, %rax
	jz	1f
	ret
1:	.cfi_undefined %rip
	xorl	%ebp, %ebp
	movq	%r8, %rdi
	call	*%r9
	ud2
	.cfi_endproc
	.size	__wpp_spawn, . - __wpp_spawn

	.section .note.GNU-stack, "", @progbits
