#!/bin/bash
# sccache 0.4.0 (Debian 12) takes two sources for one that differ in their line numbers only, and gives back the object of the
# other one: with -g its line table is that of the source before it was edited.  sccache has the preprocessor leave out line
# markers (-P), and hashes what is left.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Input: a function in lines 1 to 4, compiled with gcc -g; then the same function after five empty lines.
# Expected: a miss, and lines 7 8 9 in the second object, as gcc alone makes it.  ccache misses.
# Seen: a hit, and lines 2 3 4.
# Status 0 when that is still so, 1 when it has changed, 2 when it cannot be tried.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=findings/package.sh
. "$here/package.sh"

unpack 'sccache=0.4.0~~pre6-1+b1'
export SCCACHE_DIR=$root/cache SCCACHE_SERVER_PORT=$((20000 + $$ % 10000))
sccache=$root/usr/bin/sccache
cd "$root"
# lines OBJECT: those of its line table.
lines () { objdump --dwarf=decodedline "$1" | awk '/^f\.c +[0-9]/ { printf " %s", $2 }'; }

printf 'int f (int x)\n{\n  return x / 3;\n}\n' >f.c
timeout 60 "$sccache" gcc -g -O0 -c f.c -o first.o || exit 2
printf '\n\n\n\n\n' | cat - f.c >later.c
mv later.c f.c
timeout 60 "$sccache" gcc -g -O0 -c f.c -o second.o
gcc -g -O0 -c f.c -o plain.o
timeout 20 "$sccache" --stop-server >/dev/null 2>&1 || :
found="first$(lines first.o), second$(lines second.o), gcc alone$(lines plain.o)"
echo "$("$sccache" --version): $found"
[ "$found" = 'first 2 3 4, second 2 3 4, gcc alone 7 8 9' ]
