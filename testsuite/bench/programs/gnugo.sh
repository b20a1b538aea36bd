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

# It plays eight moves against itself and estimates the score.
input ()
{
  printf '%s\n' 'boardsize 9' clear_board 'komi 5.5' \
    'genmove '{black,white,black,white,black,white,black,white} showboard estimate_score quit \
    >"$IN/train"
}
train () { "$OUT/bin/gnugo" --mode gtp --level 8 --seed 7 <"$IN/train"; }
