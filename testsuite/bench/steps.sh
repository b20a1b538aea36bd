# shellcheck shell=bash
# Steps that check-programs and bench share; sourced after lib.sh, with WORK, BUILD and bench set.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

# shellcheck source=testsuite/scripts/written.sh
. "$bench/../scripts/written.sh"

# fetched PROGRAM: have its sources, recipe and inputs; set the recipe's variables.
fetched ()
{
  # shellcheck source=/dev/null
  . "$bench/programs/$1.sh"
  SRC=$WORK/src PREP=$WORK/$1/prep IN=$WORK/$1/in TMP=$WORK/$1/tmp
  mkdir -p "$SRC" "$PREP" "$IN"
  "$bench/fetch" "$SRC" "$1" >&2 || return
  if [ ! -e "$PREP/.done" ]; then prepare && touch "$PREP/.done" || return; fi
  if [ ! -e "$IN/.done" ]; then input && touch "$IN/.done" || return; fi
}

# step NAME COMPILER FLAGS: build to ./NAME, messages to ./NAME.log.
step ()
{
  OUT=$PWD/$1 CC=$2 CFLAGS=$3 LDFLAGS=
  build >"$1.log" 2>&1
}

# trained NAME: the training run of the build in ./NAME; output and status to ./NAME.out.
trained ()
{
  # By one name, as some programs look at theirs.
  ln -sfn "$1" run
  OUT=$PWD/run
  rm -rf "$TMP"
  mkdir -p "$TMP"
  (train) >"$1.out" 2>"$1.err" </dev/null
  echo "status $?" >>"$1.out"
}

# kept FILE: is it there from the last time, and may it be used (KEEP)?
kept ()
{
  [ -n "${KEEP:-}" ] && [ -e "$1" ]
}

# train_whole NAME FLAG: merge the profiles of the training run, of a program built with FLAG, to ./NAME.wpp.
train_whole ()
{
  if kept "$1.wpp"; then return; fi
  rm -rf profiles "$1.wpp"
  mkdir profiles
  step generate "$BUILD/wpp-gcc" "-O2 $2" && WPP_FILE=$PWD/profiles/%e.%p.wpp trained generate &&
    written profiles && "$BUILD/wpp" merge -o "$1.wpp" profiles >merge.log 2>&1
}

# counted NAME [OUTPUT]: the training run of ./NAME under callgrind, which must print OUTPUT (default: what that of ./generate did).
# The sums of its processes' events, which are in ./callgrind: M instructions, M mispredicted branches, M misses of L1, of the last
# cache, and the estimate instructions + 10 L1 + 100 LL + 15 branches.
counted ()
{
  local program
  rm -rf counted callgrind
  mkdir -p counted/bin callgrind
  for program in "$1"/bin/*; do
    printf '#!/bin/sh\nexec valgrind -q --tool=callgrind --cache-sim=yes --branch-sim=yes --callgrind-out-file=%s/%s.%%p %s "$@"\n' \
      "$PWD/callgrind" "${program##*/}" "$PWD/$program" >"counted/bin/${program##*/}"
  done
  chmod +x counted/bin/*
  trained counted && cmp -s counted.out "${2:-generate.out}" || { echo "$1: prints something else" >&2; return 1; }
  awk '/^events:/ { for (i = 2; i <= NF; i++) name[i] = $i }
       /^(totals|summary):/ { for (i = 2; i <= NF; i++) if (FILENAME != seen[i]) { sum[name[i]] += $i; seen[i] = FILENAME } }
       END { l1 = sum["I1mr"] + sum["D1mr"] + sum["D1mw"]; ll = sum["ILmr"] + sum["DLmr"] + sum["DLmw"]
             misses = sum["Bcm"] + sum["Bim"]
             printf "%.3f %.3f %.3f %.3f %.0f\n", sum["Ir"] / 1e6, misses / 1e6, l1 / 1e6, ll / 1e6,
                    sum["Ir"] + 10 * l1 + 100 * ll + 15 * misses }' callgrind/*
}

# totals FILE: `N passed, N failed' of its PASS: and FAIL: lines; status 0 when all is well.
totals ()
{
  local passed failed
  passed=$(grep -c '^PASS: ' "$1")
  failed=$(grep -c '^FAIL: ' "$1")
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
