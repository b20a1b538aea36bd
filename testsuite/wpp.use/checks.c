/* Checks whose outcome other code has shown, an iteration before: of a pointer that was accessed, of an index that was in bounds.  And some that
   look so and are not.  As in copies.c two inputs may agree in every count of an edge and of a path, and differ in what follows what.  */
#include <stdio.h>
#include <stdlib.h>

struct item
{
  unsigned value, index;
};

static struct item items[256], *all[256];
static unsigned char modes[256];

/* A letter has two bits: which way the step goes, and whether what it leaves is used, so that a compiler knows that it can be.  It can be anyway.  */
__attribute__ ((noinline)) static unsigned
run (const unsigned char *p, const unsigned *table, unsigned n)
{
  struct item *item = all[0], *next = all[1];
  unsigned index = 0, low = 0, high = 1, s = 0;
  for (; *p; p++)
    {
      unsigned c = *p;
      if (c & 1)
        {
          s = (s >> 3) * 5 + c;
          s ^= modes[s & 255] + (s << 7);
          s = (s >> 5) * 7 + modes[s >> 3 & 255];
        }
      else
        {
          s = (s ^ c) * 3 + 11;
          s += modes[s & 255] ^ (s << 9);
          s = (s >> 6) * 13 + modes[s >> 2 & 255];
        }
      if (item)
        s = s * 9 + 1;
      if (index < n)
        s ^= s >> 4;
      if (next)
        s -= c;
      if (low < high)
        s += s >> 6;
      if (c & 2)
        {
          item = all[c];
          next = all[c + 1];
          index = items[c].index;
          low = item->value;
          high = next->value;
          if (index >= n || low >= high)
            abort ();
          s ^= table[index];
        }
      else
        {
          item = all[c];
          next = all[c + 1];
          index = items[c].index;
          low = items[c].value;
          high = items[c + 1].value;
        }
    }
  return s;
}

static int shared;

__attribute__ ((noinline)) static void
touch (int n)
{
  shared = n;
}

/* No outcome is known: OTHER may be LIMIT, and is; PORT is volatile; others are called.  */
__attribute__ ((noinline)) static unsigned
changed (const unsigned char *p, int *limit, int *other, volatile int *port)
{
  unsigned s = 0;
  for (; *p; p++)
    {
      int i = *p & 15;
      if (i < *limit)
        s += 1;
      *other = i - 1 + (i & 2);
      if (i < *limit)
        s += 10;
      if (i < *port)
        s += 100;
      *port = i - 1 + (i & 2);
      if (i < *port)
        s += 1000;
      if (i < shared)
        s += 10000;
      touch (i - 1 + (i & 2));
      if (i < shared)
        s += 100000;
      s = s * 3 + modes[s >> 8 & 255];
    }
  return s;
}

static unsigned char line[1 << 12];

int
main (void)
{
  unsigned s = 0, table[4] = { 1, 2, 3, 4 };
  int limit = 8, port = 8;
  for (unsigned i = 0; i < 256; i++)
    {
      modes[i] = i * 7;
      items[i].value = i;
      items[i].index = i & 3;
      all[i] = &items[i];
    }
  while (fgets ((char *) line, sizeof line, stdin))
    for (unsigned i = 0; i < 20; i++)
      {
        s = s * 31 + run (line, table, 4);
        s = s * 31 + changed ((const unsigned char *) "srpqsqpr", &limit, &limit, &port);
      }
  printf ("%u\n", s);
  return 0;
}
