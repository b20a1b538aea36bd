/* A line for each thing that problems.exp looks at; numbers are in its comments.  */
#include <stdio.h>
#include <stdlib.h>

struct node { int value; struct node *next; };
int counter, *sink = &counter;

__attribute__ ((noinline)) static int
loads (int *p)
{
  int sum = 0;
  for (int i = 0; i < 100; i++)
    {
      sum += *p;
      if (i % 5 < 2)
        *sink = i;
      else
        sum += *p;              /* load: 60 / 60 */
    }
  return sum;
}

__attribute__ ((noinline)) static int
products (int a, int b)
{
  int sum = 0;
  for (int i = 0; i < 10; i++)
    {
      sum += a * b;             /* computed before: 6 / 10 */
      if (i % 4 == 0)
        a = a + i;
    }
  return sum;
}

__attribute__ ((noinline)) static int
stores (int n)
{
  int x = 0, sum = 0;
  for (int i = 0; i < n; i++)
    {
      x = i;                    /* dead: 8 / 10 */
      if (i % 5 == 4)
        sum += x;
    }
  return sum;
}

__attribute__ ((noinline)) static int
copies (int n)
{
  int x = 1, y = 2, sum = 0;
  for (int i = 0; i < n; i++)
    {
      if (i & 1)
        x = y;
      sum += x;                 /* x = 1: 1 / 10, x = 2: 9 / 10, x = y: 9 / 10 */
    }
  return sum;
}

__attribute__ ((noinline)) static int
chain (struct node *p)
{
  int sum = 0;
  while (p)
    {
      if (p)                    /* checked: 3 / 3 */
        sum += p->value;        /* null: 0 / 3 */
      p = p->next;
      if (sum == 2)
        sum += p->value;        /* null: 1 / 1 */
    }
  return sum;
}

__attribute__ ((noinline)) static int
bounds (int *array, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      if (i < n)                /* shown: 4 / 4 */
        sum += array[i];
      if (i == 2)
        n = n + 0 * sum;
    }
  return sum;
}

__attribute__ ((noinline)) static int
decided (struct node *p, int *memory, int *other, int n, unsigned u)
{
  int sum = 0, state = 0;
  for (int i = 0; i < n; i++)
    {
      if (i < 4)                /* decided: 0, 5 to 9: 6 / 10 */
        sum++;
      if (i >= 8)               /* decided: 0 to 4, 9: 6 / 10 */
        sum += 2;
      if (n > 5)                /* decided: 9 / 10 */
        sum += p->value;
      if (p)                    /* decided: 10 / 10 */
        sum++;
      if (state == 1)           /* decided: 10 / 10 */
        state = 0;
      else
        state = 1;
      if (*memory == 3)         /* decided: 0 / 10, as *other may be the same */
        sum++;
      *other = i;
      if (u > 5)                /* decided: 0 / 10: u - 1 wraps around */
        sum++;
      u = u - 1;
    }
  return sum;
}

int
main (void)
{
  int array[] = { 1, 2, 3, 4 };
  struct node c = { 1, NULL }, b = { 2, &c }, a = { 0, &b };
  printf ("%d\n", loads (&array[0]) + products (1, 2) + stores (10) + copies (10) + chain (&a)
                  + bounds (array, 4) + decided (&a, &array[0], &array[1], 10, 7));
  return 0;
}
