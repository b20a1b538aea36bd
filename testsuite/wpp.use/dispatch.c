/* An interpreter with a switch in a loop, and words told apart by a chain of comparisons.  The input says in which order they come: two inputs
   may agree in every count of an edge and of a path, and differ in what follows what.  */
#include <stdio.h>
#include <string.h>

static unsigned memory[256];

/* Each letter is an operation.  */
__attribute__ ((noinline)) static unsigned
interpret (const unsigned char *p)
{
  unsigned s = 1, n = 0;
  for (;;)
    {
      n++;
      switch (*p++)
        {
        case 'a':
          s = s * 5 + n;
          break;
        case 'b':
          s ^= s >> 3;
          memory[s & 255] += n;
          break;
        case 'c':
          s += memory[n & 255];
          break;
        case 'd':
          s = s << 7 | s >> 25;
          break;
        case 'e':
          memory[n & 255] = s;
          break;
        case 'f':
          s -= memory[s >> 24];
          break;
        case 'g':
          s = ~s;
          break;
        case 'h':
          s += n * n;
          break;
        case '\n':
        case 0:
          return s;
        default:
          s++;
        }
    }
}

static const unsigned words[256] = { ['a'] = 7, ['b'] = 1000, ['c'] = 40000, ['d'] = 90, ['e'] = 123456, ['f'] = 3, ['g'] = 777777, ['h'] = 5000 };

/* The values are too far apart for a table.  */
__attribute__ ((noinline)) static unsigned
tell_apart (const unsigned char *p)
{
  unsigned s = 1;
  for (; *p > ' '; p++)
    {
      unsigned w = words[*p];
      if (w == 7)
        s = s * 3 + 1;
      else if (w == 1000)
        s = s * 7 ^ memory[s & 255];
      else if (w == 40000)
        s ^= s >> 5;
      else if (w == 90)
        s = s - memory[w];
      else if (w == 123456)
        s += s << 3;
      else if (w == 3)
        memory[s & 255] = s;
      else
        s = ~s;
    }
  return s;
}

static unsigned char line[1 << 12];

int
main (void)
{
  unsigned s = 0;
  while (fgets ((char *) line, sizeof line, stdin))
    for (unsigned i = 0; i < 20; i++)
      s = s * 31 + interpret (line) + tell_apart (line);
  printf ("%u\n", s);
  return 0;
}
