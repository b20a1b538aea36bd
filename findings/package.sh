# shellcheck shell=bash
# Packages of this release of Debian, for the findings that source this file: nothing is installed.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

# unpack PACKAGE=VERSION...: put them below the temporary folder $root, which is removed at the end.  Exits with status 2
# where apt has another version, or none.
unpack ()
{
  root=$(mktemp -d)
  # shellcheck disable=SC2064
  trap "rm -rf '$root'" EXIT
  (cd "$root" && apt-get download -qq "$@" 2>/dev/null) || { echo "apt has not: $*" >&2; exit 2; }
  local package
  for package in "$root"/*.deb; do
    dpkg -x "$package" "$root"
  done
}
