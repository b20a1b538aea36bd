# shellcheck shell=bash
# Steps that check-programs and bench share; sourced after lib.sh, with WORK, BUILD and bench set.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

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

# totals FILE: `N passed, N failed' of its PASS: and FAIL: lines; status 0 when all is well.
totals ()
{
  local passed failed
  passed=$(grep -c '^PASS: ' "$1")
  failed=$(grep -c '^FAIL: ' "$1")
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
