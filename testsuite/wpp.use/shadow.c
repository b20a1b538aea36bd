/* Frequencies of reaching definitions that the program works out itself.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   With -DSHADOW every DEF of a variable leaves its line in a shadow of the variable, and every
   AT (VARIABLE) counts which definition was the last one; the counts are printed as `LINE VARIABLE
   DEFINITION COUNT'.  Without, DEF is a plain assignment and AT a statement that begins a block: the
   second build's dump must say the same of the blocks that begin at these lines.  */

#include <setjmp.h>
#include <stdio.h>

#ifdef SHADOW
static int counts[200][26][200];
#define VAR(v) int v, shadow_##v = 0
#define PARAMETER(v) int shadow_##v = 199
#define DEF(v, e) (v = (e), shadow_##v = __LINE__)
#define AT(v) counts[__LINE__][#v[0] - 'a'][shadow_##v]++
static void
report (void)
{
  for (int line = 0; line < 200; line++)
    for (int v = 0; v < 26; v++)
      for (int d = 1; d < 200; d++)
        if (counts[line][v][d])
          {
            printf ("%d %c ", line, 'a' + v);
            if (d == 199)
              printf ("parameter");
            else
              printf ("%d", d);
            printf (" %d\n", counts[line][v][d]);
          }
}
#else
static volatile int probe;
#define VAR(v) int v
#define PARAMETER(v) (void) 0
#define DEF(v, e) v = (e)
#define AT(v) probe++
static void report (void) { }
#endif

/* Figure 1 of the paper: the left branch eight times, then the right one.  */
static int
example (void)
{
  VAR (x);
  VAR (i);
  DEF (x, 0);
  for (DEF (i, 0); i < 9; i++)
    {
      AT (x);
      if (i < 8)
        {
          AT (x);
          DEF (x, 1);
        }
      else
        {
          AT (x);
          DEF (x, 2);
        }
    }
  if (x)
    AT (x);
  return x;
}

/* Activations interleave; each has variables of its own.  */
static int
recursive (int n, int k)
{
  PARAMETER (n);
  VAR (r);
  DEF (r, 0);
  if (n <= 0)
    {
      AT (n);
      return k;
    }
  while (k-- > 0)
    {
      AT (r);
      DEF (r, r + recursive (n - 2, n & 1));
      if (r & 1)
        {
          AT (r);
          DEF (r, r + 1);
        }
    }
  if (n & 2)
    DEF (n, n - recursive (n - 1, 2));
  if (r < 100000)
    {
      AT (n);
      r++;
    }
  return r % 7;
}

static int odd (int n, int s);
static int
even (int n, int s)
{
  PARAMETER (s);
  if (n % 3 == 0)
    DEF (s, s + 1);
  if (n)
    {
      AT (s);
      return odd (n - 1, s);
    }
  return s;
}
static int
odd (int n, int s)
{
  VAR (q);
  PARAMETER (s);
  DEF (q, even (n - 1, s + 2));
  if (q & 1)
    DEF (q, q + even (n / 3 * 2, 1));
  if (s < 100)
    {
      AT (q);
      return q;
    }
  return 0;
}

static jmp_buf env;
static int
thrower (int n)
{
  VAR (t);
  DEF (t, n);
  if (n > 4)
    DEF (t, n - 1);
  if (t)
    {
      AT (t);
      if (n % 3 == 1)
        longjmp (env, n);
    }
  return n > 0 ? thrower (n - 1) : t;
}

static int
nested (int n)
{
  VAR (s);
  DEF (s, 0);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      {
        AT (s);
        switch ((i * j + s) % 5)
          {
          case 0:
            DEF (s, s + 1);
            break;
          case 1:
            DEF (s, s + 2);
            /* fall through */
          case 2: AT (s);
            DEF (s, s + j);
            break;
          case 3:
            continue;
          default:
            if (s > 300)
              goto out;
            DEF (s, s * 2);
          }
        if (s)
          AT (s);
      }
out:
  return s;
}

int
main (void)
{
  volatile int s = 0;
  s += example ();
  s += recursive (9, 3);
  s += even (24, 0);
  for (volatile int i = 0; i < 9; i++)
    if (setjmp (env) == 0)
      s += thrower (i);
  s += nested (12);
  report ();
  return s & 63;
}
