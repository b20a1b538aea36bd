/* The entries of code that keeps values (plugin/generate/value-code.h), of which every linked object has a copy.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include "runtime/common/slow-entry.h"

/* As in format/value-table.h; values.c compares.  */
#define WPP_TABLE_COPY 1048576

	.macro	CALL_SURPRISE
	movq	48(%rbp), %rcx
	call	__wpp_surprise_here
	.endm

	.macro	CALL_WRITTEN
	movq	48(%rbp), %rcx
	movq	56(%rbp), %r8
	movq	64(%rbp), %r9
	call	__wpp_written_here
	.endm

	SLOW_ENTRY __wpp_begin_table, 1, call __wpp_begin_table_here
	SLOW_ENTRY __wpp_begin_handler, 3, call __wpp_begin_handler_here
	SLOW_ENTRY __wpp_end_handler, 2, call __wpp_end_handler_here
	SLOW_ENTRY __wpp_land_table, 1, call __wpp_land_table_here
	SLOW_ENTRY __wpp_tell_sum, 1, call __wpp_tell_sum_here
/* Surprises are frequent.  So a C function that saves the registers it uses does what nearly all of them need; flags
   are the caller's to lose.  If it cannot, nothing has happened, and the rest is done as slow paths are.  */
	.macro	SAVE register:req
	pushq	\register
	.cfi_adjust_cfa_offset 8
	.endm
	.macro	RESTORE register:req
	popq	\register
	.cfi_adjust_cfa_offset -8
	.endm

	SLOW_ENTRY __wpp_surprise_far, 5, CALL_SURPRISE

	.globl	__wpp_surprise
	.hidden	__wpp_surprise
	.type	__wpp_surprise, @function
__wpp_surprise:
	.cfi_startproc
	.cfi_def_cfa_offset 8 + 8 * 5 + 8 + 128
	.cfi_offset %rip, -(128 + 8)
	SAVE	%rax
	SAVE	%rcx
	SAVE	%rdx
	SAVE	%rsi
	SAVE	%rdi
	movq	48(%rsp), %rdi
	movq	56(%rsp), %rsi
	movq	64(%rsp), %rdx
	movq	72(%rsp), %rcx
	call	__wpp_surprise_near
	testb	%al, %al
	RESTORE	%rdi
	RESTORE	%rsi
	RESTORE	%rdx
	RESTORE	%rcx
	RESTORE	%rax
	jz	__wpp_surprise_far
	ret
	.cfi_endproc
	.size	__wpp_surprise, . - __wpp_surprise

	SLOW_ENTRY __wpp_written, 6, CALL_WRITTEN
	SLOW_ENTRY __wpp_truth, 3, call __wpp_truth_here
	SLOW_ENTRY __wpp_fill_values, 3, call __wpp_fill_values_here

/* Small structures are copied often; ranges that overlap, or are long, seldom.  */
	SLOW_ENTRY __wpp_move_values_far, 3, call __wpp_move_values_here

	.globl	__wpp_move_values
	.hidden	__wpp_move_values
	.type	__wpp_move_values, @function
__wpp_move_values:
	.cfi_startproc
	.cfi_def_cfa_offset 8 + 8 * 3 + 8 + 128
	.cfi_offset %rip, -(128 + 8)
	SAVE	%rax
	SAVE	%rcx
	SAVE	%rsi
	SAVE	%rdi
	movq	40(%rsp), %rdi
	movq	48(%rsp), %rsi
	movq	56(%rsp), %rcx
	cmpq	$16, %rcx
	jne	1f
	movq	(%rsi), %rax
	movq	8(%rsi), %rcx
	movq	%rax, (%rdi)
	movq	%rcx, 8(%rdi)
	xorl	%eax, %eax
	jmp	2f
1:	movq	%rdi, %rax
	subq	%rsi, %rax
	cmpq	%rcx, %rax
	setb	%al
	cmpq	$WPP_TABLE_COPY, %rcx
	seta	%ah
	orb	%ah, %al
	testb	%al, %al
	jnz	2f
	rep movsb
	testb	%al, %al
2:	RESTORE	%rdi
	RESTORE	%rsi
	RESTORE	%rcx
	RESTORE	%rax
	jnz	__wpp_move_values_far
	ret
	.cfi_endproc
	.size	__wpp_move_values, . - __wpp_move_values

	.section .note.GNU-stack, "", @progbits
