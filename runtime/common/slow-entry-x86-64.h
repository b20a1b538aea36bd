/* Entries of slow paths on x86-64.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   SLOW_ENTRY name, pushed, call: an entry called NAME.  Flags are preserved, too.  The caller has skipped the red zone,
   and has pushed the address where it goes on and PUSHED more words.  CALL, the instructions that call C, finds the
   last word in %rdi, the one before in %rsi, and the one before that in %rdx.

   The call is made from `.subsection 1', which is in no function.  So the unwind information says that it was made from
   the address where the caller goes on, with the stack pointer of that place.  (For objects that an older plugin
   compiled, the unwinder finds no caller.)  */

#ifndef WPP_RUNTIME_COMMON_SLOW_ENTRY_X86_64_H
#define WPP_RUNTIME_COMMON_SLOW_ENTRY_X86_64_H

	.macro	SLOW_ENTRY name:req, pushed:req, call:vararg
	.text
	.globl	\name
	.hidden	\name
	.type	\name, @function
\name:
	.cfi_startproc
	.cfi_def_cfa_offset 8 + 8 * \pushed + 8 + 128
	.cfi_offset %rip, -(128 + 8)
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
	subq	$STACK_NEEDED, %rsp
	testb	$0, (%rsp)
	addq	$STACK_NEEDED, %rsp
	andq	$-16, %rsp
	cld
	movq	24(%rbp), %rdi
	movq	32(%rbp), %rsi
	movq	40(%rbp), %rdx
	\call
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
	.cfi_def_cfa %rsp, 8 + 8 + 8 * \pushed + 8 + 128
	popfq
	.cfi_adjust_cfa_offset -8
	ret
	.cfi_endproc
	.size	\name, . - \name
	.endm

	.macro	SLOW_CALL name:req, pushed:req, function:req
	SLOW_ENTRY \name, \pushed, call \function
	.endm

#endif /* WPP_RUNTIME_COMMON_SLOW_ENTRY_X86_64_H */
