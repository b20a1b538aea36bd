# shellcheck shell=bash
# Waiting for profiles; to be sourced.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

# written FOLDER: wait for the profiles in it.  A program that ends by _exit or is killed does not wait for its collector, which
# has a lock on what it writes; and wpp takes from a folder what is there.
written ()
{
  local part tries
  for ((tries = 0; tries < 100; tries++)); do
    compgen -G "$1/*.part" >/dev/null || break
    [ "$tries" -eq 0 ] || sleep 0.02
    for part in "$1"/*.part; do { flock -s 8 8<"$part"; } 2>/dev/null; done
  done
}
