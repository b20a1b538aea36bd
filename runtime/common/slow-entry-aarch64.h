/* Entries of slow paths on AArch64.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   The caller, code of plugin/code/aarch64.cc, has put the words on its stack, and its link register after them, at an
   address that 16 divides.  x16, x17 and flags are its own to lose.

   The link register is that of the function in whose middle the caller is, which may not have saved it.  So the address
   where the caller goes on is in another column of the unwind information, as it is in frames of signal handlers.  */

#ifndef WPP_RUNTIME_COMMON_SLOW_ENTRY_AARCH64_H
#define WPP_RUNTIME_COMMON_SLOW_ENTRY_AARCH64_H

/* libgcc's DWARF_ALT_FRAME_RETURN_COLUMN.  */
#define GOES_ON 96
#define SAVED 176

	.macro	SLOW_CALL name:req, pushed:req, function:req
	.text
	.globl	\name
	.hidden	\name
	.type	\name, %function
\name:
	.cfi_startproc
	.cfi_return_column GOES_ON
	.cfi_def_cfa_offset (\pushed + 2) / 2 * 16
	.cfi_offset x30, -8
	.cfi_register GOES_ON, x30
	stp	x29, x30, [sp, #-SAVED]!
	.cfi_adjust_cfa_offset SAVED
	.cfi_rel_offset x29, 0
	.cfi_rel_offset GOES_ON, 8
	stp	x0, x1, [sp, #16]
	stp	x2, x3, [sp, #32]
	stp	x4, x5, [sp, #48]
	stp	x6, x7, [sp, #64]
	stp	x8, x9, [sp, #80]
	stp	x10, x11, [sp, #96]
	stp	x12, x13, [sp, #112]
	stp	x14, x15, [sp, #128]
	str	x18, [sp, #144]
	sub	x0, sp, #STACK_NEEDED
	ldrb	w0, [x0]
	ldp	x0, x1, [sp, #SAVED]
	.if	\pushed > 2
	ldr	x2, [sp, #SAVED + 16]
	.endif
	bl	\function
	str	x0, [sp, #SAVED]
	ldp	x0, x1, [sp, #16]
	ldp	x2, x3, [sp, #32]
	ldp	x4, x5, [sp, #48]
	ldp	x6, x7, [sp, #64]
	ldp	x8, x9, [sp, #80]
	ldp	x10, x11, [sp, #96]
	ldp	x12, x13, [sp, #112]
	ldp	x14, x15, [sp, #128]
	ldr	x18, [sp, #144]
	ldp	x29, x30, [sp], #SAVED
	.cfi_adjust_cfa_offset -SAVED
	.cfi_restore x29
	.cfi_register GOES_ON, x30
	ret
	.cfi_endproc
	.size	\name, . - \name
	.endm

#endif /* WPP_RUNTIME_COMMON_SLOW_ENTRY_AARCH64_H */
