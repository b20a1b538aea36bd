/* What versions of GCC do differently, and no inline function hides.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/gcc/compat.h"
#include "cfgloop.h"
#include "diagnostic.h"
#include "gimplify.h"
#include "tree-ssa-loop-manip.h"
#include "tree-ssa-sccvn.h"

tree
wpp_move_condition (gcond *cond, gimple_stmt_iterator *gsi)
{
  tree_code code = gimple_cond_code (cond);
  tree a = unshare_expr (gimple_cond_lhs (cond)), b = unshare_expr (gimple_cond_rhs (cond));
  if (BUILDING_GCC_MAJOR < 13)
    return build2 (code, boolean_type_node, a, b);
  tree value = make_ssa_name (boolean_type_node);
  gassign *test = gimple_build_assign (value, code, a, b);
  gimple_set_location (test, gimple_location (cond));
  gsi_insert_before (gsi, test, GSI_SAME_STMT);
  return value;
}

#if BUILDING_GCC_MAJOR >= 16
#define WPP_ERROR diagnostics::kind::error
#define WPP_WARNING diagnostics::kind::warning
#else
#define WPP_ERROR DK_ERROR
#define WPP_WARNING DK_WARNING
#endif
#if BUILDING_GCC_MAJOR >= 14
#define WARNINGS_ARE_ERRORS (global_dc->warning_as_error_requested_p ())
#define SET_WARNINGS_ARE_ERRORS(YES) (global_dc->set_warning_as_error_requested (YES))
#else
#define WARNINGS_ARE_ERRORS (global_dc->warning_as_error_requested)
#define SET_WARNINGS_ARE_ERRORS(YES) (global_dc->warning_as_error_requested = (YES))
#endif

void
wpp_diagnose (wpp_severity severity, location_t where, const char *format, va_list *arguments)
{
  /* GCC 16 insists on one.  */
  auto_diagnostic_group group;
  bool errors = WARNINGS_ARE_ERRORS;
  if (severity == WPP_SAY_NO_ERROR)
    SET_WARNINGS_ARE_ERRORS (false);
  emit_diagnostic_valist (severity == WPP_SAY_ERROR ? WPP_ERROR : WPP_WARNING, where, 0, format, arguments);
  SET_WARNINGS_ARE_ERRORS (errors);
}

unsigned
wpp_value_number (function *fun)
{
#if BUILDING_GCC_MAJOR >= 13
  /* Frees what it knows at its end.  Before the kind there is whether PHIs of the entry are skipped.  */
  return do_rpo_vn (fun, NULL, NULL, true, true, false, VN_WALKREWRITE);
#elif BUILDING_GCC_MAJOR == 11
  /* No function that can be called iterates.  The pass does, from -O2 on.  */
  gimple_opt_pass *fre = make_pass_fre (g);
  unsigned todo = fre->execute (fun);
  delete fre;
  return todo;
#else
  unsigned todo = do_rpo_vn (fun, NULL, NULL, true, true, VN_WALKREWRITE);
  free_rpo_vn ();
  return todo;
#endif
}

void
wpp_list_assembly (vec<tree> *texts)
{
#if BUILDING_GCC_MAJOR >= 16
  for (toplevel_node *a = symtab->first_asm_symbol (); a; a = a->next)
    texts->safe_push (as_a<asm_node *> (a)->asm_str);
#else
  for (asm_node *a = symtab->first_asm_symbol (); a; a = a->next)
    texts->safe_push (a->asm_str);
#endif
}

void
wpp_list_loops (function *fun, vec<class loop *> *loops)
{
#if BUILDING_GCC_MAJOR >= 12
  for (class loop *loop : loops_list (fun, LI_FROM_INNERMOST))
    loops->safe_push (loop);
#else
  class loop *loop;
  FOR_EACH_LOOP_FN (fun, loop, LI_FROM_INNERMOST)
    loops->safe_push (loop);
#endif
}

bool
wpp_copy_loop_body (class loop *loop, edge e)
{
  auto_vec<edge> none;
  auto_sbitmap wont_exit (2);
  bitmap_clear (wont_exit);
#if BUILDING_GCC_MAJOR >= 12
  return gimple_duplicate_loop_body_to_header_edge (loop, e, 1, wont_exit, NULL, &none, 0);
#else
  return gimple_duplicate_loop_to_header_edge (loop, e, 1, wont_exit, NULL, &none, 0);
#endif
}
