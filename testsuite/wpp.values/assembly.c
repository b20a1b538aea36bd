/* Functions that an `asm' calls, after a call of the C library, and after one of the same function.  */
#include <stdio.h>
#include <stdlib.h>
static int table[8];
__attribute__ ((noinline, used)) int
twice (int n)
{
  table[n & 7]++;
  return 2 * n;
}
static int
compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}
/* The result of `twice (N)'.  */
static inline __attribute__ ((always_inline)) int
by_asm (int n)
{
  int result;
  __asm__ volatile ("lea -128(%%rsp), %%rsp; push %%rbp; mov %%rsp, %%rbp; and $-16, %%rsp; call twice;"
                    "mov %%rbp, %%rsp; pop %%rbp; lea 128(%%rsp), %%rsp"
                    : "=a" (result), "+D" (n) : : "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "memory", "cc");
  return result;
}
int
main (void)
{
  int a[8], sum = 0;
  for (int i = 0; i < 200; i++)
    {
      for (int k = 0; k < 8; k++)
        a[k] = (i * 7 + k * 5) % 11;
      qsort (a, 8, sizeof *a, compare);
      sum += by_asm (i) + a[3];
      int found = twice (i + 1), other = atoi ("7");
      sum += by_asm (i + 2) * 3 + found + other;
      int more = twice (i + 3);
      sum += by_asm (i + 4) + more;
    }
  printf ("%d\n", sum);
  return 0;
}
