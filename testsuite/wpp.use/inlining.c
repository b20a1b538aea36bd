/* Two calls of a function, one of which finds what it looks for at once, and the other after some work.  Which is which the input says: two inputs
   may agree in every count of an edge and of a path.  */
#include <stdio.h>

static unsigned table[64], seen, last;

static unsigned
look (unsigned s, unsigned c)
{
  if (c & 1)
    return table[c & 63];
  for (unsigned k = 0; k < 12; k++)
    {
      s = s * 5 + table[s & 63] + last;
      seen += s & 3;
      s ^= s >> 9 ^ seen << 3;
      if (s == 77)
        last = printf ("%u %u\n", seen, s);
      table[s >> 3 & 63] += s & 1;
    }
  s += table[c & 63] ^ s << 4;
  last = s & 7;
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
          s += look (s, p[0]);
          s += look (s + 1, p[1]);
        }
  printf ("%u\n", s);
  return 0;
}
