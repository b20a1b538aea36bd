# shellcheck shell=bash
# sources: python3.11
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# CPython, by the targets of its own makefile for feedback (PGO_PROF_GEN_FLAG, PGO_PROF_USE_FLAG).  Its build makes
# and runs programs that the training run has not (_freeze_module), and modules that are shared objects.
# The flags are not given to configure, some of whose tests join $CFLAGS and an option without a blank.
programs=python

generate ()
{
  ./configure CC=wpp-gcc CFLAGS=-O2 OPT='-DNDEBUG -g -fwrapv -Wall' &&
    make -j "$JOBS" build_all_generate_profile PGO_PROF_GEN_FLAG="-fwpp-generate,into=$INTO"
}

use ()
{
  make clean-retain-profile && touch profile-run-stamp &&
    make -j "$JOBS" profile-opt PGO_PROF_USE_FLAG="-fwpp-use=$WHOLE"
}

train () { ./python "$bench/builds/cpython-train.py"; }

own_tests () { ./python -m test -q test_json test_re test_dict test_list test_generators test_exceptions test_float; }
