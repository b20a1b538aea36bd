/* The forms of other tools.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "show/coverage/coverage.h"
#include "show/export/export-impl.h"
#include "show/export/export.h"

/* gcov's JSON is what `wpp lines --gcov --json' prints.  */
static struct wpp_row_sink *
gcov_sink (FILE *out, unsigned version)
{
  return wpp_json_sink (out);
}

const struct wpp_export wpp_exports[] = {
  { "pprof", "statements and activations by calling context, with lines, for pprof", WPP_EXPORT_STACKS, true, 0,
    wpp_pprof_sink },
  { "otlp-1.10", "the same for OpenTelemetry, whose profiles are of alpha quality", WPP_EXPORT_STACKS, true, 0,
    wpp_otlp_sink },
  { "callgrind", "statements and activations by line, and calls, for KCachegrind", WPP_EXPORT_STACKS, false, 0,
    wpp_callgrind_sink },
  { "folded", "statements by calling context, for flamegraph.pl", WPP_EXPORT_STACKS, false, 0, wpp_folded_sink },
  { "speedscope", "statements and activations by calling context, for speedscope", WPP_EXPORT_STACKS, false, 0,
    wpp_speedscope_sink },
  { "perfetto", "statements and activations by calling context, as slices, for Perfetto", WPP_EXPORT_STACKS, true, 0,
    wpp_perfetto_sink },
  { "lcov", "counts of lines, branches and functions, for lcov and genhtml", WPP_EXPORT_LINES, false, 0,
    wpp_lcov_sink },
  { "cobertura", "counts of lines and branches, for diff-cover and services of coverage", WPP_EXPORT_LINES, false, 0,
    wpp_cobertura_sink },
  { "gcovr", "counts of lines, branches and functions, for gcovr 5", WPP_EXPORT_LINES, false, 0, wpp_gcovr_sink },
  { "gcov-json", "counts of lines and functions, as gcov prints them", WPP_EXPORT_GCOV, false, 2, gcov_sink },
  { "llvm", "counts by function and line, for clang's -fprofile-sample-use", WPP_EXPORT_SAMPLES, false, 0,
    wpp_llvm_sink },
  { "llvm-contexts", "the same by calling context", WPP_EXPORT_STACKS, false, 0, wpp_llvm_contexts_sink },
  { "afdo", "counts by function and line, for GCC's -fauto-profile", WPP_EXPORT_SAMPLES, true, 3, wpp_afdo_sink },
  { "symbol-order", "functions that are entered one after the other close together, for lld", WPP_EXPORT_ORDER, false,
    0, wpp_symbol_order_sink },
  { "section-order", "the same for gold, of -ffunction-sections", WPP_EXPORT_ORDER, false, 0, wpp_section_order_sink },
  { "symbol-start", "functions in the order of their first use, for lld", WPP_EXPORT_FIRST_USE, false, 0,
    wpp_symbol_order_sink },
  { "section-start", "the same for gold", WPP_EXPORT_FIRST_USE, false, 0, wpp_section_order_sink },
  { NULL, NULL, WPP_EXPORT_STACKS, false, 0, NULL }
};

const struct wpp_export *
wpp_export_named (const char *name)
{
  const struct wpp_export *e = wpp_exports;
  while (e->name && strcmp (e->name, name))
    e++;
  return e->name ? e : NULL;
}
