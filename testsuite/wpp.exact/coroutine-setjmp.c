/* Two coroutines whose functions call setjmp: one is deeper in its stack than the other that had its turn last.  */
#include <setjmp.h>
#include <stdio.h>
#include <ucontext.h>

static ucontext_t m, a, b;
static char sa[65536], sb[65536];

static void
try (int n)
{
  jmp_buf j;
  if (setjmp (j) == 0)
    longjmp (j, 1);
}

static void fa (void) { jmp_buf j; if (setjmp (j)) return; swapcontext (&a, &m); try (1); swapcontext (&a, &m); }
static void fb (void) { jmp_buf j; if (setjmp (j)) return; swapcontext (&b, &m); try (2); if (setjmp (j) == 0) longjmp (j, 1); swapcontext (&b, &m); }
static void ga (void) { fa (); setcontext (&m); }
static void gb (void) { fb (); setcontext (&m); }

int
main (void)
{
  getcontext (&a); a.uc_stack.ss_sp = sa; a.uc_stack.ss_size = sizeof sa; makecontext (&a, ga, 0);
  getcontext (&b); b.uc_stack.ss_sp = sb; b.uc_stack.ss_size = sizeof sb; makecontext (&b, gb, 0);
  swapcontext (&m, &a);   /* fa is 1 deep */
  swapcontext (&m, &b);   /* fb is 2 deep */
  swapcontext (&m, &a);
  swapcontext (&m, &a);   /* fa returns: 0 deep */
  swapcontext (&m, &b);   /* fb calls setjmp, longjmp */
  puts ("done");
  return 0;
}
