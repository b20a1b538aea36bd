# shellcheck shell=bash
# What reading and analysing a file costs; sourced by the tests of bombs, in a folder with ./peak (wpp.run/peak.c).
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Reading may take a second and 100 MB for each MB of the file, an analysis 10 s and 500 MB, and as much again for
# all that is smaller.  Seconds are of the processor; five times as many may pass on one that others use as well.

# cost SECONDS MB FILE COMMAND...: run COMMAND, which may take so much for each MB of FILE; say what it takes if that is more.
cost ()
{
  local seconds=$1 mb=$2 file=$3 r
  ./peak took "${@:4}" >out 2>err
  r=$?
  awk -v s="$seconds" -v m="$mb" -v n="$(stat -c %s "$file")" \
    '{ n = 1 + n / 1e6; if ($1 * 1024 > m * n * 1e6 || $2 > 5 * s * n) { print "too much: " $1 " KiB, " $2 " s"; exit 1 } }' took || r=99
  return $r
}
