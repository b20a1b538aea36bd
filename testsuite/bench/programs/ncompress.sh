# shellcheck shell=bash
# sources: ncompress
# ncompress 4.2.4.6, LZW compressor: two hot functions.  Signal handlers that do not compile with C23.
build ()
{
  compile -std=gnu17 -DUSERMEM=800000 -DDIRENT=1 -DUTIME_H -D_DEFAULT_SOURCE -DLSTAT -DIBUFSIZ=65536 \
    -DOBUFSIZ=65536 -- "$SRC/ncompress/compress42.c" && link compress
}

input ()
{
  { text 6000000 21; records 3000000 22; } >"$IN/train"
  { text 16000000 23; records 8000000 24; text 8000000 25; } >"$IN/ref"
}

# both_ways FILE BITS...
both_ways ()
{
  local file=$1 bits
  shift
  for bits; do
    "$OUT/bin/compress" -c -f -b $bits <"$file" >"$TMP/x.Z" &&
      "$OUT/bin/compress" -d -c <"$TMP/x.Z" >"$TMP/x" &&
      cksum <"$TMP/x" && cksum <"$TMP/x.Z" || return
  done
}
train () { both_ways "$IN/train" 16 15 14; }
ref () { both_ways "$IN/ref" 16 15 14 13 12; }
