#!/bin/bash
# In GCC 11's headers for plugins (gcc-11-plugin-dev, pinned below) an auto_vec, which frees what it has, can be assigned
# another one, and is a shallow copy then: both free the same memory.  That also happens where a function returns the other
# one, as in `calls = calls_of (block);': the assignment that moves takes the base class, vec, so the copying one, which the
# compiler makes, is the better match.  GCC 12's headers have made it impossible.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Expected: no copy, by `= delete', as for std::unique_ptr; or a move.
# Seen: auto_vec of 11 is copy assignable and not trivially destructible; of 12 it is not copy assignable.  Nothing is run:
# the compiler is asked what the types are.
# On Debian 12 with g++ and libgmp-dev; status 0 when that is still so, 1 when it has changed, 2 when it cannot be tried.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=findings/package.sh
. "$here/package.sh"

unpack gcc-11-plugin-dev=11.3.0-12 gcc-12-plugin-dev=12.2.0-14+deb12u1
cd "$root"

# of N: what GCC N's auto_vec is, as "copied freed".
of ()
{
  local copied freed
  for copied in true false; do
    for freed in true false; do
      printf '%s\n' '#include <type_traits>' '#include "gcc-plugin.h"' '#include "coretypes.h"' \
        "static_assert (std::is_copy_assignable<auto_vec<int>>::value == $copied, \"copied\");" \
        "static_assert (std::is_trivially_destructible<auto_vec<int>>::value != $freed, \"freed\");" >of.cc
      ! g++ -std=gnu++17 -fno-rtti -w -fsyntax-only -I"usr/lib/gcc/x86_64-linux-gnu/$1/plugin/include" of.cc 2>log ||
        { echo "$copied $freed"; return; }
    done
  done
  cat log >&2
  exit 2
}

old=$(of 11) new=$(of 12)
echo "copy assignable, and frees: auto_vec of GCC 11: $old; of GCC 12: $new"
cd /
[ "$old" = 'true true' ] && [ "$new" = 'false true' ]
