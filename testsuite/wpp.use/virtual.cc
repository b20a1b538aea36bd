/* Virtual calls, exceptions and instances of templates, for feedback.exp.  */
#include <cstdio>
struct shape { virtual ~shape () {} virtual int area (int) const = 0; };
struct square : shape { int area (int n) const override { return n * n; } };
struct line : shape { int area (int) const override { return 0; } };
static __attribute__ ((noinline)) int total (shape *const *shapes, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += shapes[i]->area (i);
  return s;
}
static __attribute__ ((noinline)) int checked (int n)
{
  if (n % 16 == 0)
    throw n;
  return n + 1;
}
static __attribute__ ((noinline)) int guarded (int n)
{
  try { return checked (n) + checked (n + 2); }
  catch (int i) { return i; }
}
template <typename T> __attribute__ ((noinline)) T most (T a, T b) { return a > b ? a : b; }
int main ()
{
  square q; line l;
  shape *shapes[20];
  long s = 0;
  for (int i = 0; i < 20; i++)
    shapes[i] = i % 10 ? (shape *) &q : &l;
  for (int i = 0; i < 1000; i++)
    s += total (shapes, 20) + guarded (i) + most (i, 500) + (int) most (i * 1.5, 3.0);
  std::printf ("%ld\n", s);
}
