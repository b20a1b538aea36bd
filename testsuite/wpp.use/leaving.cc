// A store in a cleanup, which could be put off, but for the exception that leaves the function behind it.
#include <cstdio>

static unsigned total, done;

struct guard
{
  unsigned n;
  ~guard () { total += n; }
};

__attribute__ ((noinline)) static void
thrower (unsigned i)
{
  if (i % 3 != 0)
    throw i;
  done++;
}

__attribute__ ((noinline)) static void
guarded (unsigned i)
{
  guard g = { i };
  total = total * 2 + i;
  thrower (i);
  total ^= i;
}

int
main ()
{
  unsigned sum = 0;
  for (unsigned i = 0; i < 3000; i++)
    {
      try { guarded (i); } catch (unsigned x) { sum += x; }
      sum = sum * 31 + total;
    }
  std::printf ("%u %u %u\n", sum, total, done);
  return 0;
}
