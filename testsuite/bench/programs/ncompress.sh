# shellcheck shell=bash
# sources: ncompress
# ncompress 4.2.4.6, LZW compressor: two hot functions.
build ()
{
  compile -DUSERMEM=800000 -DDIRENT=1 -DUTIME_H -D_DEFAULT_SOURCE -DLSTAT -DIBUFSIZ=65536 \
    -DOBUFSIZ=65536 -- "$SRC/ncompress/compress42.c" && link compress
}

input () { { text 6000000 21; records 3000000 22; } >"$IN/train"; }

train ()
{
  local bits
  for bits in 16 15 14; do
    "$OUT/bin/compress" -c -f -b $bits <"$IN/train" >"$TMP/x.Z" &&
      "$OUT/bin/compress" -d -c <"$TMP/x.Z" >"$TMP/x" &&
      cksum <"$TMP/x" && cksum <"$TMP/x.Z" || return
  done
}
