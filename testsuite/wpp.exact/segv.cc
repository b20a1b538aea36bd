// flags: -fnon-call-exceptions
// A handler of SIGSEGV throws, out of a function that does not handle it.
#include <csignal>
#include <cstdio>

static int n;

static void
handler (int)
{
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, SIGSEGV);
  sigprocmask (SIG_UNBLOCK, &set, nullptr);
  throw 1;
}

__attribute__ ((noipa)) static int
load (int *p, int k)
{
  n++;
  if (k & 1)
    n += 2;
  for (int i = 0; i < k; i++)
    n ^= i;
  n += 7;
  return *p;
}

int
main ()
{
  int x = 3, sum = 0;
  std::signal (SIGSEGV, handler);
  for (int i = 0; i < 10; i++)
    try
      {
        sum += load (i % 5 ? &x : nullptr, i);
      }
    catch (int)
      {
        sum += 100;
      }
  std::printf ("%d\n", sum);
}
