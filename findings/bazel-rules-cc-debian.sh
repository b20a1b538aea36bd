#!/bin/bash
# Debian 12's rules for C and C++ of Bazel cannot be loaded by Debian 12's Bazel.  bazel-rules-cc 0.0.4-2 takes
# use_cpp_toolchain from Bazel's own tools, and those of bazel-bootstrap 4.2.3+ds-9, the only Bazel of that release, have
# no such symbol.  So every BUILD file that loads @rules_cc, as all are advised to do, is an error, whichever rule it
# names.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Expected: a program of one file builds with cc_binary of @rules_cc.
# Seen: "file '@bazel_tools//tools/cpp:toolchain_utils.bzl' does not contain symbol 'use_cpp_toolchain'".
# Needs the packages bazel-bootstrap, bazel-rules-cc, bazel-rules-java, bazel-rules-proto, bazel-skylib and
# bazel-platforms of Debian 12.  Status 0 when that is still so, 1 when it has changed, 2 when it cannot be tried.
set -euo pipefail
for p in bazel-bootstrap=4.2.3+ds-9 bazel-rules-cc=0.0.4-2 bazel-rules-java=4.0.0-2 bazel-rules-proto=4.0.0-3.20.0-2 \
  bazel-skylib=1.0.3-2 bazel-platforms=0.0.2-2; do
  [ "$(dpkg-query -W -f '${Version}' "${p%=*}" 2>/dev/null)" = "${p#*=}" ] || { echo "not installed: $p"; exit 2; }
done
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
mkdir program && cd program
touch WORKSPACE
echo 'int main (void) { return 0; }' >main.c

# build: with BUILD as it is.
build ()
{
  local base=/usr/share/bazel repositories=()
  for r in rules_cc=rules/cc rules_java=rules/java rules_proto=rules/proto bazel_skylib=tools/skylib \
    platforms=tools/platforms; do
    repositories+=("--override_repository=${r%=*}=$base/${r#*=}")
  done
  bazel --batch --output_user_root="$folder/root" build "${repositories[@]}" //:main >log 2>&1
}

echo 'load("@rules_cc//cc:defs.bzl", "cc_binary")' >BUILD
echo 'cc_binary(name = "main", srcs = ["main.c"])' >>BUILD
if build; then
  echo "it builds with @rules_cc"
  exit 1
fi
grep -o "file '@bazel_tools.*does not contain symbol 'use_cpp_toolchain'" log
