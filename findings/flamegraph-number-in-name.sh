#!/bin/bash
# flamegraph.pl (libdevel-nytprof-perl 6.12) takes a stack whose last function has a blank and a number at the end of its name
# for one of a differential flame graph: the name loses the number, which is compared with the count.  Threads are often called
# so.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Input, one line: `main;worker 12 30': main called what is called "worker 12", 30 samples.
# Expected: a frame "worker 12" of 30 samples.
# Seen: a frame "worker" of 30 samples, +60.00% (30 now, 12 before, of 30); status 0, nothing on stderr.
# Status 0 when that is still so, 1 when it has changed, 2 when it cannot be tried.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=findings/package.sh
. "$here/package.sh"

unpack libdevel-nytprof-perl=6.12+dfsg-1
echo 'main;worker 12 30' >"$root/stacks"
perl "$root/usr/share/perl5/Devel/NYTProf/flamegraph.pl" "$root/stacks" >"$root/graph.svg" 2>"$root/errors"
frame=$(grep -o '<title>worker[^<]*' "$root/graph.svg")
echo "flamegraph.pl: ${frame#<title>}; $(wc -l <"$root/errors") lines on stderr"
[ "$frame" = '<title>worker (30 samples, 100.00%; +60.00%)' ] && [ ! -s "$root/errors" ]
