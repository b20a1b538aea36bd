// flags: -pthread
// left: yes
// Threads whose locals have constructors and destructors, that cancellation unwinds through frames with
// cleanups, and one of which ends the program.
#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <unistd.h>

static int made, ended, unwound;
struct local
{
  int n;
  local () : n (++made) { for (int i = 0; i < 3; i++) made += i & 1; }
  ~local () { for (int i = 0; i < n % 4; i++) ended += i & 1 ? 1 : 2; }
};
static thread_local local first;
static thread_local local *second;
struct guard { int n; ~guard () { unwound += n & 1 ? n : 1; } };

// A local that a destructor of another makes.
struct late
{
  ~late () { static thread_local local third; ended += third.n & 1 ? 5 : 6; }
};
static thread_local late last;

static int
deep (int n)
{
  guard g = { n };
  if (n == 0)
    {
      pthread_testcancel ();
      return 1;
    }
  try
    {
      return deep (n - 1) + (n & 1);
    }
  catch (int)
    {
      return 0;
    }
}

static void *
run (void *arg)
{
  long how = reinterpret_cast<long> (arg);
  (void) &last;
  second = &first;
  if (how & 1)
    pthread_cancel (pthread_self ());
  if (how == 6)
    {
      std::printf ("%d %d %d\n", made, ended, unwound);
      /* Main is to wait for this thread then, in every run.  */
      usleep (300000);
      std::exit (deep (3));
    }
  return reinterpret_cast<void *> (static_cast<long> (deep (how) + second->n));
}

int
main ()
{
  pthread_t t;
  for (long i = 1; i < 7; i++)
    {
      pthread_create (&t, nullptr, run, reinterpret_cast<void *> (i));
      pthread_join (t, nullptr);
    }
  return 0;
}
