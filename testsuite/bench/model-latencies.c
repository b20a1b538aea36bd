/* What operations take on this machine, beside what the model's table says.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   model-latencies [PROCESSOR]: a line for each measurement: what, measured cycles, the table's (of PROCESSOR, as -mtune=
   names it).  A cycle is the time of an addition in a chain of additions, measured in turns with what it is compared with;
   each figure is the median of those of some rounds.  For x86-64.  */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "decide/timing/processor.h"

enum { COPIES = 50, LOOPS = 400, ROUNDS = 41, N = 1 << 16 };

static uint8_t way[2][N];

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

/* A function that does TEXT COPIES * LOOPS times, each after the last one; rbx is the address of memory that has its own
   address in it.  */
#define CHAIN(NAME, BEFORE, TEXT) \
  __attribute__ ((noipa)) static void \
  NAME (void) \
  { \
    static void *memory[16] __attribute__ ((aligned (64))); \
    memory[0] = memory; \
    __asm__ volatile (BEFORE "\nmov %1, %%edi\n2:\n.rept 50\n" TEXT "\n.endr\ndec %%edi; jnz 2b" \
                      : : "b" (memory), "i" (LOOPS) \
                      : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2", "memory", "cc"); \
  }

#define ONE "mov $0x3ff00001, %%eax; shl $32, %%rax; movq %%rax, %%xmm0; movq %%rax, %%xmm1;" \
            "mov $0x3f800003, %%eax; movd %%eax, %%xmm2;"

CHAIN (chain_add, "xor %%eax, %%eax", "add %%rbx, %%rax")
CHAIN (chain_move, "xor %%eax, %%eax; mov $1, %%ecx; test %%ecx, %%ecx", "cmovz %%rcx, %%rax")
CHAIN (chain_multiply, "mov $3, %%eax", "imul %%rax, %%rax")
CHAIN (chain_divide, "mov $0x7ff12345, %%eax; mov $3, %%ecx; mov $0x70000000, %%esi",
       "xor %%edx, %%edx; div %%ecx; or %%esi, %%eax")
CHAIN (chain_divide_long, "movabs $0x7ff1234500012345, %%rax; mov $3, %%ecx; movabs $0x7000000000000000, %%rsi",
       "xor %%edx, %%edx; div %%rcx; or %%rsi, %%rax")
CHAIN (chain_load, "mov %%rbx, %%rax", "mov (%%rax), %%rax")
CHAIN (chain_forward, "xor %%eax, %%eax", "mov %%rax, 8(%%rbx); mov 8(%%rbx), %%rax")
CHAIN (chain_add_float, ONE, "addsd %%xmm1, %%xmm0")
CHAIN (chain_multiply_float, ONE, "mulsd %%xmm1, %%xmm0")
CHAIN (chain_divide_float, ONE "movaps %%xmm2, %%xmm0", "divss %%xmm2, %%xmm0")
CHAIN (chain_divide_double, ONE, "divsd %%xmm1, %%xmm0")
CHAIN (chain_convert, "mov $77, %%eax", "cvtsi2sd %%rax, %%xmm0; cvttsd2si %%xmm0, %%rax")
CHAIN (chain_vector, ONE, "paddd %%xmm1, %%xmm0")
CHAIN (every_add, "", "add $1, %%rax; add $1, %%rcx; add $1, %%rdx; add $1, %%rsi; add $1, %%r8; add $1, %%r9; add $1, %%r10;"
                      "add $1, %%r11")
CHAIN (every_multiply, "", "imul $3, %%rbx, %%rax; imul $3, %%rbx, %%rcx; imul $3, %%rbx, %%rdx; imul $3, %%rbx, %%rsi")
CHAIN (every_load, "", "mov (%%rbx), %%rax; mov 8(%%rbx), %%rcx; mov 16(%%rbx), %%rdx; mov 24(%%rbx), %%rsi; mov 32(%%rbx), %%r8;"
                       "mov 40(%%rbx), %%r9")
CHAIN (every_store, "", "mov %%rax, 8(%%rbx); mov %%rax, 16(%%rbx); mov %%rax, 24(%%rbx); mov %%rax, 32(%%rbx)")
CHAIN (every_float, ONE, "movaps %%xmm1, %%xmm0; addsd %%xmm1, %%xmm0; movaps %%xmm1, %%xmm2; addsd %%xmm1, %%xmm2")
CHAIN (taken, "", "jmp 1f; 1: jmp 1f; 1: jmp 1f; 1: jmp 1f; 1:")

/* A jump that waits for a load of one of WAYS.  */
static uint64_t
jumps (const uint8_t *ways)
{
  uint64_t n = 0;
  for (unsigned i = 0; i < N; i++)
    __asm__ volatile ("cmpb $0, %1; je 1f; add $1, %0; 1:" : "+r" (n) : "m" (ways[i]) : "cc");
  return n;
}

static uint64_t counted;
static void jumps_known (void) { counted += jumps (way[0]); }
static void jumps_missed (void) { counted += jumps (way[1]); }

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

/* The least time of RUN of some.  */
static double
least (void (*run) (void))
{
  double best = 1e30;
  for (int i = 0; i < 5; i++)
    {
      double begin = now ();
      run ();
      double took = now () - begin;
      best = took < best ? took : best;
    }
  return best;
}

/* Cycles of RUN, all of it.  */
static double
cycles (void (*run) (void))
{
  double ratios[ROUNDS];
  for (int i = 0; i < ROUNDS; i++)
    ratios[i] = least (run) / least (chain_add) * COPIES * LOOPS;
  qsort (ratios, ROUNDS, sizeof *ratios, compare);
  return ratios[ROUNDS / 2];
}

static void
tell (const char *what, double measured, double table)
{
  printf ("%-28s %6.2f %6.2f\n", what, measured, table);
}

/* RUN is a chain of operations of KIND, beside each of which others take OTHERS cycles.  */
static void
tell_chain (const struct wpp_processor *p, void (*run) (void), enum wpp_task kind, double others)
{
  tell (wpp_task_name (kind), cycles (run) / COPIES / LOOPS - others, p->latency[kind]);
}

/* RUN does N operations at a time that need nothing.  */
static void
tell_every (const char *what, void (*run) (void), unsigned n, double table)
{
  tell (what, cycles (run) / COPIES / LOOPS / n, table);
}

int
main (int argc, char **argv)
{
  const struct wpp_processor *p = wpp_processor_named (argc > 1 ? argv[1] : NULL);
  uint64_t x = 88172645463325252u;
  for (unsigned i = 0; i < N; i++)
    x ^= x << 13, x ^= x >> 7, x ^= x << 17, way[1][i] = x >> 20 & 1;
  printf ("%-28s %6s %6s\n", "cycles", "here", "table");
  tell_chain (p, chain_move, WPP_DOES_MOVE, 0);
  tell_chain (p, chain_multiply, WPP_DOES_MULTIPLY, 0);
  tell_chain (p, chain_divide, WPP_DOES_DIVIDE, 1);
  tell_chain (p, chain_divide_long, WPP_DOES_DIVIDE_LONG, 1);
  tell_chain (p, chain_load, WPP_DOES_LOAD, 0);
  tell_chain (p, chain_forward, WPP_DOES_FORWARD, 0);
  tell_chain (p, chain_add_float, WPP_DOES_ADD_FLOAT, 0);
  tell_chain (p, chain_multiply_float, WPP_DOES_MULTIPLY_FLOAT, 0);
  tell_chain (p, chain_divide_float, WPP_DOES_DIVIDE_FLOAT, 0);
  tell_chain (p, chain_divide_double, WPP_DOES_DIVIDE_DOUBLE, 0);
  tell ("to-float and to-integer", cycles (chain_convert) / COPIES / LOOPS,
        p->latency[WPP_DOES_TO_FLOAT] + p->latency[WPP_DOES_TO_INTEGER]);
  tell_chain (p, chain_vector, WPP_DOES_VECTOR, 0);
  tell_every ("an add each", every_add, 8, 1 / p->ports[WPP_PORTS_INTEGER]);
  tell_every ("a multiply each", every_multiply, 4, p->every[WPP_DOES_MULTIPLY]);
  tell_every ("a load each", every_load, 6, 1 / p->ports[WPP_PORTS_LOADS]);
  tell_every ("a store each", every_store, 4, 1 / p->ports[WPP_PORTS_STORES]);
  tell_every ("an add-float each", every_float, 2, 1 / p->ports[WPP_PORTS_FLOATS]);
  tell_every ("a taken jump each", taken, 4, p->taken);
  tell ("a misprediction", (cycles (jumps_missed) - cycles (jumps_known)) / (N / 2),
        p->refill + p->latency[WPP_DOES_LOAD] + 2 * p->latency[WPP_DOES_JUMP]);
  return counted == 1;
}
