/* Coroutines made by hand, whose switch of stacks is assembly; one is left for ever by longjmp, and one
   is never ended.  */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include "../lib/switch-stack.h"

#define N 3
#define STACK 65536

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
  return begin_stack ((char *) malloc (STACK) + STACK, body);
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
