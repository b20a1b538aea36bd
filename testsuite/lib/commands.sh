# shellcheck shell=bash
# What the commands of the tests have beside bash's own; lib/wpp.exp puts it before each.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
set -o pipefail

# Every statement must succeed, not only the last one: the first that fails ends the test, with its status, and the log
# has it.  A program that a test made, ./NAME, may end as it likes, and so may what is waited for: what it returns is its
# own.  A subshell ends as its last statement does, which has been looked at there.
failed ()
{
  local wrapped='((timeout|stdbuf|setsid|unshare)( -?[A-Za-z0-9.]+)* +)*'
  [[ $2 =~ ^([A-Z_]+=[^\ ]*\ +)*$wrapped\.?\./ || $2 =~ ^wait(\ |$) ]] && return
  [[ $2 =~ ^(\(|[a-z]+=\$\() ]] && [ ! -e "${FAILED-}" ] && return
  (trap '' XFSZ; echo "$2" >>"${FAILED-/dev/null}") 2>/dev/null || :
  exit "$1"
}
set -E
shopt -s inherit_errexit
trap 'failed $? "$BASH_COMMAND"' ERR

# tried COMMAND: run it, whatever its status; that is in $status.
tried () { status=0; "$@" || status=$?; }

# count REGEXP [FILE...]: the number of lines that match; none is no failure.
count () { grep -c "$@" || [ $? -eq 1 ]; }

# same A B: do the commands A and B, each run by bash, succeed and print the same, and something?
same ()
{
  local work status=0
  work=$(mktemp -d) || return
  (eval "$1") >"$work/a" && (eval "$2") >"$work/b" && equal "$work/a" "$work/b" || status=$?
  rm -rf "$work"
  return $status
}

# equal FILE...: are the files the same, and not empty?
equal ()
{
  local file
  [ -s "$1" ] || { echo "$1 is empty" >&2; return 1; }
  for file in "${@:2}"; do cmp "$1" "$file" || return; done
}

# prints REGEXP: does a line of standard input match?  It is read to its end, so that no signal ends who writes it.
prints () { grep -E -- "$1" >/dev/null || return; }

# executed FUNCTION PROFILE...: how often all of its paths were, in decimal.  Of many paths JSON takes seconds.
executed ()
{
  "$WPP" paths --top=all -f "$1" "${@:2}" 2>/dev/null | awk '$1 ~ /^[0-9]+$/ && $3 ~ /%$/ { n += $1 } END { printf "%.0f\n", n }'
}

# simulated [OPTION-OF-CALLGRIND...] PROGRAM ARGUMENT...: the events that main and what it calls cost, on a line; the program's
# output goes to out.  Before main the loader's work depends on names and the environment, by more than some tests can bear.
simulated ()
{
  valgrind -q --tool=callgrind --toggle-collect=main --callgrind-out-file=simulated.callgrind "$@" >out &&
    sed -n 's/^summary: //p' simulated.callgrind | grep '^[1-9]'
}
