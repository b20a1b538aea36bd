#!/bin/bash
# GCC 16.2 (Debian testing, pinned below) with -fprofile-use optimises an interpreter of computed gotos for size, as if it
# were never executed, though its profile has 7,000,000 executions.  The pass rebuild_frequencies gives each of its blocks
# the count 0 (precise): the edges of computed gotos have no probabilities from which it could rebuild counts.  A function
# with the count 0 is optimised for size, so compgotos, the pass that copies the block with the jump back to each goto, and
# PRE do not run, and all of the interpreter jumps to one indirect jump.  Without a profile there are nine, with
# -fno-crossjumping.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Expected: nine indirect jumps, as in the source, and counts after rebuild_frequencies as before.
# Seen: one, also with -fno-crossjumping; all counts of run are 0.
# As root; status 0 when that is still so, 1 when it has changed, 2 when it cannot be tried.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=findings/release.sh
. "$here/release.sh"
# shellcheck source=findings/interpreter.sh
. "$here/interpreter.sh"

release forky gcc-16=16.2.0-3 libc6-dev
cd "$root/tmp"

interpreter >run.c

# jumps OPTION...: the number of indirect jumps of run.
jumps ()
{
  inside "gcc-16 -O2 -fprofile-use $* -c run.c -o run.o && objdump -d --disassemble=run run.o" | grep -cE 'jmp +\*'
}

# counted PASS: how many blocks of run have a count above 0 after it.
counted () { sed -n '/^;; Function run/,/^;; Function main/p' run.c.*."$1" | grep -c '<bb .*count: [1-9]' || true; }

inside "gcc-16 -O2 -fprofile-generate -c run.c -o run.o && gcc-16 -fprofile-generate run.o -o run && ./run" >/dev/null
used=$(jumps) kept=$(jumps -fno-crossjumping)
inside "gcc-16 -O2 -fprofile-use -fdump-tree-waccess2 -fdump-tree-rebuild_frequencies1 -c run.c -o run.o"
before=$(counted waccess2) after=$(counted rebuild_frequencies1)
echo "indirect jumps: $used; with -fno-crossjumping $kept; blocks with a count before rebuild_frequencies $before, after $after"
cd /
[ "$used" -eq 1 ] && [ "$kept" -eq 1 ] && [ "$before" -gt 8 ] && [ "$after" -eq 0 ]
