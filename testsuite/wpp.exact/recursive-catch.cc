/* An exception that an outer activation of the function catches which the inner one leaves by it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <cstdio>
static int sum;
__attribute__ ((noinline)) static int may (int n) { if (n == 0) throw 1; return n; }
__attribute__ ((noinline)) static int f (int n)
{
  int s = n & 2 ? 3 : 4;
  if (n == 4 || n == 7) { try { s += f (n - 1); } catch (int) { s += 100; } }
  else { s += may (n); s += n & 1 ? f (n - 1) : f (n - 1) + 1; }
  if (s & 8) sum++;
  return s;
}
int main () { std::printf ("%d %d\n", f (8), sum); }
