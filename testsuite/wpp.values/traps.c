/* A handler that interrupts one of 61 instructions, also where a function has begun, but stored no event.  It jumps to
   a function in tail position, which shares the table of what was interrupted, arguments as well.  With -DPLAIN: the
   part that is not recorded.  */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <ucontext.h>

#ifdef PLAIN

#define TRAPS 0x100 /* in the register of flags */
#define SYSCALL 0x050f

/* Each instruction traps.  A system call may block signals, and a trap would then end the program: so none comes until
   the flag is set again.  */
void
trap (int sig, siginfo_t *info, void *context)
{
  static int traps;
  greg_t *registers = ((ucontext_t *) context)->uc_mcontext.gregs;
  if (*(const unsigned short *) registers[REG_RIP] == SYSCALL)
    registers[REG_EFL] &= ~TRAPS;
  else if (traps++ % 61 == 0)
    raise (SIGUSR1);
}

#else

static volatile int interrupted, mood;

static __attribute__ ((noinline)) int
inside (int n)
{
  mood += n;
  return n;
}

static void
handler (int sig)
{
  interrupted++;
  inside (interrupted & 7);
}

static __attribute__ ((noinline)) int
count (int n)
{
  int steps = 0;
  for (; n > 0; n -= 5)
    steps++;
  return steps;
}

/* Let each instruction from here on trap, or none.  */
#define TRAP(OPERATION) \
  __asm__ volatile ("lea -128(%%rsp), %%rsp; pushfq; " OPERATION ", (%%rsp); popfq; lea 128(%%rsp), %%rsp" \
                    : : : "cc", "memory")

void trap (int, siginfo_t *, void *);

int
main (void)
{
  const struct sigaction a = { .sa_sigaction = trap, .sa_flags = SA_SIGINFO };
  int sum = 0;
  sigaction (SIGTRAP, &a, NULL);
  signal (SIGUSR1, handler);
  for (int i = 0; i < 40; i++)
    {
      TRAP ("orq $0x100");
      sum += count (i & 3);
      TRAP ("andq $~0x100");
    }
  printf ("%d %d\n", sum, interrupted > 50);
  return 0;
}

#endif
