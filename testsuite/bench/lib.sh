# shellcheck shell=bash
# What the recipes of the bench programs share; sourced before programs/NAME.sh.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# A recipe's second comment line, `# sources: PACKAGE...', names its Debian source packages.  Its
# functions read these variables, all folders absolute:
#   SRC       where fetch unpacked the sources: $SRC/PACKAGE
#   PREP      what prepare made, the same for all builds
#   OUT       one build: objects in $OUT/obj, programs in $OUT/bin
#   IN, TMP   inputs; scratch space of a run
#   CC, CFLAGS, LDFLAGS   compiler and flags, split at spaces
# and are
#   prepare   configured headers and generated sources to $PREP, once; made with gcc
#   build     the program to $OUT
#   input     inputs of both runs to $IN: the same bytes each time
#   train     the training run, 0.3 to 2 s at -O2; what it prints does not depend on the compiler
#   ref       the measured run, 2 to 5 s: more, and other data
: "${JOBS:=$(nproc)}"
export LC_ALL=C TZ=UTC
# What `make check-programs PROGRAMS=...' was told is not meant for the programs' own makefiles.
unset MAKEFLAGS MFLAGS MAKELEVEL PROGRAMS

prepare () { :; }
input () { :; }

# compile [FLAG...] -- FILE...: each FILE to $OUT/obj, JOBS at a time.  An object's name is its
# source's path below $SRC or $PREP with `_' for `/': the same in every build.
compile ()
{
  local flags=() file object
  while [ "$1" != -- ]; do flags+=("$1"); shift; done
  shift
  mkdir -p "$OUT/obj" "$OUT/bin"
  rm -f "$OUT"/obj/*.o "$OUT"/bin/*
  for file; do
    object=${file#"$SRC"/}
    object=${object#"$PREP"/}
    object=${object//\//_}
    printf '%s\0%s\0' "$OUT/obj/${object%.*}.o" "$file"
  done |
    # shellcheck disable=SC2086
    xargs -0 -n 2 -P "$JOBS" $CC -w $CFLAGS "${flags[@]}" -c -o
}

# link [-x PATTERN] PROGRAM [LIBRARY...]: link the objects, less those whose name matches PATTERN
# (the main of another program), to $OUT/bin/PROGRAM; with REVERSED, in the other order.
link ()
{
  local without='' program objects=() object
  if [ "$1" = -x ]; then without=$2; shift 2; fi
  program=$1
  shift
  for object in "$OUT"/obj/*.o; do
    # shellcheck disable=SC2053
    if [[ -n $without && ${object##*/} == $without ]]; then continue; fi
    if [ -n "${REVERSED:-}" ]; then objects=("$object" "${objects[@]}"); else objects+=("$object"); fi
  done
  # shellcheck disable=SC2086
  $CC $CFLAGS "${objects[@]}" $LDFLAGS "$@" -o "$OUT/bin/$program"
}

# configure PACKAGE [ARGUMENT...]: configure it out of its tree in $PREP/conf.
configure ()
{
  mkdir -p "$PREP/conf"
  (cd "$PREP/conf" && CC=gcc CFLAGS=-O2 "$SRC/$1/configure" "${@:2}") >"$PREP/configure.log" 2>&1
}

# text BYTES SEED: lines of made-up words, frequent ones more often, some lines again and again.
text ()
{
  perl -e '
    my ($bytes, $seed) = @ARGV;
    srand $seed;
    my @letters = split //, "etaoinshrdlucmfwypvbgkqjxz";
    my @words = map { join "", map { $letters[26 * rand () * rand ()] } 0 .. 1 + int rand 9 } 1 .. 20000;
    my ($done, @said) = (0);
    while ($done < $bytes)
      {
        my $line = rand () < 0.12 ? $said[rand 400] : undef;
        unless (defined $line)
          {
            $line = join (" ", map { $words[@words * rand () * rand () * rand ()] } 0 .. 5 + int rand 14)
                    . ".\n";
            $said[rand 400] = $line;
          }
        print $line;
        $done += length $line;
      }' "$@"
}

# records BYTES SEED: binary records of 32 bytes, fields that change slowly beside noise.
records ()
{
  perl -e '
    my ($bytes, $seed) = @ARGV;
    srand $seed;
    binmode STDOUT;
    my ($time, $level) = (1000000, 0);
    for my $n (1 .. $bytes / 32)
      {
        $time += 1 + int rand 5;
        $level += int (rand 9) - 4;
        print pack ("VvvVVVvvVV", $time, $n & 0xffff, rand 8, $level & 0xffffffff,
                    1000 * rand () * rand (), rand 4294967296, $level & 255, 17,
                    $time * 3 & 0xffffffff, 0);
      }' "$@"
}
