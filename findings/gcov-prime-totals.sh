#!/bin/bash
# gcov of GCC 15 and 16 (Debian testing, pinned below), asked for JSON without --prime-paths, says of a function compiled
# with -fpath-coverage that more prime paths were covered than there are: 14 of 0.  With --prime-paths it is 14 of 15.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Expected: both numbers right, or neither of them there.
# Seen: covered_prime_paths is right, and total_prime_paths 0.
# As root; status 0 when that is still so, 1 when it has changed, 2 when it cannot be tried.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=findings/release.sh
. "$here/release.sh"

release forky gcc-15=15.3.0-4 gcc-16=16.2.0-3 libc6-dev
cat >"$root/tmp/ways.c" <<'END_WAYS'
#include <stdio.h>

static int
ways (int n, int k)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    if (i & k)
      s += i;
    else
      s ^= k;
  return s;
}

int
main (void)
{
  int s = 0;
  for (int i = 0; i < 10; i++)
    s += ways (i, i % 3);
  printf ("%d\n", s);
  return 0;
}
END_WAYS

# numbers VERSION OPTION: covered and all prime paths of `ways'.
numbers ()
{
  inside "gcc-$1 -O0 --coverage -fpath-coverage ways.c -o prog$1$2 && ./prog$1$2 >/dev/null &&
    gcov-$1 -j -t $2 prog$1$2-ways.gcda" 2>/dev/null |
    grep -oE '"name": ?"ways".{0,400}' | grep -oE '"(total|covered)_prime_paths": ?[0-9]+' | sort | grep -oE '[0-9]+' | tr '\n' ' '
}

status=0
for version in 15 16; do
  asked=$(numbers $version --prime-paths) plain=$(numbers $version "")
  echo "GCC $version: --prime-paths: $asked  without: $plain (covered, all)"
  [ "$asked" = '14 15 ' ] && [ "$plain" = '14 0 ' ] || status=1
done
exit "$status"
