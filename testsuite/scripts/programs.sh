# shellcheck shell=bash
# One program built and run in several ways; sourced by exact, path-counts and preferential, after exact.sh.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# What depends on the program, its flags and arguments alone is made once for all tests, in the folder SHARED.
: "${SHARED:=$BUILD/check/shared}"
# shellcheck source=testsuite/scripts/written.sh
. "${BASH_SOURCE[0]%/*}/written.sh"

# program FLAGS SOURCE... [-- ARGUMENT...]: sets flags, sources and arguments, the compilers plain and wpp, and the
# folder store of what is shared.
# Options of the program itself stand in its first line.  It reads INPUT, the name of a file (default: nothing).
program ()
{
  flags=$1 sources=()
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do sources+=("$(realpath "$1")"); shift; done
  [ $# -eq 0 ] || shift
  arguments=("$@")
  flags="$flags$(sed -n '1s:^.. flags\:\( [^*]*[^* ]\).*:\1:p' "${sources[0]}")"
  what=$flags
  case ${sources[0]} in
    *.c) plain=${GCC:-gcc} wpp=$CC ;;
    *) plain=${GXX:-g++} wpp=$CXX ;;
  esac
  store=$SHARED/$(identity | sha256sum | cut -c1-24)
}

# identity: all that the program and its runs depend on.
identity ()
{
  printf '%s\0' "$flags" "${sources[@]}" -- "${arguments[@]}"
  cat "${sources[@]}" "${sources[0]%/*}"/*.h ${INPUT:+"$INPUT"} 2>/dev/null
  "$plain" --version
  stat -c '%Y %s' "$BUILD"/{wpp.so,libwpp.a,wpp-collect}
}

# build COMPILER FOLDER FLAG...: the program `prog' in FOLDER.
build ()
{
  local compiler=$1 folder=$2
  shift 2
  rm -rf "$folder"
  mkdir "$folder"
  # shellcheck disable=SC2086
  "$compiler" -w $flags "$@" "${sources[@]}" -o "$folder/prog" -lm >"$folder/log" 2>&1 ||
    { result 1 "$what: build in $folder: $(sed -n 1,3p "$folder/log" | tr '\n' ' ')"; exit 1; }
}

# run FOLDER: leave its output and status in FOLDER/out.
run ()
{
  (ulimit -c 0; cd "$1" && exec timeout 20 ./prog "${arguments[@]}") >"$1/out" 2>"$1/err" <"${INPUT:-/dev/null}"
  echo "status $?" >>"$1/out"
  written "$1"
}

# The folders that tests share: built, run, and what can be told of the run.
make_plain () { build "$plain" plain; run plain; }
make_wpp () { build "$wpp" wpp -fwpp-generate; WPP_FILE=p.wpp run wpp; }
make_paths () { build "$wpp" paths -fwpp-generate=paths; WPP_FILE=p.wpp run paths; }
make_values () { build "$wpp" values -fwpp-generate=paths,values; WPP_FILE=p.wpp run values; }
make_wet () { build "$wpp" wet -fwpp-generate=wet; WPP_FILE=p.wpp run wet; }
make_gcov ()
{
  build "$plain" gcov --coverage -dumpdir gcov/
  run gcov
  # A program that was killed has left no counts: then there is nothing but gcov's complaint.
  gcov --json-format --stdout gcov/*.gcda >gcov/json 2>gcov/gcov-err || [ "$(tail -n 1 gcov/out)" != "status 0" ]
}

# shared NAME: a link NAME to the folder that make_NAME has made, for this test or an earlier one.
shared ()
{
  mkdir -p "$store"
  (
    flock 9
    cd "$store" && [ -e "$1.done" ] || { "make_$1" && touch "$1.done"; }
  ) 9>"$store/$1.lock" || exit
  rm -rf "$1"
  ln -s "$store/$1" "$1"
}
