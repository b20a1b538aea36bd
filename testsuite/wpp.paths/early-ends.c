/* Ways that come together where paths end (early-ends.cc): at the end of a loop's body, in a return, in a node that
   a fault may leave, where nothing is counted ahead, in loops that call and loops that do not.  Counts are compared
   by scripts/path-counts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf again;
static volatile unsigned calls;

__attribute__ ((noipa)) static unsigned
called (unsigned x)
{
  calls++;
  return x * 3;
}

/* Several ways on to the next round, none of which calls.  */
__attribute__ ((noipa)) static unsigned
rounds (const unsigned char *bytes, unsigned n)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++)
    {
      if (bytes[i] < 20)
        continue;
      if (bytes[i] & 1)
        {
          sum += bytes[i];
          if (sum & 4)
            continue;
          sum ^= i;
        }
      else if (bytes[i] > 200)
        break;
      else
        sum += 3;
    }
  return sum;
}

/* The same with calls on one of them.  */
__attribute__ ((noipa)) static unsigned
calling_rounds (const unsigned char *bytes, unsigned n)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++)
    {
      if (bytes[i] < 60)
        continue;
      if (bytes[i] & 1)
        sum += called (i);
      else if (bytes[i] & 2)
        sum += i;
    }
  return sum;
}

/* Ways to one return, through others that come together before it.  */
__attribute__ ((noipa)) static int
returns (unsigned x)
{
  int y = x & 1 ? 7 : 9;
  switch (x % 11)
    {
    case 0: return y;
    case 1: case 5: return called (x);
    case 2: return y + x;
    case 3: return -1;
    case 7: y += called (y); break;
    }
  return y * x;
}

#define DIFFER(i) if (a[i] != b[i]) return a[i] > b[i];
#define DIFFER_4(i) DIFFER (i) DIFFER (i + 1) DIFFER (i + 2) DIFFER (i + 3)

/* Many returns, before a loop that needs registers which the function must save.  */
__attribute__ ((noipa)) static unsigned
many_returns (const unsigned char *a, const unsigned char *b, const unsigned short *x, const unsigned short *y,
              unsigned n, unsigned *budget)
{
  DIFFER_4 (0)
  DIFFER_4 (4)
  DIFFER_4 (8)
  DIFFER_4 (12)
  unsigned i = 16, j = 16, s = 0, t = 1, u = 2;
  do
    {
      DIFFER (i & 31)
      if (x[i & 31] != y[j & 31])
        return x[i & 31] + s > y[j & 31] + t;
      s += t * i;
      t += u ^ j;
      u += s;
      i += 3;
      j += 3;
      --*budget;
    }
  while (i < n);
  return s ^ t ^ u;
}

/* A return that may not be come through.  */
__attribute__ ((noipa)) static unsigned
may_fault (unsigned x, const unsigned *p)
{
  unsigned y;
  if (x & 1)
    y = x * 5;
  else if (x & 2)
    y = x / 3;
  else
    y = 1;
  return *p + y;
}

/* A round that may not be come through.  */
__attribute__ ((noipa)) static unsigned
rounds_may_fault (unsigned n, unsigned *const *list)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++)
    {
      if (i & 1)
        sum += i;
      else if (sum & 8)
        sum ^= 5;
      sum += *list[i];
    }
  return sum;
}

static void
fault (int sig)
{
  (void) sig;
  siglongjmp (again, 1);
}

int
main (void)
{
  static unsigned value = 4, *list[64];
  static unsigned short words[300];
  unsigned char bytes[256];
  volatile unsigned sum = 0, faults = 0;

  for (unsigned i = 0; i < sizeof bytes; i++)
    bytes[i] = i * 167 >> 2;
  for (unsigned i = 0; i < 64; i++)
    list[i] = i == 40 ? NULL : &value;
  signal (SIGSEGV, fault);
  for (volatile unsigned i = 0; i < 3000; i++)
    {
      if (sigsetjmp (again, 1))
        {
          faults++;
          continue;
        }
      sum += rounds (bytes + i % 100, i % 150) + calling_rounds (bytes + i % 30, i % 20);
      sum += returns (i);
      words[i % 300] = i % 7 == 0;
      sum += many_returns (bytes + i % 40, bytes + i % 41 + i % 3, words, words + i % 4, 128, &value);
      sum += may_fault (i, i % 6 < 2 ? NULL : &value);
      sum += rounds_may_fault (i % 64, list);
    }
  printf ("%u %u %u\n", sum, faults, calls);
  return 0;
}
