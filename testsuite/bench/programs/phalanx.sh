# shellcheck shell=bash
# sources: phalanx
# Phalanx XXV, chess: recursive search, many globals.  It reads locals that it never set; the
# compiler gives them a value, so that every build plays the same.
build ()
{
  compile -ftrivial-auto-var-init=pattern -std=gnu89 -D_GNU_SOURCE -DGNUFUN -- \
    "$SRC"/phalanx/*.c && link phalanx
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
