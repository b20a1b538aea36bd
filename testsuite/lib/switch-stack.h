/* A switch of stacks in assembly, of which the compiler knows nothing.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>

/* Save the registers that calls keep, and the stack pointer in *FROM; go on with the stack TO.  */
void switch_stack (void **from, void *to);
#ifdef __aarch64__
#define SWITCH_SAVED 160
#define SWITCH_RETURN 88 /* where in what is saved is the address at which control goes on */
__asm__(
    ".text\n\t.globl\tswitch_stack\n\t.type\tswitch_stack, %function\nswitch_stack:\n"
    "\tsub\tsp, sp, #160\n"
    "\tstp\tx19, x20, [sp]\n\tstp\tx21, x22, [sp, #16]\n\tstp\tx23, x24, [sp, #32]\n"
    "\tstp\tx25, x26, [sp, #48]\n\tstp\tx27, x28, [sp, #64]\n\tstp\tx29, x30, [sp, #80]\n"
    "\tstp\td8, d9, [sp, #96]\n\tstp\td10, d11, [sp, #112]\n\tstp\td12, d13, [sp, #128]\n\tstp\td14, d15, [sp, #144]\n"
    "\tmov\tx2, sp\n\tstr\tx2, [x0]\n\tmov\tsp, x1\n"
    "\tldp\tx19, x20, [sp]\n\tldp\tx21, x22, [sp, #16]\n\tldp\tx23, x24, [sp, #32]\n"
    "\tldp\tx25, x26, [sp, #48]\n\tldp\tx27, x28, [sp, #64]\n\tldp\tx29, x30, [sp, #80]\n"
    "\tldp\td8, d9, [sp, #96]\n\tldp\td10, d11, [sp, #112]\n\tldp\td12, d13, [sp, #128]\n\tldp\td14, d15, [sp, #144]\n"
    "\tadd\tsp, sp, #160\n\tret\n"
    "\t.size\tswitch_stack, .-switch_stack\n");
#else
#define SWITCH_SAVED 56
#define SWITCH_RETURN 48
__asm__ (".text\n\t.globl\tswitch_stack\n\t.type\tswitch_stack, @function\nswitch_stack:\n"
         "\tpush\t%rbp\n\tpush\t%rbx\n\tpush\t%r12\n\tpush\t%r13\n\tpush\t%r14\n\tpush\t%r15\n"
         "\tmov\t%rsp, (%rdi)\n\tmov\t%rsi, %rsp\n"
         "\tpop\t%r15\n\tpop\t%r14\n\tpop\t%r13\n\tpop\t%r12\n\tpop\t%rbx\n\tpop\t%rbp\n\tret\n"
         "\t.size\tswitch_stack, .-switch_stack\n");
#endif

/* Let the stack that ends at END, to which switch_stack goes, begin with BODY; return what to switch to.  Neither gcov nor
   wpp counts it, at no level.  */
__attribute__ ((noinline, no_instrument_function, no_profile_instrument_function)) static void *
begin_stack (void *end, void (*body) (void))
{
  char *top = (char *) ((__UINTPTR_TYPE__) end & -16ul) - 8 - SWITCH_SAVED;
  top -= (__UINTPTR_TYPE__) top % 16 && SWITCH_SAVED % 16 == 0 ? 8 : 0;
  memset (top, 0, SWITCH_SAVED);
  memcpy (top + SWITCH_RETURN, &body, sizeof body);
  return top;
}
