#!/bin/bash
# callgrind_annotate --inclusive=yes (valgrind 3.19.0) says of a function that calls itself that it costs several times what
# the whole program costs.  callgrind counts calls from the second level on as those of a function of its own (NAME'2),
# whose calls of itself are added to its cost once a level.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Expected: no function has more than 100 %.
# Seen: fib'2 has 554 % for fib (18); the deeper the recursion, the more.
# Status 0 when that is still so, 1 when it has changed, 2 when it cannot be tried.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=findings/package.sh
. "$here/package.sh"

unpack valgrind=1:3.19.0-1
cd "$root"
cat >fib.c <<'END'
static int __attribute__ ((noinline))
fib (int n)
{
  return n < 2 ? n : fib (n - 1) + fib (n - 2);
}

int
main (void)
{
  return fib (18) & 1;
}
END
gcc -O1 -g fib.c -o fib || exit 2
VALGRIND_LIB=$root/usr/libexec/valgrind usr/bin/valgrind --tool=callgrind --callgrind-out-file=fib.out ./fib \
  >/dev/null 2>&1 || [ -s fib.out ]
perl usr/bin/callgrind_annotate --auto=no --threshold=100 --inclusive=yes fib.out >annotated
line=$(grep "fib.c:fib'2" annotated)
echo "callgrind_annotate: $line"
share=$(sed -E "s/.*\(([0-9]+)(\.[0-9]+)?%\).*/\1/" <<<"$line")
[ "$share" -gt 200 ]
