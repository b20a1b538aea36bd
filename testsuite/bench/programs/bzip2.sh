# shellcheck shell=bash
# sources: bzip2
# bzip2 1.0.8, block-sorting compressor: sorting, large functions.
build ()
{
  local src=$SRC/bzip2
  compile -D_FILE_OFFSET_BITS=64 -- "$src"/{blocksort,huffman,crctable,randtable}.c \
    "$src"/{compress,decompress,bzlib,bzip2}.c && link bzip2
}

input ()
{
  { text 4000000 11; records 500000 12; } >"$IN/train"
  { records 2000000 13; text 17000000 14; } >"$IN/ref"
}

both_ways ()
{
  "$OUT/bin/bzip2" -9 -c <"$1" >"$TMP/x.bz2" &&
    "$OUT/bin/bzip2" -d -c <"$TMP/x.bz2" >"$TMP/x" && cksum <"$TMP/x" && cksum <"$TMP/x.bz2"
}
train () { both_ways "$IN/train"; }
ref () { both_ways "$IN/ref"; }
