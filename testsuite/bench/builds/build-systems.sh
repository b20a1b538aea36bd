# shellcheck shell=bash
# sources: cjson fribidi hello
# not for check-programs: these are the small programs of check-build-systems, which has the recipes of docs/build-systems.md.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
