// Exceptions through frames that are not recorded: past them, caught by them, rethrown and replaced there,
// left: yes
// and longjmp over them.
#include <csetjmp>
#include <cstdio>

#define PLAIN __attribute__ ((noinline, no_profile_instrument_function))

static int cleaned;
static std::jmp_buf back;
struct cleanup { int n; ~cleanup () { if (n & 1) cleaned += n; else cleaned++; } };

PLAIN static int passes (int (*f) (int), int n) { return f (n) + 1; }
PLAIN static int catches (int (*f) (int), int n) { try { return f (n); } catch (int i) { return i + 50; } }
PLAIN static int
rethrows (int (*f) (int), int n)
{
  try { return f (n); }
  catch (int i) { if (i > 9) throw; throw 'c'; }
}

static int
thrower (int n)
{
  cleanup c = { n };
  if (n % 3 == 0)
    throw n;
  if (n == 16)
    std::longjmp (back, n);
  return n & 1 ? n : -n;
}

static int
loop (int n)
{
  int s = 0;
  for (int i = 0; i < 3; i++)
    s += n < 14 || i ? catches (thrower, n + i) : thrower (n + i);
  return s;
}

static int
caller (int n)
{
  static int (*const through[]) (int (*) (int), int) = { passes, catches, rethrows };
  cleanup c = { n + 1 };
  int s = through[n % 3] (n & 1 ? thrower : loop, n);
  return s & 1 ? s + 1 : s;
}

int
main ()
{
  volatile int s = 0;
  for (volatile int i = 0; i < 24; i++)
    if (setjmp (back) == 0)
      try
        {
          s += i % 5 == 4 ? passes (caller, i) : caller (i);
        }
      catch (int n)
        {
          s += n > 10 ? 100 : 200;
        }
      catch (char)
        {
          s += 1000;
        }
    else
      s += 7;
  std::printf ("%d %d\n", s, cleaned);
  return 0;
}
