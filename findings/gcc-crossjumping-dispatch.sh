#!/bin/bash
# GCC 12 with -fprofile-use takes apart an interpreter that has a computed goto at the end of each instruction: cross
# jumping puts what is alike in front of the gotos into one block, though all of them are executed a million times, as
# the profile says.  The pass that copies blocks with computed gotos back (-O2) copies up to 8 instructions
# (max-goto-duplication-insns), and the shared block has more.  So most instructions of the interpreter jump to a
# shared indirect jump, which processors foresee less well.  GCC 11.3 does the same.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Expected: nine indirect jumps, as in the source, in the executed code.
# Seen: four; with -fno-crossjumping nine.
# Status 0 when that is still so, 1 when it has changed, 2 when it cannot be tried.
set -euo pipefail
[ "$(gcc-12 -dumpfullversion 2>/dev/null)" = 12.2.0 ] || { echo "GCC 12.2.0 is not installed"; exit 2; }
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT

{
  cat <<'END'
#include <stdio.h>
#include <stdlib.h>
struct machine { long *registers; const unsigned *next; unsigned trap; };
#define NEXT \
  do { \
    if (__builtin_expect (trap, 0)) { m->next = p; exit (1); } \
    i = *p++; \
    a = r + (i >> 8 & 255); \
    goto *step[i & 7]; \
  } while (0)
#define B r[i >> 16 & 255]
#define C r[i >> 24]
long
run (struct machine *m, long *r)
{
  static const void *const step[] = { &&add, &&sub, &&mul, &&jump, &&move, &&or, &&neg, &&halt };
  const unsigned *p = m->next;
  unsigned i, trap = m->trap;
  long *a;
  NEXT;
END
  for each in 'add: *a = B + C' 'sub: *a = B - C' 'mul: *a = B * C' 'jump: if (--*a) p = m->next' 'move: *a = B' \
    'or: *a = B | C' 'neg: *a = -B'; do
    echo "$each; NEXT;"
  done
  cat <<'END'
 halt:
  return *a;
}
#define I(STEP, A, B, C) (STEP | A << 8 | B << 16 | C << 24)
int
main (void)
{
  static long r[8] = { 1000000, 1, 2, 3, 4, 5, 6, 7 };
  static const unsigned code[] = { I (0, 1, 2, 3), I (1, 2, 3, 4), I (2, 3, 1, 2), I (4, 5, 1, 0), I (5, 6, 1, 2),
                                   I (6, 4, 5, 0), I (3, 0, 0, 0), I (7, 1, 0, 0) };
  struct machine m = { r, code, 0 };
  printf ("%ld\n", run (&m, r));
}
END
} >run.c

# jumps OPTION...: the number of indirect jumps of run.
jumps ()
{
  gcc-12 -O2 -fprofile-use "$@" -c run.c -o run.o
  objdump -d --disassemble=run run.o | grep -cE 'jmp +\*'
}

gcc-12 -O2 -fprofile-generate -c run.c -o run.o && gcc-12 -fprofile-generate run.o -o run && ./run >/dev/null
used=$(jumps) kept=$(jumps -fno-crossjumping)
echo "indirect jumps: $used; with -fno-crossjumping $kept"
[ "$used" -eq 4 ] && [ "$kept" -eq 9 ]
