// What may be cloned in C++, called in two ways each: an instance of a template, a constructor that has aliases, what throws and what catches,
// a function that calls itself, and one whose address is taken.
#include <cstdio>
#include <cstring>

static unsigned table[64], seen;

template <typename T> __attribute__ ((noinline)) T
keep (T s, unsigned c)
{
  for (unsigned k = 0; k < 4; k++, c >>= 1)
    {
      if (c & 1)
        s = s * 5 + table[s & 63];
      else
        s = (s ^ c) * 3 + table[s >> 6 & 63];
      seen += s & 3;
    }
  return s;
}

struct Shape
{
  unsigned sides, area;
  __attribute__ ((noinline)) Shape (unsigned c) : sides (c), area (0)
  {
    for (unsigned k = 0; k < 4; k++, c >>= 1)
      if (c & 1)
        area += table[(area + k) & 63];
      else
        area ^= table[area >> 3 & 63] + k;
  }
};

// Throws for the letters that have all four bits, 16 times.
__attribute__ ((noinline)) static unsigned
take (unsigned s, unsigned c)
{
  if ((c & 15) == 15)
    {
      if (!(++seen & 63))
        throw s;
      s += table[s & 63] * 3;
    }
  else
    {
      s ^= table[s >> 5 & 63];
      seen ^= s & 1;
    }
  return s + 1;
}

// Each level takes the one way, and the last the other.
__attribute__ ((noinline)) static unsigned
factorial (unsigned n, unsigned s)
{
  if (n & 1)
    s += table[s & 63];
  else
    s ^= table[s >> 2 & 63] << 1;
  return n > 1 ? factorial (n - 2, s) * 3 + 1 : s;
}

__attribute__ ((noinline)) static unsigned
pass (unsigned (*f) (unsigned, unsigned), unsigned a, unsigned b)
{
  return f (a, b);
}

static char line[1 << 12];

int
main ()
{
  unsigned s = 1;
  unsigned (*volatile f) (unsigned, unsigned) = factorial;
  for (unsigned i = 0; i < 64; i++)
    table[i] = i * 2654435761u;
  while (fgets (line, sizeof line, stdin))
    for (unsigned i = 0; i < 10; i++)
      for (const char *p = line; p[0] && p[1]; p += 2)
        {
          s = keep<unsigned> (s, p[0]);
          s = keep<unsigned> (s + 1, p[1]);
          s += Shape (p[0]).area;
          s ^= Shape (p[1]).area;
          try
            {
              s = take (s, p[0]);
              s = take (s, p[1]);
            }
          catch (unsigned t)
            {
              s = t + 7;
            }
          s += factorial (7, s);
          s ^= factorial (6, s);
          s += pass (f, 9, s);
        }
  std::printf ("%u\n", s);
}
