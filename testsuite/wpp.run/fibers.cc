/* Exceptions on fibers: thrown and caught on one, while others are within calls with handlers; and passed on to who
   resumed it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <ucontext.h>

#define FUNCTIONS(F) F (nobody) F (main) F (body) F (wait) F (fail) F (attempt) F (resume) F (go_on) F (begin)
#define NAMED(f) F_##f,
enum { FUNCTIONS (NAMED) N_FUNCTIONS };
static unsigned long called[N_FUNCTIONS][N_FUNCTIONS];
#define CALL(from, f, ...) (called[F_##from][F_##f]++, f (__VA_ARGS__))

struct fiber
{
  ucontext_t own, caller;
  char stack[262144];
  std::exception_ptr thrown;
  int n;
};

static fiber fibers[3];

struct guard
{
  int *n;
  __attribute__ ((always_inline)) ~guard () { ++*n; }
};

static __attribute__ ((noinline)) void
wait (fiber *f)
{
  swapcontext (&f->own, &f->caller);
}

static __attribute__ ((noinline)) void
fail (fiber *f, int depth)
{
  guard g = { &f->n };
  CALL (fail, wait, f);
  if (!depth)
    throw depth;
  CALL (fail, fail, f, depth - 1);
}

static __attribute__ ((noinline)) void
attempt (fiber *f, int depth)
{
  try
    {
      CALL (attempt, fail, f, depth);
    }
  catch (int)
    {
      CALL (attempt, wait, f);
    }
}

static void
body ()
{
  fiber *f = &fibers[0];
  while (f->n != -1)
    f++;
  f->n = 0;
  try
    {
      for (int i = 0; i < 4; i++)
        CALL (body, attempt, f, i);
      CALL (body, fail, f, 2);
    }
  catch (...)
    {
      f->thrown = std::current_exception ();
    }
}

static __attribute__ ((noinline)) void
resume (fiber *f)
{
  guard g = { &f->n };
  swapcontext (&f->caller, &f->own);
  if (f->thrown)
    std::rethrow_exception (f->thrown);
}

static __attribute__ ((noinline)) bool
go_on (fiber *f)
{
  try
    {
      CALL (go_on, resume, f);
      return true;
    }
  catch (int)
    {
      return false;
    }
}

static void
begin (fiber *f)
{
  getcontext (&f->own);
  f->own.uc_stack.ss_sp = f->stack;
  f->own.uc_stack.ss_size = sizeof f->stack;
  f->own.uc_link = &f->caller;
  makecontext (&f->own, body, 0);
  called[F_nobody][F_body]++;
  f->n = -1;
}

int
main (int, char **argv)
{
  bool more[3] = { true, true, true };
  called[F_nobody][F_main]++;
  for (int i = 0; i < 3; i++)
    {
      CALL (main, begin, &fibers[i]);
      CALL (main, go_on, &fibers[i]);
    }
  while (more[0] || more[1] || more[2])
    for (int i = 0; i < 3; i++)
      if (more[i])
        more[i] = CALL (main, go_on, &fibers[i]);
  FILE *out = fopen (argv[1], "w");
#define QUOTED(f) #f,
  static const char *const names[] = { FUNCTIONS (QUOTED) };
  for (int i = 0; i < N_FUNCTIONS; i++)
    for (int k = 0; k < N_FUNCTIONS; k++)
      if (called[i][k])
        fprintf (out, "%s %s %lu\n", i == F_nobody ? "-" : names[i], names[k], called[i][k]);
  fclose (out);
  return 0;
}
