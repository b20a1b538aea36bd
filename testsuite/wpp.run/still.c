/* A thread that outlives the program's end while the profile is awaited: `still' prints a point each millisecond, and
   `unwind' ends with pthread_exit.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Main waits for its input to end.  */

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static atomic_int over, unwind;
static volatile int sink;

__attribute__ ((noinline)) static void
work (void)
{
  for (int i = 0; i < 100; i++)
    sink += i;
}

static void *
thread (void *arg)
{
  while (!unwind || !over)
    {
      work ();
      if (!unwind && write (1, ".", 1) == 1)
        usleep (1000);
    }
  usleep (100000);
  pthread_exit (NULL);
}

__attribute__ ((destructor)) static void
end (void)
{
  over = 1;
}

int
main (int argc, char **argv)
{
  pthread_t t;
  char c;
  unwind = argc > 1 && !strcmp (argv[1], "unwind");
  pthread_create (&t, NULL, thread, NULL);
  while (read (0, &c, 1) > 0)
    continue;
  return write (1, "end", 3) == 3 ? 7 : 1;
}
