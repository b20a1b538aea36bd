#!/bin/bash
# lcov 1.16 adds counts exactly up to 2^64, and writes larger sums as rounded floating point numbers into the tracefile, without
# a word: its own `lcov --summary' and genhtml go on with them, readers that expect integers stop.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Input: a tracefile in which a line was executed 2^64 - 1 times, the largest count of gcov's, twice.
# Expected: 36893488147419103230, or an error.
# Seen: DA:1,3.68934881474191e+19; status 0.  (2^63 - 1 twice is right: 18446744073709551614.)
# Status 0 when that is still so, 1 when it has changed, 2 when it cannot be tried.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=findings/package.sh
. "$here/package.sh"

unpack lcov=1.16-1
# sum COUNT: the record of the line after adding it to itself.
sum ()
{
  printf 'TN:\nSF:/src/a.c\nDA:1,%s\nLF:1\nLH:1\nend_of_record\n' "$1" >"$root/one.info"
  perl -I "$root/usr/lib/lcov" "$root/usr/bin/lcov" -q -a "$root/one.info" -a "$root/one.info" -o "$root/sum.info"
  grep '^DA:' "$root/sum.info"
}
small=$(sum 9223372036854775807) large=$(sum 18446744073709551615)
echo "lcov: $small, $large"
[ "$small" = DA:1,18446744073709551614 ] && [ "$large" = DA:1,3.68934881474191e+19 ]
