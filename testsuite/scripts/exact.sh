# shellcheck shell=bash
# What the exactness checks share; sourced by exact and bench/check-programs.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# BUILD is the folder of wpp, `here' that of the scripts.  A check prints nothing when all is well, else
# what is wrong on one line.
: "${WPP:=$BUILD/wpp}"
failed=0

# result WRONG WHAT: print the PASS: or FAIL: line of WHAT.
result ()
{
  if [ -z "$1" ]; then
    echo "PASS: $2"
  else
    echo "FAIL: $2: $1"
    failed=1
  fi
}

# equal A B: two text files.
equal ()
{
  diff "$1" "$2" 2>&1 | head -n 4 | tr '\n' ' '
}

# same_trace GRAMMAR RAW: do the profiles of two runs, the second with raw=1, hold the same events?
same_trace ()
{
  local thread threads
  threads=$("$WPP" info --json "$1" 2>&1 | jq -r '[.. | .threads? | arrays | .[].thread] | unique[]' 2>&1) ||
    { echo "wpp info: $threads" | head -n 1; return; }
  for thread in $threads; do
    cmp <("$WPP" expand --binary -t "$thread" "$1" 2>&1) <("$here/raw-events" "$2" "$thread" 2>&1) 2>&1 |
      sed "s/^/thread $thread: /"
  done | head -n 1
}

# no_loss PROFILE: are there events, and none lost?
no_loss ()
{
  "$WPP" info --json "$1" 2>&1 |
    jq -r '[.. | .threads? | arrays | .[]] | if length == 0 then "no threads" else empty end,
           (map (select (.lost_events != 0)) | .[] | "thread \(.thread) lost \(.lost_events)")' 2>&1 | head -n 1
}

# compare_lines GCOV.json PROFILE: leaves the differences in ./differences.
compare_lines ()
{
  if "$WPP" lines --gcov --json "$2" >wpp.json 2>wpp.err; then
    "$here/compare-gcov" "$1" wpp.json >differences 2>&1 || [ $? -eq 1 ] || echo "no counts" >>differences
  else
    cat wpp.err >differences
  fi
}

# explained WPP-DUMPS GCOV-DUMPS: of the ./differences, those that explain-gcov cannot excuse, from dumps
# in two folders.  What it excuses goes to ./excused.
explained ()
{
  [ -s differences ] || return 0
  cat "$1"/*.release_ssa >wpp.dump 2>/dev/null
  cat "$2"/*.release_ssa >gcov.dump 2>/dev/null
  "$here/explain-gcov" differences wpp.dump gcov.dump >excused 2>&1 ||
    echo "$(grep -c UNEXPLAINED excused) lines or functions differ from gcov: $(grep UNEXPLAINED excused |
      head -n 3 | cut -c13- | tr '\n' ';')"
  rm -f wpp.dump gcov.dump
}
