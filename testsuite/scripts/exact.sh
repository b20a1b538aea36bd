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
  diff "$1" "$2" 2>&1 | sed -n 1,4p | tr '\n' ' '
}

# counted PROFILE: `FUNCTION UNIT PATH COUNT' lines.
counted ()
{
  "$WPP" paths --json "$1" | "$here/json-rows" paths assembler_name unit path count | sort
}

# different_counts IMPLIED COUNTED: what COUNTED, as of `counted', has that path-counts does not imply.  Unwound paths may
# be missing there: leaves in ./left how many.
different_counts ()
{
  awk -F '\t' '
    { key = $1 "\t" $2 "\t" $3 }
    FILENAME == ARGV[1] { if (sub (/^unwound /, "", key)) unwound[key] = $4; else implied[key] = $4; next }
    key in unwound { left += unwound[key] - $4; if ($4 > unwound[key]) print "unwound " key ": " $4 " not " unwound[key];
                     delete unwound[key]; next }
    implied[key] != $4 { print key ": " $4 " not " implied[key] + 0 }
    { delete implied[key] }
    END { for (key in implied) print key ": 0 not " implied[key]
          for (key in unwound) left += unwound[key]
          print left + 0 >"left" }' "$1" "$2" | sort | sed -n 1,4p | tr '\n' ' '
}

# threads PROFILE: `THREAD LOST` lines of its threads; on error one line that says why, and status 1.
threads ()
{
  "$WPP" info --json "$1" 2>&1 | jq -r '.. | .threads? | arrays | .[] | "\(.thread) \(.lost_events)"' 2>/dev/null ||
    { "$WPP" info "$1" 2>&1 >/dev/null | sed -n 1p; return 1; }
}

# same_trace GRAMMAR RAW THREADS: do the profiles of two runs, the second with raw=1, hold the same events?
# THREADS is a file of what `threads' printed.
same_trace ()
{
  local thread
  while read -r thread _; do
    "$WPP" expand --binary -t "$thread" "$1" >trace.grammar 2>trace.err &&
      "$here/raw-events" "$2" "$thread" >trace.raw 2>>trace.err || { cat trace.err; echo "cannot be read"; } | sed -n 1p
    [ -s trace.grammar ] || echo "thread $thread: no events"
    cmp trace.grammar trace.raw 2>&1 | sed "s/^/thread $thread: /"
  done <"$3" | sed -n 1p
  rm -f trace.*
}

# no_loss THREADS: are there threads, and none that lost events?
no_loss ()
{
  awk 'NF != 2 || $2 != 0 { print "lost: " $0; exit }
       END { if (!NR) print "no threads" }' "$1"
}

# block_sums FILE...: of files that blocks-end.c has written, `BLOCK EXPECTED COUNTED' lines: how often each block should
# have been executed, and how often it was by all processes: as often as that place in it that was executed most often.
block_sums ()
{
  awk '{ k = $7 " " $1 " " $2; if (!(k in expected)) order[++n] = k; name[k] = $1 " block " $2 " line " $3
         expected[k] = $5; at[k, $8] += $6; if ($8 > last[k]) last[k] = $8 }
       END { for (i = 1; i <= n; i++) {
               k = order[i]; most = 0
               for (j = 0; j <= last[k]; j++) if (at[k, j] > most) most = at[k, j]
               printf "%s\t%.0f\t%.0f\n", name[k], expected[k], most } }' "$@"
}

# different_blocks SUMS MOST: blocks that ran otherwise than was expected, MOST of them at most; SUMS is what block_sums wrote.
different_blocks ()
{
  awk -F '\t' -v most="$2" '$2 != $3 { if (n++ < most) printf "%s: %s times, not %s; ", $1, $3, $2 }
                           END { if (n) print n " of " NR " blocks" }' "$1"
}

# compare_lines GCOV.json PROFILE: leaves the differences in ./differences; those of numbers of blocks, unless no_blocks
# is set.
compare_lines ()
{
  if "$WPP" lines --gcov --json "$2" >wpp.json 2>wpp.err; then
    "$here/compare-gcov" "$1" wpp.json >differences 2>&1 || [ $? -eq 1 ] || echo "no counts" >>differences
    [ -z "${no_blocks-}" ] || sed -i '/^blocks /d' differences
  else
    cat wpp.err >differences
  fi
}

# unexplained WPP-DUMPS GCOV-DUMPS: of the ./differences, those that explain-gcov cannot excuse, from dumps
# in two folders, and the notes for gcov in the second.  What it excuses goes to ./excused.
unexplained ()
{
  find "$1" -name '*.release_ssa' | sort | xargs -r cat >wpp.dump
  find "$2" -name '*.release_ssa' | sort | xargs -r cat >gcov.dump
  find "$2" -name '*.gcno' | sort | xargs -r gcov-dump -l >gcov.notes
  "$here/explain-gcov" differences wpp.dump gcov.dump gcov.notes >excused 2>&1 ||
    echo "$(grep -c UNEXPLAINED excused) lines or functions differ from gcov: $(grep UNEXPLAINED excused |
      head -n 3 | cut -c13- | tr '\n' ';')"
  rm -f wpp.dump gcov.dump gcov.notes
}

# different_lines GCOV.json PROFILE FLAGS: what differs from gcov and cannot be shown to be compiled differently for
# gcov's sake; PROFILE may be a folder.  The script that calls has two functions: dump_both FLAGS
# leaves dumps in wpp-dump and gcov-dump; count_again FLAGS leaves again.json and again.wpp.
#
# There are two proofs.  Dumps show the bodies of a function to differ.  And gcov's counting code after a
# call keeps GCC from making it a tail call, while one that wpp keeps counts the return after it
# at once, though its callee may never return: then both agree without tail calls.
different_lines ()
{
  local wrong
  compare_lines "$1" "$2"
  rm -f excused
  [ -s differences ] || return 0
  cp differences first-differences
  dump_both "$3"
  wrong=$(unexplained wpp-dump gcov-dump)
  if [ -n "$wrong" ] && [[ " $3 " != *' -O0 '* ]]; then
    count_again "$3 -fno-optimize-sibling-calls"
    compare_lines again.json again.wpp
    if [ ! -s differences ]; then
      echo 'without tail calls the counts are equal' >>excused
      wrong=
    fi
  fi
  mv first-differences differences
  rm -rf wpp-dump gcov-dump again*
  [ -z "$wrong" ] || echo "$wrong"
}
