# shellcheck shell=bash
# sources: lbzip2
# not for check-programs: which of its threads does what differs from run to run.
# lbzip2 2.5, block-sorting compressor with THREADS workers (default: 2).  Its gnulib is not instrumented.
prepare ()
{
  # That gnulib knows a newer C library by this macro only.
  configure lbzip2 && make -s -C "$PREP/conf/lib" CPPFLAGS=-D_IO_ftrylockfile >"$PREP/make.log" 2>&1
}

build ()
{
  local src=$SRC/lbzip2 conf=$PREP/conf
  compile -DHAVE_CONFIG_H -pthread "-I$conf/lib" "-I$conf" "-I$src/lib" "-I$src/src" -- \
    "$src"/src/{compress,crctab,decode,divbwt,encode,expand,main,parse,process,signals}.c &&
    link lbzip2 "$conf/lib/libgnu.a" -pthread
}

input ()
{
  { text 5000000 111; records 1000000 112; } >"$IN/train"
  { records 4000000 113; text 24000000 114; } >"$IN/ref"
}

both_ways ()
{
  "$OUT/bin/lbzip2" -n "${THREADS:-2}" -9 -c <"$1" >"$TMP/x.bz2" &&
    "$OUT/bin/lbzip2" -n "${THREADS:-2}" -d -c <"$TMP/x.bz2" >"$TMP/x" && cksum <"$TMP/x" &&
    cksum <"$TMP/x.bz2"
}
train () { both_ways "$IN/train"; }
ref () { both_ways "$IN/ref"; }
