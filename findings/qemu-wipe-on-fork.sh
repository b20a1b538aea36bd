#!/bin/bash
# qemu's user mode (Debian's package, pinned below) says of madvise (MADV_WIPEONFORK) and madvise (MADV_DONTFORK) that they
# succeeded, and does nothing.  A program can tell by the first whether it is the child of a fork it did not make itself.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Expected: as on Linux, madvise returns 0 and a child finds 0 in the page; or madvise fails, as it does where a kernel does
# not know the advice, and the program can do otherwise.
# Seen: madvise returns 0, and a child finds what its parent had in the page.
# Needs gcc; status 0 when that is still so, 1 when it has changed, 2 when it cannot be tried.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=findings/package.sh
. "$here/package.sh"

unpack qemu-user-static=1:7.2+dfsg-7+deb12u18+b3
cat >"$root/wipe.c" <<'END_WIPE'
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int
main (void)
{
  int *page = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int advised = madvise (page, 4096, MADV_WIPEONFORK);
  *page = 7;
  if (fork () == 0)
    {
      printf ("madvise %d, child %d\n", advised, *page);
      return 0;
    }
  wait (NULL);
  return 0;
}
END_WIPE
gcc -static "$root/wipe.c" -o "$root/wipe" || exit 2
by_linux=$("$root/wipe")
by_qemu=$("$root"/usr/bin/qemu-x86_64-static "$root/wipe")
printf '%s: %s\n' "by Linux" "$by_linux" "by qemu 7.2" "$by_qemu"
[ "$by_linux" = "madvise 0, child 0" ] || exit 2
[ "$by_qemu" = "madvise 0, child 7" ]
