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

input ()
{
  {
    echo 'depth 9'
    printf 'setboard %s\ngo\nbd\nforce\n' \
      'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3' \
      'r4rk1/2p1p1b1/p1n3pp/1p1qP3/P1pP4/B1P2PPN/4Q1K1/R6R b - - 0 1'
    echo quit
  } >"$IN/train"
}

# Less the lines that speak of time.
train ()
{
  cd "$TMP" && "$OUT/bin/phalanx" -l - -b - -p - -o - -t 16000 <"$IN/train" >x &&
    grep -Evi 'time|NPS' x
}
