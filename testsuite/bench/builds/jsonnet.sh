# shellcheck shell=bash
# sources: jsonnet
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# Jsonnet, C++ with exceptions on error paths; its makefile takes OPT.
programs=jsonnet

make_with () { make -j "$JOBS" CC=wpp-gcc CXX=wpp-g++ OPT="-O2 $1" jsonnet; }
generate () { make_with "-fwpp-generate,into=$INTO"; }
use () { make clean && make_with "-fwpp-use=$WHOLE"; }

# Those of its benchmarks that take least, and an error.
train ()
{
  for name in 01 02 06; do ./jsonnet "benchmarks/bench.$name.jsonnet" | cksum || return; done
  ./jsonnet -e 'error "as expected"' 2>&1
  [ $? -eq 1 ]
}

# Its own tests that have an expected output, with the variables that its test_suite/run_tests.sh gives them.
own_tests ()
(
  cd test_suite || exit
  for golden in *.jsonnet.golden; do
    case $golden in error.* | *ext* | *tla*) continue ;; esac
    ../jsonnet --ext-str var1=test --ext-code 'var2={x:1,y:2}' "${golden%.golden}" 2>&1 | cmp - "$golden" || failed="$failed $golden"
  done
  [ -z "${failed:-}" ] || echo "differ:$failed"
  [ -z "${failed:-}" ]
)
