/* Inline functions of every sort, macros on one line, statics, several functions on a line.  */
#include <stdio.h>

static inline __attribute__ ((always_inline)) int
always (int x)
{
  if (x & 1)
    return x * 3 + 1;
  return x / 2;
}
static inline int clamp (int x, int lo, int hi) { return x < lo ? lo : x > hi ? hi : x; }
static int a1 (int x) { return x ? x - 1 : 0; } static int a2 (int x) { return x > 3 ? a1 (x) : a1 (-x); }
extern inline __attribute__ ((gnu_inline)) int
never_emitted (int x)
{
  return x > 2 ? x : 2;
}
int never_emitted (int x) { return x > 2 ? x + 100 : 102; }
#define LOOP(n, body) for (int i_ = 0; i_ < (n); i_++) { if (i_ % 2) body; else s++; }

static __attribute__ ((noinline)) int
counter (void)
{
  static int calls;
  return ++calls > 5 ? calls : -calls;
}

static __attribute__ ((cold)) int
rare (int x)
{
  return x ? counter () : 1;
}

static int
only_once (int x)
{
  int s = 0;
  LOOP (x, s += clamp (i_, 2, 5))
  return s;
}

static int never_called (int x) { if (x) return 1; return 2; }

int
main (int argc, char **argv)
{
  int n = 27, s = 0, steps = 0;
  while (n != 1)
    n = always (n), steps++;
  for (int i = -3; i < 9; i++)
    s += clamp (i, 0, 4) + a2 (i) + never_emitted (i), s += __builtin_expect (i == 4, 0) ? rare (i) : 0;
  LOOP (9, s += counter ())
  s += only_once (11) + only_once (0);
  if (argc > 50)
    s += never_called (argc);
  printf ("%d %d\n", steps, s);
  return 0;
}
