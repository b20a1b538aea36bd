# Other releases of Debian, each in a folder of its own, for programs that are not in the one that runs; to be sourced.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

# enter ROOT COMMAND...: run it in a mount namespace of its own, whose root is ROOT: what is mounted is gone with it, and
# programs may have user namespaces, as they may not after chroot.
enter ()
{
  unshare --mount --propagation private bash -c '
    root=$1 && shift && mount --bind "$root" "$root" && mount -t proc proc "$root/proc" &&
    mount -t sysfs sysfs "$root/sys" && mount --rbind /dev "$root/dev" && mount -t tmpfs tmpfs "$root/dev/shm" &&
    cd "$root" && pivot_root . mnt && umount -l /mnt && exec chroot . "$@"' enter "$@"
}

# make_root FOLDER RELEASE: in FOLDER/RELEASE, unless it is there.  Debootstrap may not know a name that is newer than
# itself.
make_root ()
{
  local root=$1/$2 mirror
  [ ! -e "$root/.complete" ] || return 0
  mirror=$(sed -n 's/^URIs: *\([^ ]*\).*/\1/p; s/^deb \(\[[^]]*\] \)\?\([^ ]*\) .*/\2/p' \
    /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null | head -n 1)
  command -v debootstrap >/dev/null || apt-get -qq -y install debootstrap >/dev/null || return
  rm -rf --one-file-system "$root"
  debootstrap --variant=minbase --include=ca-certificates "$2" "$root" "$mirror" \
    /usr/share/debootstrap/scripts/sid >&2 || return
  echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/unsafe-io"
  # A mirror may be the copy of one day.
  echo 'Acquire::Check-Valid-Until "false";' >"$root/etc/apt/apt.conf.d/any-day"
  touch "$root/.complete"
}
