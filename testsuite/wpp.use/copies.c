/* Steps of two kinds, each of which says what the next one finds.  The input says in which order they come: two inputs may agree in every count
   of an edge and of a path, and differ in what follows what.  */
#include <stdio.h>

static unsigned char modes[256], left[256][4];

/* A letter has two bits: which way the step goes, and whether what it leaves is known to the compiler.  It is the same anyway.  */
__attribute__ ((noinline)) static unsigned
run (const unsigned char *p)
{
  unsigned one = 0, two = 0, three = 0, four = 0, s = 0;
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
      if (one == 1)
        s = s * 9 + 1;
      if (two == 2)
        s ^= s >> 4;
      if (three == 3)
        s -= c;
      if (four == 4)
        s += s >> 6;
      if (c & 2)
        one = 1, two = 2, three = 3, four = 4;
      else
        one = left[c][0], two = left[c][1], three = left[c][2], four = left[c][3];
    }
  return s;
}

static unsigned char line[1 << 12];

int
main (void)
{
  unsigned s = 0;
  for (unsigned i = 0; i < sizeof modes; i++)
    {
      modes[i] = i * 7;
      for (unsigned k = 0; k < 4; k++)
        left[i][k] = k + 1;
    }
  while (fgets ((char *) line, sizeof line, stdin))
    for (unsigned i = 0; i < 20; i++)
      s = s * 31 + run (line);
  printf ("%u\n", s);
  return 0;
}
