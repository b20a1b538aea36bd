/* Virtual and indirect calls, with exceptions that pass them, values that are objects, recursion, and calls in tail
   position; whom they enter depends on who calls their function.  The input's letters say which way round.  */
#include <cstdio>
#include <string>

struct shape
{
  virtual ~shape () {}
  virtual int area (int) const = 0;
};

struct square : shape
{
  int area (int n) const override { return n * n; }
};

struct wide : shape
{
  int area (int n) const override { return 3 * n; }
};

struct thrower : shape
{
  int area (int n) const override
  {
    if (n % 50 == 49)
      throw n;
    return n + 1;
  }
};

__attribute__ ((noinline)) static int
total (const shape *s, int n)
{
  std::string text;
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      text += 'x';
      sum += s->area (i) + text.size ();
    }
  return sum;
}

/* As a function, so that the second call stands elsewhere.  */
__attribute__ ((noinline)) static int
caught (const shape *s, int n)
{
  try
    {
      return total (s, n);
    }
  catch (int thrown)
    {
      return thrown;
    }
}

struct pair
{
  long a, b, c;
};

typedef pair maker (long);

static pair
rising (long n)
{
  return { n, n + 1, n + 2 };
}

static pair
falling (long n)
{
  return { n, n - 1, n - 2 };
}

__attribute__ ((noinline)) static long
made (maker *make, long n)
{
  long sum = 0;
  while (n-- > 0)
    {
      pair p = make (n);
      sum += p.a * 2 + p.b * 3 + p.c;
    }
  return sum;
}

typedef int step (int);
static int twice (int n) { return n * 2 & 1023; }
static int half (int n) { return n / 2 + 1; }

/* Calls itself, and others in tail position.  */
__attribute__ ((noinline)) static int
deep (step *f, int levels)
{
  if (levels <= 0)
    return f (7);
  int n = f (levels) + deep (f, levels - 1);
  return f (n);
}

int
main ()
{
  square q;
  wide w;
  thrower t;
  const shape *shapes[] = { &q, &w, &t };
  maker *makers[] = { rising, falling };
  step *steps[] = { twice, half };
  long sum = 0;
  for (int c; (c = std::getchar ()) > ' ';)
    {
      unsigned k = c & 1;
      sum += total (shapes[k], 40);
      sum += caught (shapes[1 + k], 45 + c % 8);
      sum += caught (shapes[!k], 30);
      sum += made (makers[k], 60);
      sum -= made (makers[!k], 50);
      sum += deep (steps[k], 9);
      sum -= deep (steps[!k], 8);
    }
  std::printf ("%ld\n", sum);
}
