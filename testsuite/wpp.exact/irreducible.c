/* Loops with two entries, gotos into loops, Duff's device.  */
#include <stdio.h>

static int
two_entries (int x, int n)
{
  int s = 0;
  if (x & 1)
    goto second;
first:
  s += 3;
  if (--n < 0)
    return s;
second:
  s += 7;
  if (s % 5 == 0)
    goto first;
  if (--n > 0)
    goto first;
  if (s % 11)
    {
      s++;
      n--;
      if (n > -20)
        goto second;
    }
  return s;
}

static int
into_loop (int x)
{
  int i = 0, s = 0;
  if (x > 5)
    goto middle;
  for (i = 0; i < 10; i++)
    {
      s += i;
    middle:
      s += 2;
      if (s > x * 4)
        continue;
      s++;
    }
  return s;
}

static void
duff (char *to, const char *from, int count)
{
  int n = (count + 7) / 8;
  switch (count % 8)
    {
    case 0:
      do
        {
          *to++ = *from++;
        case 7: *to++ = *from++;
        case 6: *to++ = *from++;
        case 5: *to++ = *from++;
        case 4: *to++ = *from++;
        case 3: *to++ = *from++;
        case 2: *to++ = *from++;
        case 1: *to++ = *from++;
        }
      while (--n > 0);
    }
}

static int
three_ways (unsigned x)
{
  unsigned steps = 0;
a:
  if (++steps > 500)
    return steps;
  x = x * 1103515245 + 12345;
  switch (x >> 28)
    {
    case 0: case 1: case 2: goto a;
    case 3: case 4: case 5: goto b;
    case 6: goto c;
    case 7: return steps;
    default: break;
    }
b:
  x ^= x >> 7;
  if (x & 4)
    goto a;
  if (x & 8)
    goto c;
  steps += 2;
c:
  x += steps;
  if (x & 16)
    goto b;
  if (steps < 400)
    goto a;
  return steps;
}

int
main (void)
{
  char buffer[64] = "";
  int s = 0;
  for (int i = 0; i < 40; i++)
    s += two_entries (i, i % 9) + into_loop (i % 12);
  for (int n = 1; n < 40; n++)
    duff (buffer, "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ", n);
  for (unsigned i = 0; i < 50; i++)
    s += three_ways (i * 77);
  printf ("%d %.39s\n", s, buffer);
  return 0;
}
