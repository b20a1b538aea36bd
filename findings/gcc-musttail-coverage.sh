#!/bin/bash
# GCC 15 and 16 (Debian testing, pinned below) refuse calls that the source marks as musttail when blocks or paths are to be
# counted for coverage, with -fsanitize-coverage=trace-pc or -fpath-coverage.  Counters of arcs, conditions and comparisons
# leave the same calls in tail position.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Expected: all compile; what is counted is known before the jump.
# Seen: with these two, at -O0 and at -O2, "error: cannot tail-call: other reasons".
# As root; status 0 when that is still so, 1 when it has changed, 2 when it cannot be tried.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=findings/release.sh
. "$here/release.sh"

release forky gcc-15=15.3.0-4 gcc-16=16.2.0-3 libc6-dev
cat >"$root/tmp/turns.c" <<'END_TURNS'
static int right (unsigned n);

static __attribute__ ((noipa)) int
left (unsigned n)
{
  if (n < 2)
    return 'l';
  [[gnu::musttail]] return right (n - 1);
}

static __attribute__ ((noipa)) int
right (unsigned n)
{
  if (n < 2)
    return 'r';
  [[gnu::musttail]] return left (n - 1);
}

int
main (void)
{
  return left (1000) != 'r';
}
END_TURNS

# compiles VERSION FLAG...: `yes', or what GCC says.
compiles ()
{
  local version=$1
  shift
  inside "rm -f turns.gc*; gcc-$version $* -c turns.c -o turns.o" 2>"$root/tmp/said" && echo yes ||
    grep -m 1 -oE 'error: .*' "$root/tmp/said"
}

status=0
for version in 15 16; do
  for level in -O0 -O2; do
    for flags in --coverage '--coverage -fcondition-coverage' '-fsanitize-coverage=trace-cmp' \
                 '-fsanitize-coverage=trace-pc' '--coverage -fpath-coverage'; do
      # shellcheck disable=SC2086
      said=$(compiles $version $level $flags)
      echo "GCC $version $level $flags: $said"
      case $flags in
        *trace-pc | *path-coverage) [ "$said" = 'error: cannot tail-call: other reasons' ] || status=1 ;;
        *) [ "$said" = yes ] || status=1 ;;
      esac
    done
  done
done
exit "$status"
