# shellcheck shell=bash
# sources: gnugo
# GNU Go 3.8: deep recursion, calls through tables.  Its own tools make the pattern tables.
prepare ()
{
  configure gnugo --without-curses --without-readline &&
    make -s -j"$JOBS" -C "$PREP/conf" CFLAGS='-O1 -fcommon -w' >"$PREP/make.log" 2>&1
}

build ()
{
  local src=$SRC/gnugo conf=$PREP/conf f files=()
  for f in "$src"/patterns/{connections,helpers,transform,dfa}.c "$conf"/patterns/*.c \
    "$src"/{engine,sgf,utils,interface}/*.c; do
    case $f in */sgfgen.c | */winsocket.c) ;; *) files+=("$f") ;; esac
  done
  compile -fcommon -DHAVE_CONFIG_H "-I$conf" "-I$src"/{engine,patterns,sgf,utils,interface} -- \
    "${files[@]}" && link gnugo -lm
}

# game SIZE MOVES: it plays against itself and estimates the score.
game ()
{
  local i
  printf '%s\n' "boardsize $1" clear_board 'komi 5.5'
  for ((i = 0; i < $2; i += 2)); do printf '%s\n' 'genmove '{black,white}; done
  printf '%s\n' showboard estimate_score quit
}

input ()
{
  game 9 8 >"$IN/train"
  game 13 26 >"$IN/ref"
}
train () { "$OUT/bin/gnugo" --mode gtp --level 8 --seed 7 <"$IN/train"; }
ref () { "$OUT/bin/gnugo" --mode gtp --level 6 --seed 9 <"$IN/ref"; }
