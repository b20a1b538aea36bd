/* Coroutines made by hand, whose switch of stacks is assembly; one is left for ever by longjmp, and one
   is never ended.  */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 3
#define STACK 65536

void switch_stack (void **from, void *to);
__asm__ (".text\n.globl switch_stack\n.type switch_stack, @function\nswitch_stack:\n"
         "\tpush %rbp\n\tpush %rbx\n\tpush %r12\n\tpush %r13\n\tpush %r14\n\tpush %r15\n"
         "\tmov %rsp, (%rdi)\n\tmov %rsi, %rsp\n"
         "\tpop %r15\n\tpop %r14\n\tpop %r13\n\tpop %r12\n\tpop %rbx\n\tpop %rbp\n\tret\n"
         ".size switch_stack, .-switch_stack\n.section .note.GNU-stack,\"\",@progbits\n.text\n");

static void *main_stack, *stacks[N];
static int current, sum, ended[N];
static jmp_buf out;

static void
yield (int v)
{
  if (v % 2)
    sum += v;
  switch_stack (&stacks[current], main_stack);
}

static int
nested (int depth, int v)
{
  if (depth == 0)
    yield (v);
  else
    for (int i = 0; i < 2; i++)
      sum += nested (depth - 1, v + i);
  return v & 1 ? 1 : 2;
}

static void
body (void)
{
  int me = current;
  for (int i = 0; i < 4 || me == 2; i++)
    {
      nested (i % 3, me * i);
      if (me == 1 && i == 2)
        longjmp (out, 5);
    }
  ended[me] = 1;
  for (;;)
    switch_stack (&stacks[me], main_stack);
}

/* A stack that switch_stack returns from into BODY.  */
static void *
begin (void)
{
  void **top = (void **) ((char *) malloc (STACK) + STACK);
  *--top = NULL;
  *--top = NULL;
  *--top = (void *) body;
  for (int i = 0; i < 6; i++)
    *--top = NULL;
  return top;
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    stacks[i] = begin ();
  for (volatile int round = 0; round < 9; round++)
    for (current = 0; current < N; current++)
      if (ended[current])
        sum += 10;
      else if (setjmp (out) == 0)
        switch_stack (&main_stack, stacks[current]);
      else
        ended[1] = 1;
  printf ("%d\n", sum);
  return 0;
}
