#!/bin/bash
# pprof of Go 1.19.8 adds up static functions of one name in two files, unless told not to, and adds in signed 64 bits without
# looking: two counts of 2^62 become a negative sum, of which each has 50 %.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Input: samples of function `work' of /a.c and of function `work' of /b.c, 2^62 events each.  Function records with their own
# ids and file names tell them apart.
# Expected: two rows, and a total of 9223372036854775808, or an error.
# Seen: -top has one row `work'; it has two with -filefunctions; the total is -9223372036854775808 in both.
# Status 0 when that is still so, 1 when it has changed, 2 when it cannot be tried.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=findings/package.sh
. "$here/package.sh"

unpack golang-1.19-go=1.19.8-2
perl -e '
  sub number { my ($n, $out) = ($_[0], ""); while ($n > 127) { $out .= chr ($n & 127 | 128); $n >>= 7; } return $out . chr ($n); }
  sub bytes { return number ($_[0] << 3 | 2) . number (length $_[1]) . $_[1]; }
  sub field { return number ($_[0] << 3) . number ($_[1]); }
  my @strings = ("", "events", "count", "work", "/a.c", "/b.c");
  print bytes (1, field (1, 1) . field (2, 2));
  for my $i (1, 2) {
    print bytes (2, bytes (1, number ($i)) . bytes (2, number (1 << 62)));
    print bytes (4, field (1, $i) . bytes (4, field (1, $i) . field (2, 1)));
    print bytes (5, field (1, $i) . field (2, 3) . field (4, 3 + $i));
  }
  print bytes (6, $_) for @strings;' >"$root/two.pb"
# rows OPTION...: of pprof -top, without the heading.
rows ()
{
  HOME=$root "$root/usr/lib/go-1.19/pkg/tool/linux_amd64/pprof" -top -nodefraction=0 "$@" "$root/two.pb" 2>/dev/null |
    grep -E 'total$|work'
}
by_name=$(rows) by_file=$(rows -filefunctions)
echo "$by_name"
echo "$by_file"
total='100% of -9223372036854775808 total'
[ "$(grep -c work <<<"$by_name")" -eq 1 ] && [ "$(grep -c work <<<"$by_file")" -eq 2 ] &&
  grep -q -- "$total" <<<"$by_name" && grep -q -- "$total" <<<"$by_file"
