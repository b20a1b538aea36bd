# shellcheck shell=bash
# A program for the findings that source this file: an interpreter of computed gotos.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

# interpreter: print its source.  It executes 7,000,000 steps of seven kinds, each of which ends with a goto of its own.
interpreter ()
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
}
