#!/bin/bash
# GCC 12 with -fprofile-use takes apart an interpreter that has a computed goto at the end of each instruction: cross
# jumping puts what is alike in front of the gotos into one block, though all of them are executed a million times, as
# the profile says.  The pass that copies blocks with computed gotos back (-O2) copies up to 8 instructions
# (max-goto-duplication-insns), and the shared block has more.  So most instructions of the interpreter jump to a
# shared indirect jump, which processors foresee less well.  GCC 11.3 does the same.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Expected: nine indirect jumps, as in the source, in the executed code.
# Seen: four; with -fno-crossjumping nine.
# Status 0 when that is still so, 1 when it has changed, 2 when it cannot be tried.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=findings/interpreter.sh
. "$here/interpreter.sh"
[ "$(gcc-12 -dumpfullversion 2>/dev/null)" = 12.2.0 ] || { echo "GCC 12.2.0 is not installed"; exit 2; }
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT

interpreter >run.c

# jumps OPTION...: the number of indirect jumps of run.
jumps ()
{
  gcc-12 -O2 -fprofile-use "$@" -c run.c -o run.o
  objdump -d --disassemble=run run.o | grep -cE 'jmp +\*'
}

gcc-12 -O2 -fprofile-generate -c run.c -o run.o && gcc-12 -fprofile-generate run.o -o run && ./run >/dev/null
used=$(jumps) kept=$(jumps -fno-crossjumping)
echo "indirect jumps: $used; with -fno-crossjumping $kept"
[ "$used" -eq 4 ] && [ "$kept" -eq 9 ]
