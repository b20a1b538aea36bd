/* The assembly that every linked object has of its own: the slow path's entry, and the calls at its
   beginning and end (stub.S for recording, counts-stub.S for counting).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Entered from the middle of any function, so everything is preserved: general registers and
   flags here, vector and x87 state because the code called does not touch it.

   To be defined: SLOW_ENTRY, the entry's name; SLOW_CALL, the instructions that call C, with what is
   pushed last by the caller at 24(%rbp), where the result goes; OBJECT_BEGIN and OBJECT_END, which the
   object calls.  */

	.text
	.globl	SLOW_ENTRY
	.hidden	SLOW_ENTRY
	.type	SLOW_ENTRY, @function
SLOW_ENTRY:
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
	SLOW_CALL
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
	.size	SLOW_ENTRY, . - SLOW_ENTRY

/* The linked object says hello before all its constructors, and goodbye after its
   destructors.  */
	.section .init_array.00000, "aw", @init_array
	.balign	8
	.quad	OBJECT_BEGIN
	.section .fini_array.00000, "aw", @fini_array
	.balign	8
	.quad	OBJECT_END

	.section .note.GNU-stack, "", @progbits
