# shellcheck shell=bash
# A short run of each bench program, for callgrind; sourced after lib.sh.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

# shorten PROGRAM: let train be a run of some ten million instructions up to 200 million that does what the training run does.  To be
# called after fetched (steps.sh), in a folder in which `short' may be made.
shorten ()
{
  local all=$IN
  IN=$PWD/short
  mkdir -p "$IN"
  case $1 in
    bzip2 | gzip | lbzip2) head -c 200000 "$all/train" >"$IN/train" ;;
    ncompress)
      { head -c 400000 "$all/train"; tail -c 200000 "$all/train"; } >"$IN/train"
      train () { both_ways "$IN/train" 16 14; } ;;
    lua)
      head -c 30000 "$all/train" >"$IN/train"
      cp "$all/work.lua" "$IN"
      train () { "$OUT/bin/lua" "$IN/work.lua" "$IN/train" 1; } ;;
    jpeg)
      picture 160 120 41 >"$IN/train"
      train () { convert "$IN/train" 75; } ;;
    sqlite) { bulk 1200 51; small 1200 51; } >"$IN/train" ;;
    mcf) train () { "$OUT/bin/mcf" 150 800 61 simplex && "$OUT/bin/mcf" 300 1500 62; } ;;
    tcc) train () { cd "$SRC" && compile_files -DROUND=1 -- lua5.4/src/l{code,string,table,vm}.c; } ;;
    dash)
      cp "$all/work.sh" "$IN"
      train () { "$OUT/bin/dash" "$IN/work.sh" 40; } ;;
    phalanx) sed 's/^depth 9/depth 5/' "$all/train" >"$IN/train" ;;
    gnugo)
      game 9 2 >"$IN/train"
      train () { "$OUT/bin/gnugo" --mode gtp --level 1 --seed 7 <"$IN/train"; } ;;
    *) echo "$1: no short run is known" >&2; return 1 ;;
  esac
}
