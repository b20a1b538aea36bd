// Exceptions: through frames, with cleanups, rethrown, nested, in constructors, caught by base.
#include <cstdio>
#include <stdexcept>
#include <string>

static int log_;

struct guard
{
  int n;
  explicit guard (int n) : n (n) { log_ += n; }
  ~guard () { log_ -= n > 3 ? 1 : 2; }
};

struct error : std::runtime_error
{
  int code;
  error (int code) : runtime_error ("error"), code (code) {}
};

struct half_made
{
  guard a;
  guard b;
  half_made (int x) : a (x), b (x + 1) { if (x == 3) throw error (x); }
};

static void
deep (int depth, int code)
{
  guard g (depth);
  if (depth == 0)
    {
      if (code % 3 == 0)
        throw code;
      if (code % 3 == 1)
        throw error (code);
      throw std::string ("text");
    }
  deep (depth - 1, code);
  log_ += 1000;
}

static int
catcher (int depth, int code)
{
  try
    {
      guard g (7);
      deep (depth, code);
    }
  catch (int i)
    {
      guard g (1);
      return i;
    }
  catch (const std::exception &e)
    {
      if (code > 10)
        throw;
      return e.what ()[0];
    }
  return -1;
}

static int
nested (int code)
{
  int r = 0;
  try
    {
      try
        {
          r += catcher (code % 4, code);
        }
      catch (const error &e)
        {
          r += e.code;
          try { throw 5; } catch (int) { r++; }
          throw std::string ("again");
        }
    }
  catch (std::string &s)
    {
      r += s.size ();
    }
  return r;
}

static void
no_throw (int x) noexcept
{
  try { if (x & 1) throw x; } catch (...) { log_++; }
}

static int
loop ()
{
  int s = 0;
  for (int i = 0; i < 10; i++)
    try
      {
        if (i % 4 == 1)
          continue;
        half_made h (i);
        if (i == 7)
          break;
        s += i;
      }
    catch (error &e)
      {
        s += 100;
      }
  return s;
}

static int
returned (int x)
{
  guard a (x);
  if (x > 2)
    {
      guard b (x);
      return log_;
    }
  return x;
}

int
main ()
{
  int s = 0;
  for (int i = 0; i < 20; i++)
    s += nested (i);
  for (int i = 0; i < 5; i++)
    no_throw (i), s += returned (i);
  std::printf ("%d %d %d\n", s, log_, loop ());
  return 0;
}
