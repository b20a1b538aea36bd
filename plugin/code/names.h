/* What instrumented code refers to: variables and functions of the runtime, and operands of asm statements.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_CODE_NAMES_H
#define WPP_PLUGIN_CODE_NAMES_H

#include "plugin/gcc/compat.h"

/* Roots for GCC's garbage collector.  */
extern tree wpp_roots[];
#define WPP_ROOT_BASE 0
#define WPP_ROOT_CURSOR 1
#define WPP_ROOT_DEPTH 2
#define WPP_ROOT_LAND 3
#define WPP_ROOT_COUNTERS 4
#define WPP_ROOT_DELTA 5
#define WPP_ROOT_SLOTS 6
#define WPP_ROOT_WORDS 7
#define WPP_ROOT_SLOT_DELTA 8
#define WPP_ROOT_SPARSE 9
#define WPP_ROOT_SPARSE_DELTA 10
#define WPP_ROOT_ARRAY_DELTA 11
#define WPP_ROOT_UNWOUND 12
#define WPP_ROOT_PERSONALITY 13
#define WPP_ROOT_VALUE_BASE 14
#define WPP_ROOT_TABLE 15
#define WPP_ROOT_LEAVE 16
#define WPP_ROOT_ARRIVE 17
#define WPP_ROOT_SWAPCONTEXT 18
#define WPP_ROOT_SETCONTEXT 19
#define WPP_ROOT_DELTAS_AT 20
#define WPP_ROOT_RESTORER 21
#define WPP_ROOT_TABLES 22
#define WPP_ROOT_COUNT_VALUE 23
#define WPP_N_ROOTS 24

/* Let GCC's garbage collector know them.  */
void wpp_register_roots (const char *plugin);

/* May the unit become part of a shared library?  */
bool wpp_for_shared_p ();
/* The runtime's function NAME, of TYPE.  Calls of it always return normally.  It is kept in wpp_roots [ROOT].  */
tree wpp_runtime_function (unsigned root, const char *name, tree type);
/* The runtime's variable NAME, of TYPE.  */
tree wpp_external_variable (const char *name, tree type);
/* The same, thread-local.  It is kept in wpp_roots [ROOT].  */
tree wpp_thread_variable (unsigned root, const char *name, tree type);
/* Say of DECL, one of these, that each linked object has its own, and return it.  */
tree wpp_own (tree decl);

/* The calling thread's __wpp_count_delta of the linked object (runtime/counts/counts.h); likewise the others.  Code
   that may become part of a shared library has no such variables, but the member of struct __wpp_deltas at
   wpp_delta_offset of these, from wpp_deltas_at on.  */
tree wpp_count_delta ();
tree wpp_array_delta ();
tree wpp_sparse_delta ();
tree wpp_slot_delta ();
unsigned wpp_delta_offset (tree delta);
/* Its __wpp_deltas_at, of TYPE.  */
tree wpp_deltas_at (tree type);

/* A new value of TYPE, which one statement computes.  */
inline tree
wpp_value (const char *name, tree type)
{
  return make_temp_ssa_name (type, NULL, name);
}

/* An operand VALUE of an asm statement.  */
tree wpp_asm_operand (const char *constraint, tree value);
/* Volatile assembly TEXT.  */
gasm *wpp_assembly (const char *text, vec<tree, va_gc> *outputs, vec<tree, va_gc> *inputs,
                    vec<tree, va_gc> *clobbers = NULL);

#endif /* WPP_PLUGIN_CODE_NAMES_H */
