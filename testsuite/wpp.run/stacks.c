/* Switches stacks ten times there and back: by swapcontext, or with ASSEMBLY by a function of assembly.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <ucontext.h>
#include <wpp.h>

static char stack[65536];
static int n;

#ifdef ASSEMBLY
/* Save the registers that calls keep, and the stack pointer in *FROM; go on with the stack TO.  */
void switch_stack (void **from, void *to);
__asm__ (".text\n"
         "\t.globl\tswitch_stack\n"
         "switch_stack:\n"
         "\tpushq %rbp\n\tpushq %rbx\n\tpushq %r12\n\tpushq %r13\n\tpushq %r14\n\tpushq %r15\n"
         "\tmovq %rsp, (%rdi)\n"
         "\tmovq %rsi, %rsp\n"
         "\tpopq %r15\n\tpopq %r14\n\tpopq %r13\n\tpopq %r12\n\tpopq %rbx\n\tpopq %rbp\n"
         "\tret\n");
static void *back, *fiber;
#define SWITCH(from, to) (wpp_stack_switch (), switch_stack (&from, to))
#else
static ucontext_t back, fiber;
#define SWITCH(from, to) swapcontext (&from, &to)
#endif

static __attribute__ ((noinline)) void
yield (void)
{
  SWITCH (fiber, back);
}

static __attribute__ ((noinline)) void
step (int i)
{
  n += i;
  yield ();
  n++;
}

static void
body (void)
{
  for (int i = 0;; i++)
    step (i);
}

static void
begin (void)
{
#ifdef ASSEMBLY
  void **top = (void **) (stack + sizeof stack) - 8;
  top[6] = (void *) body;
  fiber = top;
#else
  getcontext (&fiber);
  fiber.uc_stack.ss_sp = stack;
  fiber.uc_stack.ss_size = sizeof stack;
  makecontext (&fiber, body, 0);
#endif
}

int
main (void)
{
  begin ();
  for (int i = 0; i < 10; i++)
    SWITCH (back, fiber);
  printf ("%d\n", n);
  return 0;
}
