// What unwinds the stack from wherever a signal comes: 100 threads are cancelled asynchronously, and each runs its
// destructor (cancel); 200 signals of a profiler find main (profile).  Prints how often it was tried, and went well.
#include <csignal>
#include <cstdio>
#include <cstring>
#include <pthread.h>
#include <sys/time.h>
#include <unistd.h>
#include <unwind.h>

int main (int argc, char **argv);

static volatile unsigned sink;
static volatile int begun, destroyed, found, searched;

/* In the first loop events are stored so fast that the thread waits for the collector, in the second there are so many
   paths that finding their counts takes the slow path.  */
__attribute__ ((noinline, noclone)) static unsigned
work (unsigned s)
{
  for (int i = 0; i < 100000; i++)
    if (s & 1)
      s = s * 3 + i;
    else
      s = s / 2 + i;
  for (int i = 0; i < 20000; i++)
    {
      s = s * 1664525 + 1013904223;
#define MAYBE(bit) if (s >> bit & 1) s += bit;
      MAYBE (31) MAYBE (30) MAYBE (29) MAYBE (28) MAYBE (27) MAYBE (26) MAYBE (25) MAYBE (24)
      MAYBE (23) MAYBE (22) MAYBE (21) MAYBE (20) MAYBE (19) MAYBE (18) MAYBE (17) MAYBE (16)
    }
  if (s == 1)
    throw s;
  return s;
}

struct guard
{
  ~guard () { destroyed++; }
};

/* Has nothing to destroy: between the calls of a function that has, C++ takes an unwound stack for an exception out of
   nowhere, and ends the program, also without wpp.  */
__attribute__ ((noinline, noclone)) static void
work_until_cancelled ()
{
  int old;
  pthread_setcanceltype (PTHREAD_CANCEL_ASYNCHRONOUS, &old);
  for (;;)
    sink = work (sink);
}

static void *
run (void *)
{
  guard g;
  begun++;
  work_until_cancelled ();
  return nullptr;
}

static _Unwind_Reason_Code
visit (_Unwind_Context *context, void *in_main)
{
  void *ip = reinterpret_cast<void *> (_Unwind_GetIP (context));
  if (_Unwind_FindEnclosingFunction (ip) == reinterpret_cast<void *> (&main))
    *static_cast<bool *> (in_main) = true;
  return _URC_NO_REASON;
}

static void
handler (int)
{
  bool in_main = false;
  _Unwind_Backtrace (visit, &in_main);
  found += in_main;
  searched++;
}

static void
cancel ()
{
  for (int i = 0; i < 100; i++)
    {
      pthread_t thread;
      pthread_create (&thread, nullptr, run, nullptr);
      usleep (5000);
      pthread_cancel (thread);
      pthread_join (thread, nullptr);
    }
  std::printf ("%d %d\n", begun, destroyed);
}

static void
profile ()
{
  itimerval every = { { 0, 4000 }, { 0, 4000 } };
  std::signal (SIGPROF, handler);
  setitimer (ITIMER_PROF, &every, nullptr);
  while (searched < 200)
    sink = work (sink);
  std::printf ("%d %d\n", searched, found);
}

int
main (int, char **argv)
{
  if (!std::strcmp (argv[1], "cancel"))
    cancel ();
  else
    profile ();
}
