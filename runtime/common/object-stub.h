/* The assembly that every linked object has of its own: entries of slow paths, and the calls at its
   beginning and end (stub.S for recording, stub.S for counting).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   SLOW_ENTRY name, pushed, call: an entry called NAME.  It is entered from the middle of any function, so
   everything is preserved: general registers and flags here, vector and x87 state because the code
   called does not touch it.  Its caller has skipped the red zone, pushed the address where it goes on (below) and
   PUSHED words more.  CALL, instructions that call C, finds the last one in %rdi, that before in %rsi, and in %rdx;
   the result goes where the last stood.

   A signal that comes here may unwind the stack (pthread_cancel, pthread_exit, profilers).  The call is made from
   `.subsection 1', which is within no function, so the unwinder is told that it was made from where the caller goes
   on, with its stack pointer there.  (Of objects that an older plug-in compiled it finds no caller.)

   Where there is not so much stack left as the code called takes, a program may live on by a handler on another stack: so that is
   found out here, where signals are not blocked yet.

   To be defined before: OBJECT_BEGIN, OBJECT_CONSTRUCT, which does that as a constructor, and OBJECT_END.  */

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

/* The linked object says hello before all its constructors, and goodbye after its
   destructors.  A note says how to say hello for it before that (early.c).  */
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

