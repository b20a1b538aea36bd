/* flags: -pthread */
/* gcc: 15 */
/* gcov: no */
/* Calls that must be jumps, in a stack that has no room for others; the program counts by itself.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */
#include <pthread.h>
#include <stdio.h>

#define CALLS 300001
static long evens, odds, steps[3];

static int odd (long n, long *sum);
__attribute__ ((noinline)) static int
even (long n, long *sum)
{
  evens++; /* count: evens */
  long next = n - 1;
  if (n == 0)
    return 1;
  *sum += next;
  __attribute__ ((musttail)) return odd (next, sum);
}

__attribute__ ((noinline)) static int
odd (long n, long *sum)
{
  odds++; /* count: odds */
  if (n == 0)
    return 0;
  if (n % 3 == 0)
    {
      *sum -= 1;
      __attribute__ ((musttail)) return even (n - 1, sum);
    }
  else
    __attribute__ ((musttail)) return even (n - 1, sum);
}

/* An interpreter: each operation jumps to the next one.  */
typedef void operation (const char *code, long *state);
static operation halt, add, twice;
static operation *const table[] = { halt, add, twice };

static void
halt (const char *code, long *state)
{
  (void) code;
  (void) state;
  steps[0]++; /* count: halts */
}

static void
add (const char *code, long *state)
{
  steps[1]++; /* count: adds */
  *state += 1;
  __attribute__ ((musttail)) return table[code[1] - '0'] (code + 1, state);
}

static void
twice (const char *code, long *state)
{
  steps[2]++; /* count: twices */
  *state = *state * 2 % 1000003;
  switch (code[1])
    {
    case '0':
      __attribute__ ((musttail)) return halt (code + 1, state);
    default:
      __attribute__ ((musttail)) return table[code[1] - '0'] (code + 1, state);
    }
}

/* What comes after the call in the source, but is no code.  */
static int last (int x) { return x + 1; }
__attribute__ ((noinline)) static int
scoped (int x)
{
  if (x > 10)
    {
      int local = x * 2;
      {
        int inner = local + 1;
        __attribute__ ((musttail)) return last (inner);
      }
    }
  int other = x - 1;
  __attribute__ ((musttail)) return last (other);
}

static void *
run (void *unused)
{
  long sum = 0, state = 1;
  printf ("%d", even (CALLS, &sum));
  printf (" %ld\n", sum);
  static char code[200002];
  for (int i = 0; i < 200000; i++)
    code[i] = "1221121"[i % 7];
  code[200000] = '0';
  table[1] (code, &state);
  printf ("%ld %d %d\n", state, scoped (3), scoped (30));
  return unused;
}

int
main (void)
{
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init (&attributes);
  pthread_attr_setstacksize (&attributes, 262144);
  if (pthread_create (&thread, &attributes, run, NULL) != 0)
    return 1;
  pthread_join (thread, NULL);
  printf ("evens %ld odds %ld halts %ld adds %ld twices %ld\n", evens, odds, steps[0], steps[1], steps[2]);
  return 0;
}
