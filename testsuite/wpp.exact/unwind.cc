// Exceptions through C frames, out of callbacks, out of recursion that has handlers on the way, and exit while
// one is being handled.
#include <cstdio>
#include <cstdlib>
#include <exception>

static int depth_sum;

extern "C" int
compare (const void *a, const void *b)
{
  int x = *static_cast<const int *> (a), y = *static_cast<const int *> (b);
  if (x == 13 || y == 13)
    throw x + y;
  return x - y;
}

static int
recurse (int n)
{
  if (n == 0)
    throw 1;
  try
    {
      return recurse (n - 1) + 1;
    }
  catch (int i)
    {
      depth_sum += i;
      if (n % 3)
        throw i + 1;
      return i;
    }
}

struct cleanup
{
  ~cleanup ()
  {
    try { if (std::uncaught_exceptions ()) throw 'c'; } catch (char) { depth_sum += 50; }
  }
};

static void
finish (int status)
{
  try
    {
      cleanup c;
      throw status;
    }
  catch (int s)
    {
      std::printf ("%d\n", depth_sum);
      std::exit (s);
    }
}

int
main ()
{
  int v[8] = { 5, 3, 9, 1, 7, 2, 8, 4 };
  std::qsort (v, 8, sizeof *v, compare);
  v[3] = 13;
  try { std::qsort (v, 8, sizeof *v, compare); } catch (int i) { depth_sum += i > 0; }
  for (int i = 1; i < 14; i++)
    try
      {
        depth_sum += recurse (i);
      }
    catch (...)
      {
        depth_sum += 10000;
      }
  finish (9);
}
