# shellcheck shell=bash
# sources: gzip
# gzip 1.12, LZ77 compressor: one hot loop.  Its gnulib is not instrumented.
prepare ()
{
  configure gzip && make -s -C "$PREP/conf/lib" >"$PREP/make.log" 2>&1 &&
    echo 'char const *Version = "1.12";' >"$PREP/version.c" &&
    echo 'extern char const *Version;' >"$PREP/version.h"
}

build ()
{
  local src=$SRC/gzip conf=$PREP/conf
  compile -DHAVE_CONFIG_H "-I$PREP" "-I$conf" "-I$conf/lib" "-I$src" "-I$src/lib" -- \
    "$src"/{bits,deflate,gzip,inflate,trees,unlzh,unlzw,unpack,unzip,util,zip}.c \
    "$PREP/version.c" && link gzip "$conf/lib/libgzip.a"
}

input ()
{
  { text 5000000 1; records 1000000 2; } >"$IN/train"
  { text 14000000 3; records 8000000 4; text 4000000 5; } >"$IN/ref"
}

both_ways ()
{
  "$OUT/bin/gzip" -9 -c -n <"$1" >"$TMP/x.gz" &&
    "$OUT/bin/gzip" -d -c <"$TMP/x.gz" >"$TMP/x" && cksum <"$TMP/x" && cksum <"$TMP/x.gz"
}
train () { both_ways "$IN/train"; }
ref () { both_ways "$IN/ref"; }
