/* The assembly of entries of slow paths, of which every linked object has a copy.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   SLOW_ENTRY name, pushed, call: an entry called NAME.  Code in the middle of any function calls it, so everything is
   preserved: general registers and flags by this entry, vector and x87 state because the C code does not
   use it.  The caller has skipped the red zone, and has pushed the address where it goes on (below) and
   PUSHED more words.  CALL, the instructions that call C, finds the last word in %rdi, the one before in %rsi, and
   the one before that in %rdx.  The result replaces the last word.

   A signal that arrives here may unwind the stack (pthread_cancel, pthread_exit, profilers).  The call is made from
   `.subsection 1', which is in no function.  So the unwind information says that the call was made from the address
   where the caller goes on, with the stack pointer of that place.  (For objects that an older plugin compiled, the
   unwinder finds no caller.)

   When there is not enough stack left for the C code, the program gets its signal here, where signals are not blocked
   yet: it may survive by a handler on another stack.  */

#ifndef WPP_RUNTIME_COMMON_SLOW_ENTRY_H
#define WPP_RUNTIME_COMMON_SLOW_ENTRY_H

#define STACK_NEEDED 1536

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

#endif /* WPP_RUNTIME_COMMON_SLOW_ENTRY_H */
