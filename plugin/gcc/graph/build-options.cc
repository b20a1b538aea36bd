/* The options that make another graph of the same source, as flags of functions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Without optimisation, a pass that warns of formats leaves blocks where it has looked for loops.  Other options of
   warnings, and those of debug information, of profiles of GCC's own and of position independent code do not matter
   to a function's graph, nor do most others: testsuite/wpp.use/options.exp goes over them.  These do.  */

#include "plugin/gcc/graph/build-options.h"
#include "asan.h"

extern "C"
{
#include "format/notes-record.h"
}

namespace {

/* An option, and whether it is given for the function FN.  */
struct option
{
  const char *name;
  bool (*given_p) (tree fn);
};

/* In the order of the bits.  */
const option all[]
  = { { "-O1 or more", [] (tree fn) { return opt_for_fn (fn, optimize) >= 1; } },
      { "-O2 or more", [] (tree fn) { return opt_for_fn (fn, optimize) >= 2; } },
      { "-O3", [] (tree fn) { return opt_for_fn (fn, optimize) >= 3; } },
      { "-Os", [] (tree fn) { return opt_for_fn (fn, optimize_size) != 0; } },
      { "-Og", [] (tree fn) { return opt_for_fn (fn, optimize_debug) != 0; } },
      { "-fsanitize=address", [] (tree fn) { return sanitize_flags_p (SANITIZE_ADDRESS | SANITIZE_HWADDRESS, fn); } },
      { "-fsanitize=thread", [] (tree fn) { return sanitize_flags_p (SANITIZE_THREAD, fn); } },
      { "-fsanitize=undefined or a part of it",
        [] (tree fn) { return sanitize_flags_p (SANITIZE_UNDEFINED | SANITIZE_UNDEFINED_NONDEFAULT, fn); } },
      { "-finstrument-functions", [] (tree) { return flag_instrument_function_entry_exit != 0; } },
      { "-fexceptions", [] (tree) { return flag_exceptions != 0; } },
      { "-fnon-call-exceptions", [] (tree fn) { return opt_for_fn (fn, flag_non_call_exceptions) != 0; } },
      { "-fno-builtin", [] (tree) { return flag_no_builtin != 0; } },
      { "-fstack-check", [] (tree) { return flag_stack_check != NO_STACK_CHECK; } },
      { "-ftrapv", [] (tree fn) { return opt_for_fn (fn, flag_trapv) != 0; } },
      { "-fwrapv", [] (tree fn) { return opt_for_fn (fn, flag_wrapv) != 0; } },
      { "-ffast-math or a part of it", [] (tree fn) { return opt_for_fn (fn, flag_finite_math_only) != 0; } },
      { "-fno-inline", [] (tree fn) { return opt_for_fn (fn, flag_no_inline) && opt_for_fn (fn, optimize); } },
      { "-fno-early-inlining", [] (tree fn) { return !opt_for_fn (fn, flag_early_inlining); } },
      { "-fPIC without -fno-semantic-interposition", [] (tree) { return flag_shlib && flag_semantic_interposition; } },
      { "-fopenmp", [] (tree) { return flag_openmp != 0; } },
      { "-fgnu-tm", [] (tree) { return flag_tm != 0; } },
      { "-Wformat (or -Wall) at -O0", [] (tree fn)
        { return !opt_for_fn (fn, optimize) && (warn_format_overflow > 0 || warn_format_trunc > 0); } } };

static_assert (WPP_FN_FIRST_OPTION + ARRAY_SIZE (all) <= 32, "a bit an option");

uint32_t
bit (unsigned option)
{
  return (uint32_t) 1 << (WPP_FN_FIRST_OPTION + option);
}

/* The options of ON that are not OFF, separated by commas.  */
std::string
names (uint32_t on, uint32_t off)
{
  std::string text;
  for (unsigned i = 0; i < ARRAY_SIZE (all); i++)
    if (on & ~off & bit (i))
      text += (text.empty () ? "" : ", ") + std::string (all[i].name);
  return text;
}

} // anonymous namespace

uint32_t
wpp_build_options (tree function)
{
  uint32_t flags = WPP_FN_OPTIONS;
  for (unsigned i = 0; i < ARRAY_SIZE (all); i++)
    if (all[i].given_p (function))
      flags |= bit (i);
  return flags;
}

std::string
wpp_other_options (uint32_t then, uint32_t now)
{
  if (!(then & WPP_FN_OPTIONS))
    return "";
  std::string before = names (then, now), text = names (now, then);
  if (!text.empty ())
    text = "now " + text;
  if (!before.empty ())
    text += (text.empty () ? "" : "; ") + ("then " + before);
  return text;
}
