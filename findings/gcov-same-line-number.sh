#!/bin/bash
# gcov counts a line twice when the code after it, of the same basic block, is inlined from another file and has the same
# line number there: a function that was called 10 times is said to have executed its only line 20 times.  GCC writes the
# other file's name into the notes, but no line, since the number has not changed.  So it was in GCC 12, and is in 16
# (Debian testing, pinned below), whose JSON lists the block twice.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Expected: line 5 of a.c 10 times.
# Seen: 20 times.  With an empty line more in b.h, 10 times.
# As root; status 0 when that is still so, 1 when it has changed, 2 when it cannot be tried.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=findings/release.sh
. "$here/release.sh"

release forky gcc-14=14.4.0-3 gcc-16=16.2.0-3 libc6-dev
printf '\n\n\n\nstatic inline int twice (int x) { return x > 7 ? 2 * x : x + 1; }\n' >"$root/tmp/b.h"
cat >"$root/tmp/a.c" <<'END_A'
#include <stdio.h>
#include "b.h"
int s;

__attribute__ ((noinline)) void f (int n) { s += n; s = twice (s); s ^= 3; }
int main (void) { for (int i = 0; i < 10; i++) f (i); printf ("%d\n", s); return 0; }
END_A

# count VERSION NAME: gcov's of line 5 of a.c.
count ()
{
  inside "gcc-$1 -O1 --coverage a.c -o $2$1 && ./$2$1 >/dev/null && gcov-$1 -t $2$1-a.gcda" 2>/dev/null |
    sed -nE 's/^ *([0-9]+): +5:__attribute__.*/\1/p'
}

seen=
for version in 14 16; do seen="$seen$(count $version same) "; done
{ echo; cat "$root/tmp/b.h"; } >"$root/tmp/b.new"
mv "$root/tmp/b.new" "$root/tmp/b.h"
for version in 14 16; do seen="$seen$(count $version other) "; done
echo "GCC 14 and 16, the same number: ${seen% * * }, another one: ${seen#* * }"
[ "$seen" = '20 20 10 10 ' ]
