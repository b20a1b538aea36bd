/* A sort that calls back, and two calls of it.  Which comparison each call gets is what the input says: two inputs may
   agree in every count of an edge, of a path and of a comparison, and differ in which call of the sort led to which
   comparison.  */
#include <stdio.h>

typedef int comparison (const void *, const void *);

static int
up (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

static int
down (const void *a, const void *b)
{
  return *(const int *) b - *(const int *) a;
}

static int
low (const void *a, const void *b)
{
  return (*(const int *) a & 15) - (*(const int *) b & 15);
}

__attribute__ ((noinline)) static unsigned
sort (int *numbers, unsigned n, comparison *compare)
{
  unsigned equal = 0;
  for (unsigned gap = n / 2; gap; gap /= 2)
    for (unsigned i = gap; i < n; i++)
      for (unsigned k = i; k >= gap; k -= gap)
        {
          int order = compare (&numbers[k - gap], &numbers[k]), x = numbers[k];
          equal += !order;
          if (order <= 0)
            break;
          numbers[k] = numbers[k - gap];
          numbers[k - gap] = x;
        }
  return equal;
}

static char line[1 << 12];

int
main (void)
{
  static comparison *const kinds[] = { up, down, low };
  static int numbers[3][64];
  unsigned seed = 1, sum = 0;
  while (fgets (line, sizeof line, stdin))
    for (const char *p = line; p[0] > ' ' && p[1] > ' '; p += 2)
      {
        for (unsigned i = 0; i < 64; i++)
          seed = seed * 1103515245 + 12345, numbers[0][i] = numbers[1][i] = numbers[2][i] = seed >> 16 & 1023;
        unsigned first = (p[0] - 'a') % 3u, second = (p[1] - 'a') % 3u;
        sum += sort (numbers[first], 64, kinds[first]);
        sum += sort (numbers[second], 64, kinds[second]);
        for (unsigned i = 0; i < 64; i++)
          sum = sum * 31 + numbers[0][i] * 3 + numbers[1][i] + numbers[2][i] * 5;
      }
  printf ("%u\n", sum);
  return 0;
}
