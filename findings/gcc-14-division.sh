#!/bin/bash
# GCC 13.3 and 14.2 (the compilers of Debian 13, pinned below) compile a conditional expression of C so that a division
# is carried out whatever its condition is.  COVERS ? A / N + 2 : 2, where COVERS is a _Bool, becomes COVERS * (A / N) +
# 2, so a program that never divides by zero is ended by SIGFPE, at -O0 as well.  With an `if' it is right, and so is it
# with g++.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Expected: 2, from each form.
# Seen: 14.2 traps with `+' and with `|', 13.3 with `|'.
# As root; status 0 when that is still so, 1 when it has changed, 2 when it cannot be tried.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=findings/release.sh
. "$here/release.sh"

release trixie gcc-13=13.3.0-16 gcc-14=14.2.0-19 libc6-dev
cat >"$root/tmp/sum.c" <<'END_SUM'
#include <stdio.h>

struct ends { _Bool covers; unsigned n; };

__attribute__ ((noipa)) static unsigned long
enough (const struct ends *e, unsigned long limit)
{
  return e->covers ? limit / e->n + 2 : 2;
}

int
main (void)
{
  struct ends e = { 0, 0 };
  printf ("%lu\n", enough (&e, 20));
  return 0;
}
END_SUM
sed 's/ + 2 : 2/ | 2 : 2/' "$root/tmp/sum.c" >"$root/tmp/or.c"
sed 's/  return e->covers.*/  if (e->covers) return limit \/ e->n + 2; return 2;/' "$root/tmp/sum.c" >"$root/tmp/if.c"

# outcome VERSION PROGRAM: its output, or `trap'.
outcome () { inside "gcc-$1 -O0 $2.c -o $2-$1 && ./$2-$1" 2>/dev/null || echo trap; }

seen=
for version in 13 14; do
  for program in sum or if; do
    seen="$seen$version:$program:$(outcome $version $program) "
  done
done
echo "$seen"
[ "$seen" = '13:sum:2 13:or:trap 13:if:2 14:sum:trap 14:or:trap 14:if:2 ' ]
