# shellcheck shell=bash
# sources: phalanx
# Phalanx XXV, chess: recursive search, many globals.  It reads locals that it never set: the
# compiler gives them a value.  It looks at the clock and does what it has time for: it gets a clock of
# its own, on which every look takes a hundredth of a second.  So every build does the same.
prepare ()
{
  cat >"$PREP/clock.c" <<'END'
#include <stddef.h>
#include <sys/time.h>
#include <time.h>

static long looks;

clock_t
phalanx_clock (void)
{
  return looks++ * (CLOCKS_PER_SEC / 100);
}

int
phalanx_gettimeofday (struct timeval *t, void *zone)
{
  *t = (struct timeval){ looks / 100, looks % 100 * 10000 };
  looks++;
  return 0;
}
END
}

build ()
{
  compile -ftrivial-auto-var-init=pattern -std=gnu89 -D_GNU_SOURCE -DGNUFUN \
    -Dclock=phalanx_clock -Dgettimeofday=phalanx_gettimeofday -- \
    "$PREP/clock.c" "$SRC"/phalanx/*.c && link phalanx
}

# game DEPTH POSITION...: a move from each.
game ()
{
  echo "depth $1"
  shift
  printf 'setboard %s\ngo\nbd\nforce\n' "$@"
  echo quit
}

input ()
{
  game 9 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3' \
    'r4rk1/2p1p1b1/p1n3pp/1p1qP3/P1pP4/B1P2PPN/4Q1K1/R6R b - - 0 1' >"$IN/train"
  game 11 '2kr3r/pp3Npp/2pbbn2/6B1/2BPp3/6Pq/PPP1Q2P/2KR3R b - - 0 1' \
    'rnbr2k1/ppq1ppbp/6p1/2p5/3P4/2PBPN2/P4PPP/1RBQ1RK1 w - - 0 1' \
    '8/1p3rpp/p2nk3/P3p3/2R5/2N2PP1/1P2K2P/8 w - - 0 1' \
    '3r1rk1/p3qp1p/2bb2p1/2pp4/8/1P2P3/PBQN1PPP/2R2RK1 b - - 0 1' >"$IN/ref"
}

# play GAME: what it says, less the lines that speak of time.
play ()
{
  cd "$TMP" && "$OUT/bin/phalanx" -l - -b - -p - -o - -t 16000 <"$1" >x &&
    grep -Evi 'time|NPS' x
}
train () { play "$IN/train"; }
ref () { play "$IN/ref"; }
