/* Computed goto: a threaded interpreter, labels in a loop, a jump back to the dispatcher.  */
/* gcov: no blocks */
#include <stdio.h>

static int
run (const unsigned char *code)
{
  static const void *const labels[] = { &&halt, &&push, &&add, &&sub, &&dup, &&jnz, &&swap };
  int stack[64], *sp = stack, steps = 0;
#define NEXT goto *labels[*code++]
  NEXT;
push:
  *sp++ = *code++;
  steps++;
  NEXT;
add:
  sp--;
  sp[-1] += sp[0];
  steps++;
  NEXT;
sub:
  sp--;
  sp[-1] -= sp[0];
  steps++;
  NEXT;
dup:
  sp[0] = sp[-1];
  sp++;
  NEXT;
swap:
  {
    int t = sp[-1];
    sp[-1] = sp[-2];
    sp[-2] = t;
  }
  NEXT;
jnz:
  if (*--sp)
    code -= *code;
  else
    code++;
  NEXT;
halt:
  return sp[-1] * 100000 + steps;
}

static int
shuffle (int n)
{
  void *next = &&a;
  int sum = 0;
  while (n-- > 0)
    {
      goto *next;
    a:
      sum += 1;
      next = n % 3 ? &&b : &&c;
      continue;
    b:
      sum += 10;
      next = &&c;
      continue;
    c:
      sum += 100;
      next = n % 2 ? &&a : &&b;
    }
  return sum;
}

int
main (void)
{
  static const unsigned char code[] = { 1, 40, 1, 1, 3, 4, 5, 5, 1, 7, 1, 9, 6, 2, 0 };
  printf ("%d %d\n", run (code), shuffle (1000));
  return 0;
}
