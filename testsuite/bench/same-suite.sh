# shellcheck shell=bash
# What same-outputs --suite does; sourced after same.sh.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Every C and C++ file of testsuite/wpp.* and what wpp.exact/generate writes, at -O0 and -O2; both builds get the
# same copies.  A program (NAME-1 and NAME-2 are one) that links is run with arguments `20 3' for at
# most 5 seconds, under several WPP_OPTIONS.
LEVELS='-O0 -O2'

# each FUNCTION SOURCE...: FUNCTION of each of them at each level, JOBS at a time.
each ()
{
  local function=$1 level
  shift
  for level in $LEVELS; do printf '%s\0' "${@/%/ $level}"; done |
    xargs -0 -P "$JOBS" -I{} bash -c "$function {}"
}

# unit SOURCE: how its objects are called.  program SOURCE: how its program is.
unit () { local name=${1#../sources/}; echo "${name//\//_}"; }
program () { unit "$1" | sed 's/-[1-9]\././'; }

# compiler SOURCE: of its language.
compiler () { case $1 in *.cc) echo "${CC%gcc}g++" ;; *) echo "$CC" ;; esac; }

# object SOURCE LEVEL KIND FLAG...: an object, and what the compiler says.
object ()
{
  local to more
  to=$3/$2/$(unit "$1")
  more=$(sed -nE '1,5s,^(//|/\*) flags: ([^*]*).*,\2,p' "$1")
  mkdir -p "${to%/*}"
  # shellcheck disable=SC2086
  timeout 300 "$(compiler "$1")" -w -g "$2" $more "${@:4}" -c "$1" -o "$to.o" >"$to.said" 2>&1
}

# recorded_objects SOURCE LEVEL
recorded_objects ()
{
  object "$1" "$2" generate -fwpp-generate
  object "$1" "$2" paths -fwpp-generate=paths
}

# using_objects SOURCE LEVEL: those that need what BUILD_A has recorded.
using_objects ()
{
  local given
  given=$PWD/../given/$2/$(program "$1")
  [ -e "$given.wpp" ] || return 0
  object "$1" "$2" preferential -fwpp-generate=preferential "-fwpp-interesting=$given.paths"
  object "$1" "$2" use "-fwpp-use=$given.wpp" -fwpp-dump-frequency=all
  object "$1" "$2" merged "-fwpp-use=$given.wpp" -fwpp-dump-frequency=all -fwpp-dump-format=json
}

# run_once PROGRAM OPTIONS FOLDER: profiles to FOLDER; what it printed and what the profiles are, to FOLDER.is.
run_once ()
{
  local program=$PWD/$1 options=$2 folder=$PWD/$3
  rm -rf "$folder"
  mkdir -p "$folder.new" "$folder.scratch"
  (
    cd "$folder.scratch" || exit
    WPP_FILE=$folder.new/%p.wpp WPP_OPTIONS=${options#none} timeout -k 1 5 "$program" 20 3 </dev/null 2>&1
    echo "status $?"
  ) >"$folder.is" 2>/dev/null
  numbered "$folder.new" "$folder"
  rm -rf "$folder.new" "$folder.scratch"
  ! tail -n 1 "$folder.is" | grep -qxE 'status (124|137)' || return
  case $options in
    # Raw files have no sections.
    raw=1) timeout 60 "$WPP" expand --numbers --limit=200000 "$folder" 2>&1 | sed 's/^wpp: [^:]*//' ;;
    *) sections "$folder" | digests /dev/stdin ;;
  esac >>"$folder.is"
}

# runs SOURCE LEVEL: link the program whose first source that is and run it.  BUILD_A runs it twice, says in
# ../given/steady which runs are the same, and leaves there what the second compilation gets.
runs ()
{
  local name bin objects options folder
  case $1 in *-[2-9].c*) return 0 ;; esac
  name=$(program "$1") bin=bin/$2/$name
  mkdir -p "bin/$2" "runs/$2" "../given/$2"
  objects=("generate/$2/$(unit "$1").o")
  case $1 in *-1.c*) objects+=("${objects[0]/-1.c/-2.c}") ;; esac
  timeout 100 "$(compiler "$1")" -fwpp-generate "${objects[@]}" -pthread -lm -o "$bin" >/dev/null 2>&1 || return 0
  [ "$side" = a ] || grep -q "^$2/$name " ../given/steady || return 0
  for options in none exponents=0 exact=1 raw=1; do
    folder=runs/$2/$name.$options
    run_once "$bin" "$options" "$folder" || return 0
    if [ "$side" = b ]; then
      # What is the same nearly always is, at the third time.
      for _ in 1 2; do
        cmp -s "$folder.is" "../same.a/$folder.is" || run_once "$bin" "$options" "$folder" || return 0
      done
      continue
    fi
    run_once "$bin" "$options" "$folder.again" || return 0
    ! cmp -s "$folder.is" "$folder.again.is" || echo "$2/$name $folder.is" >>../given/steady
    rm -rf "$folder.again"
    [ "$options" = none ] || continue
    "$WPP" merge -o "../given/$2/$name.wpp" "$folder" >/dev/null 2>&1 &&
      "$WPP" select --cover=95% -o "../given/$2/$name.paths" "../given/$2/$name.wpp" >/dev/null 2>&1 ||
      rm -f "../given/$2/$name".{wpp,paths}
  done
}

make_suite ()
{
  local level dir sources
  export side=$1
  rm -rf same "same.$side"
  if [ "$side" = a ]; then
    rm -rf given sources
    mkdir -p given sources/generated
    for dir in "$bench"/../wpp.*/; do
      mkdir "sources/$(basename "$dir")"
      find "$dir" -maxdepth 1 \( -name '*.c' -o -name '*.cc' -o -name '*.h' \) -exec cp {} "sources/$(basename "$dir")" \;
    done
    "$bench/../wpp.exact/generate" sources/generated || return
    : >given/steady
  fi
  mkdir same
  cd same || return
  sources=(../sources/*/*.c ../sources/*/*.cc)
  each recorded_objects "${sources[@]}"
  each runs "${sources[@]}"
  each using_objects "${sources[@]}"
  for level in $LEVELS; do ask_dumps "merged/$level" "freq/$level"; done
  find runs -name '*.wpp' -size +20M -delete
  keep . ../sums.new
  cd ..
  mv sums.new "sums.$side"
  mv same "same.$side"
}

# read_one FILE|FOLDER: what the tool says of it: merged profiles, and those of single runs.
read_one ()
{
  case $1 in
    *.wpp) ask "$everything" "$1" "$to/merged/${1#../given/}" ;;
    *) local program=${1#runs/}
       ask "$few"$'\n'dump "$1" "$to/$1" "--program=bin/${program%.*}"
       ask_merge "$1" "$to/$1" "--program=bin/${program%.*}" ;;
  esac
}

read_suite ()
{
  export to=../same.$1/read
  cd same.a || return
  printf '%s\0' ../given/-O2/*.wpp runs/-O2/*.none/ runs/-O2/*.raw=1/ | sed -z 's,/$,,' |
    xargs -0 -P "$JOBS" -I{} bash -c 'read_one {}'
  keep "$to" ../read.new
  cd ..
  mv read.new "read.$1"
}

compare_suite ()
{
  local kind
  mkdir -p "$WORK/suite"
  cd "$WORK/suite" || return
  # What `each' needs.
  export CC WPP INDX few of_counts of_order everything
  export -f unit program compiler object recorded_objects using_objects run_once runs read_one numbered sections digests \
    ask ask_merge answer
  two_sides make_suite read_suite || { echo "FAIL: build"; return; }
  if [ "$BUILD_B" = - ]; then echo "PASS: suite: is there"; return; fi
  for kind in generate paths preferential use merged; do
    result "$(different_sums sums "$kind/")" "suite: $(counted_sums "$kind/") of $kind"
  done
  result "$(different_sums sums freq/)" "suite: frequencies as the tool says"
  result "$(different_sums read .)" "suite: $(wc -l <read.a) answers of the tool"
  for kind in a b; do
    cut -d ' ' -f 2 given/steady | grep -Ff - "sums.$kind" >"runs.$kind"
  done
  result "$(different_sums runs .)" "suite: $(wc -l <runs.a) runs"
}
