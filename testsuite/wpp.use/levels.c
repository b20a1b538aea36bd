/* A function that calls itself for each letter of a word: which way a level goes is what its letter says.  Two inputs
   whose words have the same letters in another order may agree in every count of an edge and of a path.  */
#include <stdio.h>

static unsigned table[64], seen;

__attribute__ ((noinline)) static unsigned
level (unsigned s, const char *word)
{
  for (unsigned k = 0, c = *word; k < 4; k++, c >>= 1)
    {
      if (c & 1)
        s = s * 5 + table[s & 63];
      else
        s = (s ^ c) * 3 + table[s >> 6 & 63];
      seen += s & 3;
      s ^= s >> 9 ^ seen << 3;
    }
  return word[1] ? level (s, word + 1) ^ s >> 1 : s;
}

static char word[64];

int
main (void)
{
  unsigned s = 1;
  for (unsigned i = 0; i < 64; i++)
    table[i] = i * 2654435761u;
  while (scanf ("%63s", word) == 1)
    for (unsigned i = 0; i < 50; i++)
      s += level (s, word);
  printf ("%u\n", s);
  return 0;
}
