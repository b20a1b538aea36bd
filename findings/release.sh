# shellcheck shell=bash
# A compiler of another release of Debian, for the findings that source this file.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# The address of the mirror is the one of the system's own configuration of apt.

# release NAME PACKAGE=VERSION...: unpack them, and all that they depend on, in the temporary folder $root, which is
# removed at the end.  Exits with status 2 where that cannot be done, such as when the mirror has another version.
release ()
{
  local name=$1 mirror work
  shift
  [ "$(id -u)" -eq 0 ] || { echo "needs root, for chroot" >&2; exit 2; }
  mirror=$(sed -n 's/^URIs: *\([^ ]*\).*/\1/p; s/^deb \(\[[^]]*\] \)\?\([^ ]*\) .*/\2/p' \
    /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null | head -n 1) || true
  work=$(mktemp -d)
  root=$work/root
  # shellcheck disable=SC2064
  trap "rm -rf --one-file-system '$work'" EXIT
  mkdir -p "$root/tmp" "$work"/apt/{lists,cache/archives/partial,state,parts}
  echo "deb $mirror $name main" >"$work/apt/list"
  : >"$work/apt/status"
  local apt=(apt-get -qq -y --no-install-recommends -o Dir::Etc::sourcelist="$work/apt/list" -o Dir::Etc::sourceparts="$work/apt/parts"
    -o Dir::State="$work/apt/state" -o Dir::State::status="$work/apt/status" -o Dir::Cache="$work/apt/cache"
    -o APT::Sandbox::User=root)
  "${apt[@]}" update >"$work/log" 2>&1 && "${apt[@]}" --download-only install base-files dash "$@" >>"$work/log" 2>&1 ||
    { tail -n 3 "$work/log" >&2; exit 2; }
  local package
  for package in "$work"/apt/cache/archives/base-files_*.deb "$work"/apt/cache/archives/*.deb; do
    dpkg -x "$package" "$root" || exit 2
  done
}

# inside COMMAND: run it by a shell in the release's /tmp.
inside () { chroot "$root" /bin/dash -c "cd /tmp && $1"; }
