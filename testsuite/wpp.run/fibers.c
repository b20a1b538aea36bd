/* Switches stacks in ways that the first argument chooses.  It counts who calls whom, and writes that to the file of
   the second argument, a line `CALLER CALLEE TIMES' each; `-' calls what a stack begins with.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>
#include <wpp.h>
#include "../lib/switch-stack.h"

#define FUNCTIONS(F) \
  F (nobody) F (main) F (begin) F (resume) F (yield) F (leaf) F (generate) F (outer) F (deep) F (work) F (job) \
  F (worker) F (short_job) F (again) F (ping) F (pong) F (hop) F (round_trip) F (part) F (forks) F (killed) \
  F (generators) F (pool) F (many) F (jumps) F (contexts) F (assembly) F (tell) F (pause_here) F (trip) \
  F (joined) F (one_turn)
#define NAMED(f) F_##f,
enum { FUNCTIONS (NAMED) N_FUNCTIONS };
static unsigned long called[N_FUNCTIONS][N_FUNCTIONS];
#define NOTE(from, to) __atomic_fetch_add (&called[F_##from][F_##to], 1, __ATOMIC_RELAXED)
#define CALL(from, f, ...) (NOTE (from, f), f (__VA_ARGS__))
#define NOINLINE __attribute__ ((noinline, noclone))

static const char *truth;

static NOINLINE void
tell (void)
{
#define QUOTED(f) #f,
  static const char *const names[] = { FUNCTIONS (QUOTED) };
  FILE *out = fopen (truth, "w");
  for (int i = 0; i < N_FUNCTIONS; i++)
    for (int k = 0; k < N_FUNCTIONS; k++)
      if (called[i][k])
        fprintf (out, "%s %s %lu\n", i == F_nobody ? "-" : names[i], names[k], called[i][k]);
  fclose (out);
}

/* ---- Fibers of the C library.  */

struct fiber
{
  ucontext_t own, caller;
  char *stack;
  void (*run) (struct fiber *);
  int value, over;
};

#define STACK 65536

static NOINLINE void
leaf (int *n)
{
  ++*n;
}

static NOINLINE void
yield (struct fiber *f, int value)
{
  f->value = value;
  swapcontext (&f->own, &f->caller);
  CALL (yield, leaf, &f->value);
}

static NOINLINE int
resume (struct fiber *f)
{
  swapcontext (&f->caller, &f->own);
  return f->value;
}

static void
trip (unsigned low, unsigned high)
{
  struct fiber *f = (struct fiber *) ((unsigned long) high << 32 | low);
  f->run (f);
  f->over = 1;
}

static NOINLINE void
begin (struct fiber *f, void (*run) (struct fiber *), char *stack)
{
  memset (f, 0, sizeof *f);
  getcontext (&f->own);
  f->run = run;
  f->stack = stack;
  f->own.uc_stack.ss_sp = stack;
  f->own.uc_stack.ss_size = STACK;
  f->own.uc_link = &f->caller;
  makecontext (&f->own, (void (*) (void)) trip, 2, (unsigned) (unsigned long) f, (unsigned) ((unsigned long) f >> 32));
  NOTE (nobody, trip);
}

/* Generators within a generator: each leaf of a tree is yielded from a depth of its own.  */

static NOINLINE void
deep (struct fiber *f, int n)
{
  if (n)
    CALL (deep, deep, f, n - 1);
  CALL (deep, yield, f, n);
}

static void
generate (struct fiber *f)
{
  for (int i = 0; i < 5; i++)
    CALL (generate, deep, f, i);
}

static void
outer (struct fiber *f)
{
  struct fiber inner;
  char *stack = malloc (STACK);
  CALL (outer, begin, &inner, generate, stack);
  NOTE (trip, generate);
  while (CALL (outer, resume, &inner), !inner.over)
    CALL (outer, yield, f, inner.value);
  free (stack);
}

static NOINLINE void
generators (void)
{
  for (int i = 0; i < 3; i++)
    {
      struct fiber f;
      char *stack = malloc (STACK);
      CALL (generators, begin, &f, outer, stack);
      NOTE (trip, outer);
      while (CALL (generators, resume, &f), !f.over)
        continue;
      free (stack);
    }
}

/* Fibers of which each turn is another thread's: whoever has resumed one passes it on to the next thread.  */

#define FIBERS 40
#define TURNS 30
#define WORKERS 4
static struct fiber fibers[FIBERS];
static int ready[WORKERS][FIBERS], n_ready[WORKERS], n_over;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static NOINLINE void
work (struct fiber *f, int depth)
{
  if (depth)
    CALL (work, work, f, depth - 1);
  else
    CALL (work, yield, f, 1);
}

static void
job (struct fiber *f)
{
  int n = f - fibers;
  for (int i = 0; i < TURNS; i++)
    CALL (job, work, f, (n + i) % 4);
}

static void *
worker (void *number)
{
  int own = (long) number, next = (own + 1) % WORKERS;
  for (;;)
    {
      pthread_mutex_lock (&lock);
      int n = n_ready[own] ? ready[own][--n_ready[own]] : -1, over = n_over == FIBERS;
      pthread_mutex_unlock (&lock);
      if (over)
        return NULL;
      if (n < 0)
        {
          sched_yield ();
          continue;
        }
      CALL (worker, resume, &fibers[n]);
      pthread_mutex_lock (&lock);
      if (fibers[n].over)
        n_over++;
      else
        ready[next][n_ready[next]++] = n;
      pthread_mutex_unlock (&lock);
    }
}

static NOINLINE void
pool (void)
{
  pthread_t threads[WORKERS];
  for (int i = 0; i < FIBERS; i++)
    {
      CALL (pool, begin, &fibers[i], job, malloc (STACK));
      NOTE (trip, job);
      ready[i % WORKERS][n_ready[i % WORKERS]++] = i;
    }
  for (long i = 0; i < WORKERS; i++)
    {
      NOTE (nobody, worker);
      pthread_create (&threads[i], NULL, worker, (void *) i);
    }
  for (int i = 0; i < WORKERS; i++)
    pthread_join (threads[i], NULL);
}

/* One fiber, whose turns are those of threads that come and go.  */

static void *
one_turn (void *f)
{
  CALL (one_turn, resume, f);
  return NULL;
}

static NOINLINE void
joined (void)
{
  CALL (joined, begin, &fibers[0], job, malloc (STACK));
  NOTE (trip, job);
  while (!fibers[0].over)
    {
      pthread_t t;
      NOTE (nobody, one_turn);
      pthread_create (&t, NULL, one_turn, &fibers[0]);
      pthread_join (t, NULL);
    }
}

/* Many fibers, which share stacks one after the other.  */

static void
short_job (struct fiber *f)
{
  for (int i = 0; i < 3; i++)
    CALL (short_job, yield, f, i);
}

static NOINLINE void
many (int n)
{
  enum { LIVE = 50 };
  static struct fiber live[LIVE];
  static char stacks[LIVE][STACK];
  for (int first = 0; first < n; first += LIVE)
    {
      for (int i = 0; i < LIVE; i++)
        {
          CALL (many, begin, &live[i], short_job, stacks[i]);
          NOTE (trip, short_job);
        }
      /* Half of them are never resumed again after two turns.  */
      for (int turn = 0; turn < 4; turn++)
        for (int i = 0; i < LIVE; i++)
          if (turn < 2 || i % 2)
            CALL (many, resume, &live[i]);
    }
}

/* getcontext and setcontext within one stack, as setjmp and longjmp; and to another stack.  */

static ucontext_t here, there;
static volatile int rounds;

static NOINLINE void
hop (int depth)
{
  if (depth)
    CALL (hop, hop, depth - 1);
  else
    setcontext (&here);
}

static void
round_trip (void)
{
  for (;;)
    {
      volatile int back = 0;
      getcontext (&there);
      CALL (round_trip, leaf, (int *) &rounds);
      if (!back)
        {
          back = 1;
          setcontext (&here);
        }
    }
}

static NOINLINE void
contexts (void)
{
  static char stack[STACK];
  volatile int n = 0;
  getcontext (&here);
  if (n++ < 10)
    CALL (contexts, hop, n % 3);
  NOTE (nobody, round_trip);
  getcontext (&there);
  there.uc_stack.ss_sp = stack;
  there.uc_stack.ss_size = sizeof stack;
  there.uc_link = NULL;
  makecontext (&there, round_trip, 0);
  n = 0;
  getcontext (&here);
  if (n++ < 10)
    setcontext (&there);
  int last = 0;
  CALL (contexts, leaf, &last);
}

/* Coroutines that begin by makecontext and go on by siglongjmp.  */

static sigjmp_buf ping_buf, pong_buf;
static ucontext_t pong_context;

static NOINLINE void
pause_here (sigjmp_buf from, sigjmp_buf to)
{
  int n = 0;
  if (!sigsetjmp (from, 0))
    siglongjmp (to, 1);
  CALL (pause_here, leaf, &n);
}

static void
pong (void)
{
  for (;;)
    CALL (pong, pause_here, pong_buf, ping_buf);
}

static NOINLINE void
ping (int depth)
{
  if (depth)
    CALL (ping, ping, depth - 1);
  else
    CALL (ping, pause_here, ping_buf, pong_buf);
}

static NOINLINE void
jumps (void)
{
  static char stack[STACK];
  getcontext (&pong_context);
  pong_context.uc_stack.ss_sp = stack;
  pong_context.uc_stack.ss_size = sizeof stack;
  makecontext (&pong_context, pong, 0);
  NOTE (nobody, pong);
  if (!sigsetjmp (ping_buf, 0))
    setcontext (&pong_context);
  for (int i = 0; i < 30; i++)
    CALL (jumps, ping, i % 5);
}

/* Assembly, announced.  Stacks are used again.  */

static void *main_top, *part_top;

static NOINLINE void
again (int n)
{
  if (n)
    CALL (again, again, n - 1);
#ifdef PAIRS
  struct wpp_stack left;
  wpp_stack_leave (&left);
  switch_stack (&part_top, main_top);
  wpp_stack_arrive (&left);
#else
  wpp_stack_switch ();
  switch_stack (&part_top, main_top);
#endif
}

static void
part (void)
{
  for (int i = 0;; i++)
    CALL (part, again, i % 3);
}

static NOINLINE void
assembly (void)
{
  static char stack[STACK];
  for (int i = 1; i < 20; i++)
    {
      part_top = begin_stack (stack + sizeof stack, part);
      NOTE (nobody, part);
      for (int k = 0; k < i; k++)
        {
          wpp_stack_switch ();
          switch_stack (&main_top, part_top);
        }
    }
}

/* A fork, and the death, of a process that is on a fiber.  */

static void
forks (struct fiber *f)
{
  CALL (forks, yield, f, 1);
  int child = fork ();
  if (!child)
    {
      memset (called, 0, sizeof called);
      truth = "child.truth";
    }
  for (int i = 0; i < 4; i++)
    CALL (forks, yield, f, i);
  if (child)
    waitpid (child, NULL, 0);
}

static void
killed (struct fiber *f)
{
  for (int i = 0; i < 7; i++)
    CALL (killed, deep, f, i);
  CALL (killed, tell);
  kill (getpid (), SIGKILL);
}

int
main (int argc, char **argv)
{
  const char *how = argv[1];
  struct fiber f;
  truth = argv[2];
  NOTE (nobody, main);
  if (!strcmp (how, "generators"))
    CALL (main, generators);
  if (!strcmp (how, "pool"))
    CALL (main, pool);
  if (!strcmp (how, "joined"))
    CALL (main, joined);
  if (!strcmp (how, "many"))
    CALL (main, many, atoi (argv[3]));
  if (!strcmp (how, "contexts"))
    CALL (main, contexts);
  if (!strcmp (how, "jumps"))
    CALL (main, jumps);
  if (!strcmp (how, "assembly"))
    CALL (main, assembly);
  if (!strcmp (how, "forks") || !strcmp (how, "killed"))
    {
      if (*how == 'f')
        NOTE (trip, forks);
      else
        NOTE (trip, killed);
      CALL (main, begin, &f, *how == 'f' ? forks : killed, malloc (STACK));
      while (CALL (main, resume, &f), !f.over)
        continue;
    }
  CALL (main, tell);
  return 0;
}
