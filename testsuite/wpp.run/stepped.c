/* A signal between any two instructions of recorded code, the stores of its events among them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   stepped ROUNDS [trap | stop]: `walk' goes ROUNDS.  Unless that is all the processor traps behind each of its
   instructions, and the handler stores events itself; with `stop' it stops recording, too, and starts it again.
   Prints how many rounds were odd and even, and how often INSIDE, while that was recorded, and HANDLER were called.  */

#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <wpp.h>

#define TRAP 0x100 /* of the flags */

extern const char __start_walked[], __stop_walked[];
static volatile long odds, evens, insides, handlers;
static volatile int sum, last;
static int stops;
static long flags;

static __attribute__ ((noinline)) void
inside (int x)
{
  sum += x & 1 ? 3 : 4;
}

static void
handler (int sig, siginfo_t *info, void *context)
{
  greg_t *regs = ((ucontext_t *) context)->uc_mcontext.gregs;
  const char *at = (const char *) regs[REG_RIP];
  long n = handlers++;
  if (stops && n % 5 == 0)
    {
      wpp_stop ();
      for (int i = 0; i < n % 4; i++)
        inside (i);
      wpp_start ();
    }
  else
    for (int i = 0; i < n % 3; i++, insides++)
      inside (i);
  /* What `walk' calls is left alone: the slow path blocks signals, as which traps would be deadly.  */
  if (at < __start_walked || at >= __stop_walked)
    regs[REG_EFL] &= ~(greg_t) TRAP;
}

/* Set the processor's flags F.  */
#define SET(f) \
  __asm__ volatile ("leaq -128(%%rsp), %%rsp; pushfq; orq %0, (%%rsp); popfq; leaq 128(%%rsp), %%rsp" : : "r"(f) : "cc")

static __attribute__ ((noinline, section ("walked"))) void
walk (long rounds)
{
  for (long i = 0; i < rounds; i++)
    {
      SET (flags);
      if (i * i % 7 & 1)
        odds++;
      else
        evens++;
      /* A short loop, which stores events in its own way.  */
      for (long j = 0; j < i % 4; j++)
        last = j;
    }
}

int
main (int argc, char **argv)
{
  struct sigaction a = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO };
  sigaction (SIGTRAP, &a, NULL);
  flags = argc > 2 ? TRAP : 0;
  stops = argc > 2 && !strcmp (argv[2], "stop");
  walk (atol (argv[1]));
  printf ("%ld %ld %ld %ld\n", odds, evens, insides, handlers);
  return 0;
}
