/* Two calls of a function, and letters of two kinds.  Which kind each call gets is what the input says: two inputs may agree in every count
   of an edge and of a path, and differ in which call led to what.  */
#include <stdio.h>

static unsigned table[64], seen;

/* Four bits of C say which way each turn goes.  The ways take the same work, but one of them has to jump over the other.  */
__attribute__ ((noinline)) static unsigned
step (unsigned s, unsigned c)
{
  for (unsigned k = 0; k < 4; k++, c >>= 1)
    {
      if (c & 1)
        s = s * 5 + table[s & 63];
      else
        s = (s ^ c) * 3 + table[s >> 6 & 63];
      seen += s & 3;
      s ^= s >> 9 ^ seen << 3;
    }
  return s;
}

static char line[1 << 12];

int
main (void)
{
  unsigned s = 1;
  for (unsigned i = 0; i < 64; i++)
    table[i] = i * 2654435761u;
  while (fgets (line, sizeof line, stdin))
    for (unsigned i = 0; i < 100; i++)
      for (const char *p = line; p[0] && p[1]; p += 2)
        {
          s = step (s, p[0]);
          s = step (s + 1, p[1]);
        }
  printf ("%u\n", s);
  return 0;
}
