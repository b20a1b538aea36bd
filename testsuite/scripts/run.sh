# shellcheck shell=bash
# What the tests of running programs share; sourced by their commands in a folder of their own.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

# A collector of this folder's own can be told from others'.
export WPP_COLLECT=$PWD/wpp-collect
[ -e "$WPP_COLLECT" ] || cp "$BUILD/wpp-collect" "$WPP_COLLECT"

# collectors: the processes of those of this folder.  Others come and go while find looks.
collectors ()
{
  { find /proc -maxdepth 2 -name exe -lname "$WPP_COLLECT" 2>/dev/null || :; } | cut -d/ -f3
}

# Is a collector of this folder at work?
collecting () { [ -n "$(readlink /proc/[0-9]*/exe 2>/dev/null | grep -xF "$WPP_COLLECT")" ]; }

# Wait until no collector of this folder is at work.
wait_for_collectors ()
{
  local i
  for ((i = 0; i < 600; i++)); do
    collecting || return 0
    sleep 0.05
  done
  echo 'collectors go on' >&2
  return 1
}

# calls FUNCTION PROFILE...: how often it was called in all of them.
calls ()
{
  "$WPP" lines --gcov --json "${@:2}" 2>/dev/null | jq -s --arg name "$1" \
    '[.[].files[].functions[] | select (.name == $name) | .execution_count] | add // 0'
}

# lost PROFILE...: events that they say are lost.
lost () { "$WPP" info --json "$@" 2>/dev/null | jq '[.profiles[].lost_events] | add'; }

# ending PROFILE...: kind and status of each.
ending () { "$WPP" info --json "$@" 2>/dev/null | jq -r '.profiles[].ending | "\(.kind) \(.status)"'; }

# between LOW X HIGH: say X unless it is.
between ()
{
  if [ "$1" -le "$2" ] && [ "$2" -le "$3" ]; then echo ok; else echo "$2 is not between $1 and $3"; fi
}
