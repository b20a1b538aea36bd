#!/bin/bash
# gcov of GCC 15 and 16 (Debian testing, pinned below) counts lines wrongly around calls marked `musttail': a line executed
# 500 times is said to be never executed, and one executed once to be executed 501 times.  The same program without the
# mark is counted rightly.  The counts are those of functions that others enter by a jump, too.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Expected: lines 9 and 17 (`return odd', `return even') 500 times each; line 8 once, line 16 never.
# Seen: lines 9 and 17 never (#####); line 8 501 times, line 16 500 times.
# As root; status 0 when that is still so, 1 when it has changed, 2 when it cannot be tried.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=findings/release.sh
. "$here/release.sh"

release forky gcc-15=15.3.0-4 gcc-16=16.2.0-3 libc6-dev
cat >"$root/tmp/jump.c" <<'END'
#include <stdio.h>

static int odd (int n);
static int __attribute__ ((noinline))
even (int n)
{
  if (n == 0)
    return 1;
  __attribute__ ((musttail)) return odd (n - 1);
}

static int __attribute__ ((noinline))
odd (int n)
{
  if (n == 0)
    return 0;
  __attribute__ ((musttail)) return even (n - 1);
}

int
main (void)
{
  printf ("%d\n", even (1000));
  return 0;
}
END
sed 's/__attribute__ ((musttail)) //' "$root/tmp/jump.c" >"$root/tmp/plain.c"

# counts VERSION PROGRAM: gcov's of lines 8, 9, 16, 17.
counts ()
{
  inside "gcc-$1 -O0 --coverage $2.c -o $2-$1 && ./$2-$1 >/dev/null && gcov-$1 -t $2-$1-$2.gcda" 2>/dev/null |
    sed -nE 's/^ *([0-9#]+): +(8|9|16|17):.*/\1/p' | tr '\n' ' '
}

status=0
for version in 15 16; do
  plain=$(counts $version plain) jump=$(counts $version jump)
  echo "GCC $version, plain:    $plain  (lines 8, 9, 16, 17)"
  echo "GCC $version, musttail: $jump"
  [ "$plain" = '1 500 ##### 500 ' ] && [ "$jump" = '501 ##### 500 ##### ' ] || status=1
done
exit "$status"
