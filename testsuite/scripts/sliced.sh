# shellcheck shell=bash
# What the scripts share that take out of csmith's programs what is not in a slice; sourced, with HERE set to their folder.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

include=$(echo '#include <csmith.h>' | gcc -E -x c - >/dev/null 2>&1 || echo ' -I/usr/include/csmith')

# random_source SEED: make slice.c.  Odd seeds have calls of the C library among their statements.  Larger ones have more statements
# than notes may have.
random_source ()
{
  csmith --seed "$1" --max-funcs 4 --max-block-depth 3 >slice.c || return
  [ $(($1 % 2)) = 1 ] || return 0
  mv slice.c bare.c
  perl "$here/slice-library" bare.c "$1" >slice.c || exit 2
}

# decide_conditions: let each `if' of slice.c be decided by the program.  Else the compiler decides some, and nobody is told that what is in
# such a one depends on nothing.
decide_conditions () { sed -i -E 's/^( *if )\((.*)\)$/\1(!!(\2) != zero)/; s/^#include "csmith.h"/&\nstatic volatile int zero;/' slice.c; }

# recorded_events: how many slice.wpp has.
recorded_events () { "$WPP" info --json slice.wpp | jq '[.. | .threads? | arrays | .[].events] | add'; }

# executed_lines: leave counts, the lines of slice.c as gcov shows them, of slice.wpp; and branches, the lines that have some.  Others than
# csmith's own file have lines of the same numbers.  Status 1: not all of its statements are known.
executed_lines ()
{
  [ "$("$WPP" program slice.wpp 2>&1 | grep -c 'no statements')" = 0 ] || return
  "$WPP" lines slice.wpp | awk '/^ *-: *0:Source:/ { own = /[:\/]slice\.c$/ } own' >counts
  "$WPP" program slice.wpp | awk '/^[^ ]/ { own = /[ \/]slice\.c:[0-9]+$/ } own && $2 ~ /^(if|switch)$/ { print $1 + 0 }' >branches
}

# places SEED: LINE, tab, EXPRESSION, tab, VARIABLE or nothing: a variable at the end of the program, and assignments that were executed, in
# some order.
places ()
{
  grep -nE '^    transparent_crc\(g_[0-9]+, ' slice.c | sed -n "$(($1 % 5 + 1))p" | sed -E 's/^([0-9]+):.*crc\((g_[0-9]+),.*/\1\t\2\t\2/'
  sed -nE 's/^ *([1-9][0-9]*)\*?: *([0-9]+):(.*)/\2\t\3/p' counts |
    grep -P '^\d+\t {4,}(\(\*+\w+\)|\w+(\[[^][()]*\])*(\.f\d+)*) (=|[-|^&+]=) .*;$' |
    awk -F '\t' -v OFS='\t' 'NR == FNR { if (/^ *(for|if|else)/ && !/;$/) header[FNR + 1]; next } !($1 in header) { sub (/^ +/, "", $2); sub (/ [-|^&+]?= .*/, "", $2); print $1, $2, "" }' slice.c - |
    awk -v seed="$1" 'BEGIN { srand (seed) } { print rand () "\t" $0 }' | sort -n | cut -f2-
}

# also_kept: the lines that stay in any case: what the compiler has folded is decided without anybody.  These are lines without code, and
# conditions without a branch.
also_kept ()
{
  sed -nE 's/^ *-: *([0-9]+):.*/\1/p' counts
  awk 'NR == FNR { branch[$1]; next } /^ *(if|for|while|switch)[ (]/ && !/; *$/ && !(FNR in branch) { print FNR }' branches slice.c
}

# left_by_jumps LINES: of each loop whose header is in the file LINES, the headers of what decides about the jumps in it that were executed: without
# them it would go on where it has been left, and nobody has been told what that does.
left_by_jumps ()
{
  awk 'FILENAME == ARGV[1] { split ($0, part, ":"); gsub (/ /, "", part[1]); count[part[2] + 0] = part[1]; next }
       FILENAME == ARGV[2] { kept[$1]; next }
       /^ *[{}]/ || /^ *\w+:$/ || /^$/ { next }
       { match ($0, /^ */); indent = RLENGTH
         for (last = 0; n && at[n] >= indent; n--) last = at[n] == indent ? line[n] : last }
       /^ *(if|for|while|switch|else)([^a-z]|$)/ && !/; *$/ { at[++n] = indent; line[n] = /^ *else/ ? last : FNR; loop[n] = /^ *(for|while)/ }
       /^ *(break|continue|goto|return)[ ;]/ && count[FNR] !~ /^[#=]/ {
         inside = 0
         for (i = 1; i <= n; i++) {
           if (inside) print line[i]
           inside = inside || (loop[i] && (line[i] in kept)) } }' counts "$1" slice.c | sort -nu
}

# shown NAME LIMIT LINES LINE EXPRESSION [TIMES]: what the program with LINES shows at LINE (slice-source), to NAME.values; its status to
# NAME.status.  Not ending in LIMIT seconds is one.
shown ()
{
  perl "$here/slice-source" slice.c "${@:3}" >"$1.c" || return
  # shellcheck disable=SC2086
  gcc -O0 -w$include "$1.c" -o "$1" 2>"$1.err" || { sed -n '/error/{s/^/compiling: /p;q}' "$1.err"; return 1; }
  (ulimit -t 60; exec timeout "$2" "./$1") >"$1.out" 2>"$1.died"
  echo $? >"$1.status"
  grep '^show' "$1.out" >"$1.values" || :
}

# compare_shown WHAT LINES: print PASS: or FAIL: for what whole and sliced showed.
compare_shown ()
{
  if cmp -s whole.values sliced.values; then
    echo "PASS: $1: $2 lines are in it"
  else
    echo "FAIL: $1: status $(cat sliced.status), $(diff whole.values sliced.values | sed -n 2p) instead"
  fi
}
