/* Coroutines made with makecontext: control changes stacks in the middle of functions.  */
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

static ucontext_t back, there[3];
static int current, sum;

static void
yield (int v)
{
  if (v % 2)
    sum += v;
  swapcontext (&there[current], &back);
}

static void
body (int n)
{
  for (int i = 0; i < n; i++)
    yield (i * n);
  sum += 1000;
}

int
main (void)
{
  for (int i = 0; i < 3; i++)
    {
      getcontext (&there[i]);
      there[i].uc_stack.ss_sp = malloc (65536);
      there[i].uc_stack.ss_size = 65536;
      there[i].uc_link = &back;
      makecontext (&there[i], (void (*) (void)) body, 1, i + 4);
    }
  for (int round = 0; round < 4; round++)
    for (current = 0; current < 3; current++)
      swapcontext (&back, &there[current]);
  printf ("%d\n", sum);
  return 0;
}
