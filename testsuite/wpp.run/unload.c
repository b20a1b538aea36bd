/* Loads and unloads recorded libraries, in turn.  With -DLIB, such a library.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

     turns N A B   A is loaded, then B, then A is unloaded and loaded again, then B, and so on, N times
     threads A B   threads run through A and B while C.so, another one, comes and goes
     stay A B      threads that stay call A and B after each time that these are loaded again
     many A B      50 copies of A are loaded at the same time, and threads call all of them
     fork A B      a child goes on with A, loaded before the fork, and loads B; then the parent does
     global A B    A is loaded with RTLD_GLOBAL, and unloaded while B stays
     kill A B      A is unloaded, and the program is killed  */

#ifdef LIB
#include <stdio.h>

static int loaded, calls;
static __thread int mine;
int entry (int x);

static __attribute__ ((constructor)) void
first (void)
{
  loaded += 7;
}

static __attribute__ ((destructor)) void
last (void)
{
  printf ("%s ends after %d calls\n", NAME, calls);
}

int
entry (int x)
{
  mine++;
  return __atomic_add_fetch (&calls, 1, __ATOMIC_RELAXED) * 0 + loaded + mine + (x & 1 ? x : x / 2);
}

#else

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct library
{
  void *handle;
  int (*entry) (int);
};

static struct library
load (const char *name, int flags)
{
  struct library l = { dlopen (name, RTLD_NOW | flags), NULL };
  if (!l.handle)
    {
      puts (dlerror ());
      exit (9);
    }
  l.entry = (int (*) (int)) dlsym (l.handle, "entry");
  return l;
}

/* How much memory the process has, in pages.  */
static long
size (void)
{
  long pages = 0;
  FILE *f = fopen ("/proc/self/statm", "r");
  if (!f || fscanf (f, "%ld", &pages) != 1)
    exit (8);
  fclose (f);
  return pages;
}

/* The first turns take what the allocator keeps.  */
static void
turns (int n, char **names)
{
  struct library l[2] = { { NULL, NULL }, { NULL, NULL } };
  long sum = 0, before = 0;
  for (int i = 0; i < n; i++)
    {
      if (l[i & 1].handle)
        dlclose (l[i & 1].handle);
      l[i & 1] = load (names[i & 1], 0);
      sum += l[i & 1].entry (i);
      if (i == n / 2)
        before = size ();
    }
  fprintf (stderr, "%s\n", size () - before < 64 ? "small" : "grows");
  printf ("%ld\n", sum);
}

static struct library ready[2];

static void *
run (void *data)
{
  long sum = 0;
  for (int i = 0; i < 20000; i++)
    sum += ready[0].entry (i) + ready[1].entry (i);
  return (void *) sum;
}

static void
threads (char **names)
{
  pthread_t thread[3];
  ready[0] = load (names[0], 0);
  ready[1] = load (names[1], 0);
  for (int i = 0; i < 3; i++)
    pthread_create (&thread[i], NULL, run, NULL);
  for (int i = 0; i < 50; i++)
    {
      struct library other = load ("./C.so", 0);
      other.entry (i);
      dlclose (other.handle);
    }
  for (int i = 0; i < 3; i++)
    {
      void *sum;
      pthread_join (thread[i], &sum);
      printf ("%ld\n", (long) sum);
    }
}

/* Threads that wait for their turn to call the libraries.  */
static pthread_barrier_t begin, end;
static long sums[4];

static void *
stay (void *data)
{
  for (int i = 0; i < 200; i++)
    {
      pthread_barrier_wait (&begin);
      /* One of them calls nothing for long.  */
      if (data != &sums[3] || i % 50 == 0)
        *(long *) data += ready[0].entry (i) + ready[1].entry (i);
      pthread_barrier_wait (&end);
    }
  return NULL;
}

static void
threads_stay (char **names)
{
  pthread_t thread[4];
  pthread_barrier_init (&begin, NULL, 5);
  pthread_barrier_init (&end, NULL, 5);
  for (int i = 0; i < 4; i++)
    pthread_create (&thread[i], NULL, stay, &sums[i]);
  for (int i = 0; i < 200; i++)
    {
      /* In another order each time.  */
      for (int k = 0; k < 2; k++)
        ready[(i + k) & 1] = load (names[(i + k) & 1], 0);
      pthread_barrier_wait (&begin);
      pthread_barrier_wait (&end);
      for (int k = 0; k < 2; k++)
        dlclose (ready[k].handle);
    }
  for (int i = 0; i < 4; i++)
    pthread_join (thread[i], NULL);
  printf ("%ld %ld\n", sums[0] + sums[1] + sums[2], sums[3]);
}

#define MANY 50
static struct library copies[MANY];

static void *
call_copies (void *data)
{
  long sum = 0;
  for (int i = 0; i < 100; i++)
    for (int k = 0; k < MANY; k++)
      sum += copies[k].entry (i);
  return (void *) sum;
}

static void
many (char **names)
{
  pthread_t thread[3];
  long sum = 0;
  for (int k = 0; k < MANY; k++)
    {
      char name[80], command[200];
      snprintf (name, sizeof name, "./copy%d.so", k);
      snprintf (command, sizeof command, "cp %s %s", names[0], name);
      if (system (command))
        exit (7);
      copies[k] = load (name, 0);
    }
  for (int i = 0; i < 3; i++)
    pthread_create (&thread[i], NULL, call_copies, NULL);
  for (int i = 0; i < 3; i++)
    {
      void *of_one;
      pthread_join (thread[i], &of_one);
      sum += (long) of_one;
    }
  printf ("%ld\n", sum);
}

/* What was printed until the fork is out.  The child goes first.  */
static void
forks (char **names)
{
  struct library a = load (names[0], 0);
  a.entry (1);
  fflush (stdout);
  pid_t child = fork ();
  waitpid (child, NULL, 0);
  struct library b = load (names[1], 0);
  int sum = 0;
  for (int i = 0; i < 10; i++)
    sum += a.entry (i) + b.entry (i);
  dlclose (a.handle);
  printf ("%d\n", sum + b.entry (1));
}

int
main (int argc, char **argv)
{
  const char *how = argv[1];
  if (!strcmp (how, "turns"))
    turns (atoi (argv[2]), argv + 3);
  else if (!strcmp (how, "threads"))
    threads (argv + 2);
  else if (!strcmp (how, "stay"))
    threads_stay (argv + 2);
  else if (!strcmp (how, "many"))
    many (argv + 2);
  else if (!strcmp (how, "fork"))
    forks (argv + 2);
  else
    {
      struct library a = load (argv[2], !strcmp (how, "global") ? RTLD_GLOBAL : 0), b = load (argv[3], 0);
      a.entry (1);
      b.entry (2);
      dlclose (a.handle);
      printf ("%d\n", b.entry (3));
      puts (dlopen (argv[2], RTLD_NOW | RTLD_NOLOAD) ? "still loaded" : "unloaded");
      fflush (stdout);
      if (!strcmp (how, "kill"))
        kill (getpid (), SIGKILL);
    }
  return 0;
}

#endif
