/* Functions of many kinds: what options of the compiler may make other graphs of.  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct pair { int a, b; char name[16]; };
static int table[64];
__attribute__ ((noinline)) static int jumps (int x)
{
  __asm__ goto ("test %0, %0; jne %l[other]" : : "r" (x) : : other);
  return x + 1;
other:
  return x - 1;
}
__attribute__ ((noinline)) static int falls (int x, const char *s)
{
  int r = 0;
  switch (x)
    {
    case 0:
      r++;
    case 1:
      r += 2;
      break;
    case 2:
      r += s ? strlen (s) : 0;
      __attribute__ ((fallthrough));
    case 3:
      return r * 2;
    default:
      if (x > 70)
        goto out;
      for (int i = 0; i < x; i++)
        r += table[i] > 3 && table[i & 7] < 9 || i == 5;
    }
  return r;
out:
  return -1;
}
__attribute__ ((noinline)) static int unused (int x) { int y; if (x > 3) y = x; else if (x < 0) abort (); if (x > 3) return y; return 3; }
__attribute__ ((noinline)) static int copies (struct pair *p, const char *s)
{
  char buffer[32];
  struct pair *q = malloc (sizeof *q);
  if (!q) return 1;
  memset (q, 0, sizeof *q);
  strncpy (q->name, s, sizeof q->name - 1);
  snprintf (buffer, sizeof buffer, "%s %d", q->name, p->a / (p->b ? p->b : 1));
  int n = strlen (buffer) + (p->a << (p->b & 7));
  while (n > 100)
    n -= p->a ? p->a : 7;
  free (q);
  return n;
}
__attribute__ ((noinline)) static int varied (int n) { int a[n + 1]; for (int i = 0; i <= n; i++) a[i] = i; return a[n / 2]; }
static int compare (const void *a, const void *b) { return *(const int *) a - *(const int *) b; }
__attribute__ ((noinline)) static int computed (int x)
{
  static void *const to[] = { &&a, &&b };
  goto *to[x & 1];
a: return x;
b: return -x;
}
__attribute__ ((noinline)) static void nothing (int x) { if (x) return; while (x < 3) { if (++x == 2) break; } }
int main (int argc, char **argv)
{
  struct pair p = { 5, 3, "x" };
  int s = 0;
  for (int i = 0; i < 40; i++)
    {
      table[i] = i * 7 % 11; p.a = i; p.b = i & 3;
      s += jumps (i & 1) + falls (i, "abc") + unused (i) + copies (&p, "name") + varied (i) + computed (i); nothing (i & 1);
    }
  qsort (table, 64, sizeof *table, compare);
  printf ("%d\n", s);
  return 0;
}
