# shellcheck shell=bash
# What same-outputs does for real programs and for the test suite's; sourced after steps.sh.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# The two builds are used one after the other by the same name, $WORK/wpp, in folders of the same name: the
# name of the plugin is in the debug information, and those of sources and objects are in notes.
CC=$WORK/wpp/wpp-gcc WPP=$WORK/wpp/wpp
export WPP_COLLECT=$WORK/wpp/wpp-collect
unset WPP_FILE WPP_OPTIONS

# staged BUILD: let $WORK/wpp be BUILD.
staged ()
{
  rm -rf "$WORK/wpp"
  mkdir "$WORK/wpp"
  ln -s "$1"/{wpp,wpp.so,wpp-collect,libwpp.a,libwpp-libc.a,wpp.h} "$WORK/wpp"
  cp "$1"/wpp-{gcc,g++} "$WORK/wpp"
  sed "s|$1|$WORK/wpp|g" "$1/wpp.specs" >"$WORK/wpp/wpp.specs"
  grep -qF "=$WORK/wpp/wpp.so" "$WORK/wpp/wpp.specs" || { echo "$1/wpp.specs is not of this folder" >&2; return 1; }
}

# identity BUILD: what tells it from others.
identity () { echo "$1"; (cd "$1" && md5sum wpp wpp.so wpp-collect libwpp.a); }

# two_sides MAKE READ: make what each build puts out, in the working folder; that of BUILD_A unless it is there.
two_sides ()
{
  if ! cmp -s a.done <(identity "$BUILD_A"); then
    rm -f a.done
    staged "$BUILD_A" && ("$1" a) && ("$2" a) && identity "$BUILD_A" >a.done || return
  fi
  [ "$BUILD_B" = - ] || { staged "$BUILD_B" && ("$1" b) && ("$2" b); }
}

# numbered FROM TO: wait for the profiles in folder FROM, and move them to TO in the order in which they ended.
numbered ()
{
  local part n=0
  written "$1"
  mkdir -p "$2"
  for part in $(ls -tr "$1"); do
    n=$((n + 1))
    mv "$1/$part" "$2/$(printf %04d.wpp $n)"
  done
}

# sections PROFILE|FOLDER...: a line each, with a digest of each section that tells what was executed; with
# ALL=yes of all but RUN.
sections ()
{
  ALL=${ALL-} perl -MDigest::MD5=md5_hex -e '
    my $tags = $ENV{ALL} ? qr/^(?!RUN )/ : qr/^(WIDE|THRD|GRAM|RAWE|NOTE)$/;
    for my $name (map { -d $_ ? sort glob "$_/*" : $_ } @ARGV)
      {
        open (my $file, "<:raw", $name) or die "$name: $!\n";
        local $/;
        my $bytes = <$file>;
        my ($at, @found) = (16);
        if (substr ($bytes, 0, 8) ne "\211WPP\r\n\032\n")
          {
            print "$name no profile\n";
            next;
          }
        while ($at + 24 <= length $bytes)
          {
            my ($tag, $flags, $size) = unpack "a4 V Q<", substr ($bytes, $at, 24);
            my $all = 24 + $size + (-$size & 7);
            push @found, "$tag:" . md5_hex (substr ($bytes, $at, $all))
              if $tag =~ $tags && !($tag =~ /END |INDX/ && $ENV{INDX} eq "any");
            $at += $all;
          }
        print "$name @found\n";
      }' "$@"
}

# digests SECTIONS: the lines of `sections' without the names of profiles, sorted.
digests () { sed 's/^[^ ]* //' "$1" | sort; }

# answer FILE ARGUMENT...: output and status of the tool to FILE.
answer ()
{
  local file=$1
  shift
  timeout 900 "$WPP" "$@" >"$file" 2>&1
  echo "status $?" >>"$file"
}

# What the tool is asked.
few='info --json
paths --json
lines --gcov --json
residual --json'
of_counts="$few
info
paths
paths --top=20
paths --coverage
paths --coverage --json
lines
lines --json
lines --gcov
select
select --cover=90%
select --json
residual"
of_order='info --json
paths --json
lines
select --cover=90%
dump --numbers
expand --limit=20000
expand --blocks --from=1000 --limit=20000
expand --binary --limit=1000000
hot --json
hot --cost=events --min-length=1 --max-length=5 --min-cost=0.1%'
everything="$of_counts
$of_order
hot
dump
dump --json
expand --json --limit=20000
expand --numbers --function=main"
of_dumps='freq --csv
freq --problem=live-variables --function=main
freq --json --problem=reaching-definitions
freq --sort=hot --top=1000
freq --summary
freq --summary --json'

# ask QUESTIONS FILE|FOLDER TO [OPTION...]: what the tool says of profiles or dumps, a file in folder TO each.
ask ()
{
  local questions=$1 what=$2 to=$3 command
  shift 3
  mkdir -p "$to"
  while read -r command; do
    # shellcheck disable=SC2086
    answer "$to/${command//[^a-z0-9]/_}" $command "$@" "$what"
  done <<<"$questions"
}

# ask_dumps FOLDER TO: what the tool says of some dumps of FOLDER; of all it would take too much memory.
ask_dumps ()
{
  rm -rf some
  mkdir some
  find "$PWD/$1" -name '*.freq' -size -100k | sort | head -n 40 | xargs -r ln -s -t some
  ask "$of_dumps" some "$2"
  rm -rf some
}

# ask_merge PROFILES FOLDER [OPTION...]: what `merge' says, and the sections of what it makes.
ask_merge ()
{
  local profiles=$1 to=$2 merged=${1//\//_}.merged
  shift 2
  rm -f "$merged"
  answer "$to/merge" merge -o "$merged" "$@" "$profiles"
  [ ! -e "$merged" ] || ALL=yes sections "$merged" | digests /dev/stdin >"$to/merge_sections"
  rm -f "$merged"
}

# without_run: of text from the tool less what no two runs, and no two builds of a program, have in common.
without_run ()
{
  sed -E -e '/^(build-id|process|duration|file size) /d' -e 's/^(raw size .*), ratio [0-9.]+$/\1/' \
    -e 's/"build_id":"[0-9a-f]*"/"build_id":""/g' -e 's/"run":\{[^}]*\}/"run":{}/g' \
    -e 's/"(file_size|ratio|first)":[0-9.e+-]+/"\1":0/g' -e 's/^ *[0-9.]+ s ( *[0-9]+  )/\1/'
}

# without_order: residual paths, one of many runs' at the same time, are in any order.
without_order () { sed 's/},$/}/' | sort; }

# keep FOLDER SUMS: digests of all files there to SUMS; of large ones only the beginnings are kept.
keep ()
{
  local file
  (
    cd "$1" || exit
    for file in own/*/*; do
      case $file in
        *residual*) without_run <"$file" | without_order >"$file.new" ;;
        *) [ ! -e "$file" ] || without_run <"$file" >"$file.new" ;;
      esac
      [ ! -e "$file.new" ] || mv "$file.new" "$file"
    done
    find . -type f ! -name '*.wpp' ! -path '*/bin/*' -printf '%P\0' | sort -z | xargs -0r md5sum
    find . -type f ! -name '*.o' ! -name '*.wpp' ! -path '*/bin/*' -size +1M -exec truncate -s 1M {} +
  ) >"$2"
}

# counted_sums PATTERN: how many files of that name in ./sums.a.
counted_sums () { echo "$(grep -c "  $1" sums.a) objects and dumps"; }

# different_sums KIND PATTERN: how the files of that name differ in ./KIND.a and ./KIND.b.
different_sums ()
{
  awk -v "pattern=^$2" '
    { name = $2 }
    name !~ pattern { next }
    FILENAME == ARGV[1] { sum[name] = $1; n++; next }
    { if (sum[name] != $1 && !first++) which = name; if (sum[name] != $1) bad++; delete sum[name] }
    END { for (name in sum) { bad++; which = name }
          if (!n) print "nothing to compare"; else if (bad) print bad " of " n " differ, as " which }' "$1.a" "$1.b"
}
