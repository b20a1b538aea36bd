/* The slow path's entry of counting, one in every linked object (counts.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Entered from the middle of any function, so everything is preserved: general registers and
   flags here, vector and x87 state because the code called does not touch it.  */

	.text
	.globl	__wpp_count_slow
	.hidden	__wpp_count_slow
	.type	__wpp_count_slow, @function
__wpp_count_slow:
	.cfi_startproc
	pushfq
	.cfi_adjust_cfa_offset 8
	pushq	%rbp
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %rbp, 0
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq	%rax
	pushq	%rcx
	pushq	%rdx
	pushq	%rsi
	pushq	%rdi
	pushq	%r8
	pushq	%r9
	pushq	%r10
	pushq	%r11
	andq	$-16, %rsp
	cld
	call	__wpp_count_here
	movq	%rax, 24(%rbp)
	movq	-8(%rbp), %rax
	movq	-16(%rbp), %rcx
	movq	-24(%rbp), %rdx
	movq	-32(%rbp), %rsi
	movq	-40(%rbp), %rdi
	movq	-48(%rbp), %r8
	movq	-56(%rbp), %r9
	movq	-64(%rbp), %r10
	movq	-72(%rbp), %r11
	movq	%rbp, %rsp
	popq	%rbp
	.cfi_restore %rbp
	.cfi_def_cfa %rsp, 16
	popfq
	.cfi_adjust_cfa_offset -8
	ret
	.cfi_endproc
	.size	__wpp_count_slow, . - __wpp_count_slow

/* The linked object says hello before all its constructors, and goodbye after its
   destructors.  */
	.section .init_array.00000, "aw", @init_array
	.balign	8
	.quad	__wpp_count_object_begin
	.section .fini_array.00000, "aw", @fini_array
	.balign	8
	.quad	__wpp_count_object_end

	.section .note.GNU-stack, "", @progbits
