#!/bin/bash
# gold (binutils 2.40, Debian 12) gives a weak symbol that nobody defines an address that is not null when the symbol is hidden
# and the program is position-independent, which is Debian's default: `if (symbol)' is then true.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Expected: 0 of each linker.  Hidden visibility and a weak reference are what a library uses to ask whether another part of
# itself was linked.
# Seen: GNU ld 0; gold 0 with -no-pie and -static, 1 with -pie at -O0 and -O2.
# Status 0 when that is still so, 1 when it has changed, 2 when it cannot be tried.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=findings/package.sh
. "$here/package.sh"

unpack binutils-x86-64-linux-gnu=2.40-2
mkdir "$root/linker"
ln -s "$root/usr/bin/x86_64-linux-gnu-ld.gold" "$root/linker/ld.gold"
cat >"$root/weak.c" <<'END'
extern const char place[] __attribute__ ((weak, visibility ("hidden")));

int
main (void)
{
  return place ? 1 : 0;
}
END
# asked OPTION...: what a program built with them returns.
asked ()
{
  local status=0
  gcc "$@" "$root/weak.c" -o "$root/weak" || exit 2
  "$root/weak" || status=$?
  echo "$status"
}
gold=("-B$root/linker" -fuse-ld=gold)
pie=(-fPIE -pie)
found="ld $(asked "${pie[@]}") gold $(asked "${gold[@]}" -fno-pie -no-pie) $(asked "${gold[@]}" "${pie[@]}") \
$(asked "${gold[@]}" -O2 "${pie[@]}") $(asked "${gold[@]}" -static)"
echo "$("$root/linker/ld.gold" --version | head -n 1): $found"
[ "$found" = 'ld 0 gold 0 1 1 0' ]
