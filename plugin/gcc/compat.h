/* The differences between the versions of GCC for which the plugin can be built: 11 to 16.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The plugin is written for GCC 12.  What another version has in another form has a common name here or in
   compat.cc.  No other file depends on the version: testsuite/scripts/check-rooms tells of those that test it, or
   that use one of these names, which not all versions have, or have with another meaning:

   elsewhere: BUILDING_GCC_MAJOR BUILDING_GCC_MINOR BUILDING_GCC_VERSION GCCPLUGIN_VERSION bversion
   elsewhere: CONST_CAST last_stmt make_eh_edge make_eh_edges do_rpo_vn do_rpo_vn_1 free_rpo_vn run_rpo_vn
   elsewhere: gimple_asm_input_p gimple_asm_basic_p stablesort TREE_NO_WARNING gimple_set_no_warning
   elsewhere: loops_list FOR_EACH_LOOP FOR_EACH_LOOP_FN gimple_duplicate_loop_body_to_header_edge
   elsewhere: gimple_duplicate_loop_to_header_edge first_asm_symbol
   elsewhere: condition_coverage_flag path_coverage_flag flag_speculatively_call_stored_functions
   elsewhere: has_discriminator location_with_discriminator

   It includes those of GCC's headers that every part needs, in the order in which they need each other.  */

#ifndef WPP_PLUGIN_GCC_COMPAT_H
#define WPP_PLUGIN_GCC_COMPAT_H

#define INCLUDE_ALGORITHM
#include <memory>
#include <string>
#include "gcc-plugin.h"
#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "backend.h"
#include "target.h"
#include "tree.h"
#include "gimple.h"
#include "cfghooks.h"
#include "tree-pass.h"
#include "ssa.h"
#include "cgraph.h"
#include "diagnostic-core.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimple-pretty-print.h"
#include "tree-cfg.h"
#include "tree-cfgcleanup.h"
#include "tree-eh.h"
#include "tree-into-ssa.h"
#include "tree-ssa.h"
#include "cfganal.h"
#include "stringpool.h"
#include "attribs.h"
#include "toplev.h"
#include "opts.h"
#include "context.h"
#include "varasm.h"
#include "stor-layout.h"
#include "langhooks.h"
#include "bversion.h"
#include "sbitmap.h"

#if BUILDING_GCC_MAJOR < 11
#error "wpp needs GCC 11 or later"
#elif BUILDING_GCC_MAJOR > 16
#error "wpp knows GCC 11 to 16"
#endif

#if BUILDING_GCC_MAJOR >= 12
#include "file-prefix-map.h"
#include "gcov-io.h"
#else

/* gcov-io.h includes a file that GCC 11 does not install with its other headers.  This is the part of it that we
   need.  */
struct gcov_summary
{
  unsigned runs;
  gcov_type sum_max;    /* sum over the runs of each run's greatest counter */
};

#define GCOV_TOPN_MAXIMUM_TRACKED_VALUES 32

/* GCC 11 has no -fprofile-prefix-map, and names files in notes as they were given.  */
inline const char *
remap_profile_filename (const char *name)
{
  return name;
}

/* Does TEXT begin with BEGINNING?  */
inline bool
startswith (const char *text, const char *beginning)
{
  return !strncmp (text, beginning, strlen (beginning));
}

inline void
suppress_warning (tree decl)
{
  TREE_NO_WARNING (decl) = 1;
}

inline void
suppress_warning (gimple *stmt)
{
  gimple_set_no_warning (stmt, true);
}

/* Has the user given OPTION?  */
#define OPTION_SET_P(OPTION) (global_options_set.x_ ## OPTION)
#endif

#if BUILDING_GCC_MAJOR < 14
/* The last statement of BB, debug statements aside, or null.  */
inline gimple *
last_nondebug_stmt (basic_block bb)
{
  return last_stmt (bb);
}
#endif

/* Sort V stably, by COMPARE.  vec::stablesort is new in GCC 12.  */
template<typename T>
inline void
wpp_stable_sort (vec<T> *v, int (*compare) (const void *, const void *))
{
  if (v->length () > 1)
    gcc_stablesort (v->address (), v->length (), sizeof (T), compare);
}

/* Set bit N of MAP, and return whether it was clear.  bitmap_set_bit returns that from GCC 12 on.  */
inline bool
wpp_set_bit (sbitmap map, unsigned n)
{
  bool was_clear = !bitmap_bit_p (map, n);
  bitmap_set_bit (map, n);
  return was_clear;
}

/* Is STMT assembly without operands, so that nobody knows what it does?  */
inline bool
wpp_asm_basic_p (const gasm *stmt)
{
#if BUILDING_GCC_MAJOR >= 15
  return gimple_asm_basic_p (stmt);
#else
  return gimple_asm_input_p (stmt);
#endif
}

/* Make the edge from STMT, the last one of its block, to its landing pad.  */
inline void
wpp_make_eh_edge (gimple *stmt)
{
#if BUILDING_GCC_MAJOR >= 14
  make_eh_edge (stmt);
#else
  make_eh_edges (stmt);
#endif
}

/* Say FORMAT with ARGUMENTS, by no option of GCC's: as an error; as a warning, which -Werror makes an error; as one
   that stays a warning then.  */
enum wpp_severity { WPP_SAY_ERROR, WPP_SAY_WARNING, WPP_SAY_NO_ERROR };
void wpp_diagnose (wpp_severity severity, location_t where, const char *format, va_list *arguments);

/* Does GCC add code for -fcondition-coverage or -fpath-coverage, which are new in GCC 14 and 15?  That has blocks of
   its own where paths are numbered.  */
inline bool
wpp_adds_blocks_p ()
{
#if BUILDING_GCC_MAJOR >= 15
  return condition_coverage_flag || path_coverage_flag;
#elif BUILDING_GCC_MAJOR >= 14
  return condition_coverage_flag;
#else
  return false;
#endif
}

/* The value of -fspeculatively-call-stored-functions.  Null if there is none, before GCC 16, or if the user has given
   the option.  */
inline int *
wpp_stored_functions_option ()
{
#if BUILDING_GCC_MAJOR >= 16
  return OPTION_SET_P (flag_speculatively_call_stored_functions)
           ? NULL : &global_options.x_flag_speculatively_call_stored_functions;
#else
  return NULL;
#endif
}

/* Decide what GCC 11 decides by -funroll-loops only after plugins have seen the options: they are 2 until then.  */
inline void
wpp_settle_loop_options ()
{
#if BUILDING_GCC_MAJOR == 11
  if (!global_options_set.x_flag_web)
    flag_web = flag_unroll_loops;
  if (!global_options_set.x_flag_rename_registers)
    flag_rename_registers = flag_unroll_loops;
#endif
}

/* LOC as gcov compares it: from GCC 16 on without its discriminator and without its scope.  */
inline location_t
wpp_plain_location (location_t loc)
{
#if BUILDING_GCC_MAJOR >= 16
  return LOCATION_LOCUS (loc);
#else
  return loc;
#endif
}

/* What a COND_EXPR of an assignment tests is the condition of COND: a comparison, or from GCC 13 on a value, which a
   statement at GSI, before the one there, computes.  */
tree wpp_move_condition (gcond *cond, gimple_stmt_iterator *gsi);

/* Add the texts of the unit's assembly outside of functions to TEXTS, string constants.  */
void wpp_list_assembly (vec<tree> *texts);

/* Add the loops of FUN to LOOPS, inner ones first.  */
void wpp_list_loops (function *fun, vec<class loop *> *loops);

/* Copy the body of LOOP once, to E, its entry edge.  Return false if that cannot be done.  */
bool wpp_copy_loop_body (class loop *loop, edge e);

/* Find what is computed twice, or is constant, in FUN, which has dominators and loops, with iteration; return what is
   to be done then (TODO_).  */
unsigned wpp_value_number (function *fun);

#endif /* WPP_PLUGIN_GCC_COMPAT_H */
