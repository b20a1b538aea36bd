#!/bin/bash
# gcc -O2 -fprofile-generate of one function that is a chain of ifs: after some 600 of them compile time grows far
# faster than their number, where plain -O2 is linear.  Counters are memory that each block loads, adds to and
# stores, and the walks through what may have changed them begin to take all the time.  With -O1, or with
# -fprofile-update=atomic, where counters are no such memory, it is linear, too.  Each if is after an empty asm that
# changes the variable it asks, so that none can be left out.  So it is in GCC 12.2, which is used here, and in 16.2.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Expected: 800 ifs take about twice the time of 400, as they do without -fprofile-generate (0.10 and 0.27 s).
# Seen: 0.41 and 4.7 s; with -fprofile-update=atomic 0.12 and 0.23 s.
# Status 0 when that is still so, 1 when it has changed, 2 when it cannot be tried.
set -euo pipefail
[ "$(gcc-12 -dumpfullversion 2>/dev/null)" = 12.2.0 ] || { echo "GCC 12.2.0 is not installed"; exit 2; }
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT

# chain N: the function.
chain ()
{
  echo 'int f (int x) { int s = 0;'
  for ((i = 0; i < $1; i++)); do
    echo "__asm__ volatile (\"\" : \"+r\" (x)); if (x & $((1 << i % 10))) s += x;"
  done
  echo 'return s; }'
}

# seconds N OPTION...: of the processor, in hundredths: the least of three.
seconds ()
{
  local n=$1 best= s
  shift
  chain "$n" >f.c
  for _ in 1 2 3; do
    s=$( { TIMEFORMAT=%U; time gcc-12 -O2 "$@" -c f.c -o f.o; } 2>&1 | tr -d .)
    s=$((10#$s / 10))
    { [ -n "$best" ] && [ "$best" -le "$s" ]; } || best=$s
  done
  echo $((best > 0 ? best : 1))
}

plain=$(seconds 800) counted=$(seconds 800 -fprofile-generate) half=$(seconds 400 -fprofile-generate)
atomic=$(seconds 800 -fprofile-generate -fprofile-update=atomic)
echo "hundredths of a second, 800 ifs: plain $plain, -fprofile-generate $counted, atomic $atomic; 400 ifs: $half"
[ "$counted" -gt $((5 * plain)) ] && [ "$counted" -gt $((5 * half)) ] && [ "$atomic" -lt $((3 * plain)) ]
