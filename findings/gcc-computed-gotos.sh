#!/bin/bash
# GCC 16.2 (Debian testing, pinned below) with -fprofile-use optimises an interpreter of computed gotos for size, as if it
# were never executed, though its profile has 7,000,000 executions.  The pass rebuild_frequencies gives each of its blocks
# the count 0 (precise): the edges of computed gotos have no probabilities from which it could rebuild counts.  A function
# with the count 0 is optimised for size, so compgotos, the pass that copies the block with the jump back to each goto, and
# PRE do not run, and all of the interpreter jumps to one indirect jump.  Without a profile there are nine, with
# -fno-crossjumping.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Expected: nine indirect jumps, as in the source, and counts after rebuild_frequencies as before.
# Seen: one, also with -fno-crossjumping; all counts of run are 0.
# As root; status 0 when that is still so, 1 when it has changed, 2 when it cannot be tried.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=findings/release.sh
. "$here/release.sh"

release forky gcc-16=16.2.0-3 libc6-dev
cd "$root/tmp"

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
  inside "gcc-16 -O2 -fprofile-use $* -c run.c -o run.o && objdump -d --disassemble=run run.o" | grep -cE 'jmp +\*'
}

# counted PASS: how many blocks of run have a count above 0 after it.
counted () { sed -n '/^;; Function run/,/^;; Function main/p' run.c.*."$1" | grep -c '<bb .*count: [1-9]' || true; }

inside "gcc-16 -O2 -fprofile-generate -c run.c -o run.o && gcc-16 -fprofile-generate run.o -o run && ./run" >/dev/null
used=$(jumps) kept=$(jumps -fno-crossjumping)
inside "gcc-16 -O2 -fprofile-use -fdump-tree-waccess2 -fdump-tree-rebuild_frequencies1 -c run.c -o run.o"
before=$(counted waccess2) after=$(counted rebuild_frequencies1)
echo "indirect jumps: $used; with -fno-crossjumping $kept; blocks with a count before rebuild_frequencies $before, after $after"
cd /
[ "$used" -eq 1 ] && [ "$kept" -eq 1 ] && [ "$before" -gt 8 ] && [ "$after" -eq 0 ]
