/* Where paths end: which statements and edges end one.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Both builds ask here, of the same intermediate code, and must get the same answers.  */

#include "plugin/gcc/graph/path-ends.h"

extern "C"
{
#include "program/paths/cfg.h"
}

/* ---- Statements and edges.  */

bool
wpp_may_not_return_p (gimple *stmt)
{
  /* By an exception that is not handled here, be it of a pure call or of a trap.  */
  if (stmt_can_throw_external (cfun, stmt))
    return true;
  if (gasm *a = dyn_cast<gasm *> (stmt))
    return gimple_asm_volatile_p (a) || wpp_asm_basic_p (a);
  if (!is_gimple_call (stmt))
    return false;

  int flags = gimple_call_flags (stmt);
  tree decl = gimple_call_fndecl (stmt);
  if (decl && fndecl_built_in_p (decl) && (flags & ECF_NOTHROW) && !(flags & ECF_RETURNS_TWICE)
      && !fndecl_built_in_p (decl, BUILT_IN_FORK))
    return false;
  if ((flags & (ECF_PURE | ECF_CONST)) && !(flags & ECF_LOOPING_CONST_OR_PURE))
    return false;
  /* A noreturn call ends its block anyway, unless it has an edge to somewhere.  */
  return !(flags & ECF_NORETURN) || EDGE_COUNT (gimple_bb (stmt)->succs) > 0;
}

/* ---- Which statements end a path.  */

/* Is DECL, a built-in, one of OpenMP's or OpenACC's runtime library?  It calls the functions that bodies of constructs
   have become, and while it waits, any task.  */

static bool
calls_constructs_p (tree decl)
{
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl));
  return startswith (name, "GOMP_") || startswith (name, "GOACC_");
}

/* Is DECL a built-in that can neither call user code nor leave by a jump?  GCC marks those
   that write to a stdio stream as able to throw: a stream may have user-written callbacks.
   One that the unit defines itself is user code.  */

static bool
harmless_builtin_p (tree decl, int flags)
{
  if (!decl || !fndecl_built_in_p (decl) || !DECL_EXTERNAL (decl) || calls_constructs_p (decl))
    return false;
  if (fndecl_built_in_p (decl, BUILT_IN_NORMAL))
    switch (DECL_FUNCTION_CODE (decl))
      {
      case BUILT_IN_UNREACHABLE:
        return true;
      case BUILT_IN_APPLY:
      case BUILT_IN_FORK:
      case BUILT_IN_EH_RETURN:
      case BUILT_IN_UNWIND_INIT:
      case BUILT_IN_EXECL:
      case BUILT_IN_EXECLP:
      case BUILT_IN_EXECLE:
      case BUILT_IN_EXECV:
      case BUILT_IN_EXECVP:
      case BUILT_IN_EXECVE:
        return false;
      default:
        break;
      }
  return (flags & ECF_NOTHROW) && !(flags & (ECF_NORETURN | ECF_RETURNS_TWICE));
}

bool
wpp_pure_call_p (gimple *stmt)
{
  if (!is_gimple_call (stmt))
    return false;
  tree decl = gimple_call_fndecl (stmt);
  return decl && !fndecl_built_in_p (decl) && !wpp_may_not_return_p (stmt)
         && !(gimple_call_flags (stmt) & ECF_NORETURN);
}

gimple *
wpp_last_real_stmt (basic_block bb)
{
  gimple_stmt_iterator gsi = gsi_last_nondebug_bb (bb);
  return gsi_end_p (gsi) ? NULL : gsi_stmt (gsi);
}

bool
wpp_returns_twice_p (gimple *stmt)
{
  return is_gimple_call (stmt) && (gimple_call_flags (stmt) & ECF_RETURNS_TWICE);
}

bool
wpp_forks_p (gimple *stmt)
{
  tree decl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  if (!decl || !DECL_EXTERNAL (decl) || !DECL_NAME (decl))
    return false;
  for (const char *name : { "fork", "_Fork", "forkpty" })
    if (id_equal (DECL_NAME (decl), name))
      return true;
  return false;
}

bool
wpp_dispatcher_p (basic_block bb)
{
  gimple_stmt_iterator gsi = gsi_start_nondebug_after_labels_bb (bb);
  return !gsi_end_p (gsi) && gimple_call_internal_p (gsi_stmt (gsi), IFN_ABNORMAL_DISPATCHER);
}

bool
wpp_gap_edge_p (edge e)
{
  return e->flags & (EDGE_ABNORMAL | EDGE_ABNORMAL_CALL | EDGE_EH);
}

bool
wpp_leaves_by_gap_p (basic_block bb)
{
  edge e;
  edge_iterator ei;

  FOR_EACH_EDGE (e, ei, bb->succs)
    if (wpp_gap_edge_p (e))
      return true;
  return false;
}

/* Is E the edge of a computed goto?  */

static bool
computed_goto_edge_p (edge e)
{
  gimple *last = last_nondebug_stmt (e->src);
  return last && gimple_code (last) == GIMPLE_GOTO;
}

unsigned
wpp_landing_flags (basic_block bb)
{
  unsigned flags = 0;
  edge e;
  edge_iterator ei;

  FOR_EACH_EDGE (e, ei, bb->preds)
    if (wpp_gap_edge_p (e))
      {
        flags |= WPP_NODE_LANDING;
        if (!computed_goto_edge_p (e) && !wpp_dispatcher_p (bb))
          flags |= WPP_NODE_NONLOCAL;
      }
  return flags;
}

bool
wpp_costs_p (gimple *stmt)
{
  return !is_gimple_debug (stmt) && gimple_code (stmt) != GIMPLE_LABEL
         && gimple_code (stmt) != GIMPLE_NOP && gimple_code (stmt) != GIMPLE_PREDICT
         && !gimple_clobber_p (stmt);
}

location_t
wpp_source_location (gimple *stmt)
{
  tree block = gimple_block (stmt);
  location_t *called = block ? block_nonartificial_location (block) : NULL;
  return called ? *called : gimple_location (stmt);
}

bool
wpp_ends_path_p (gimple *stmt)
{
  if (gimple_code (stmt) == GIMPLE_RESX)
    return true;
  /* What may trap (-fnon-call-exceptions), if the exception is not handled here: where it is, the block ends with
     it.  */
  if (!is_gimple_call (stmt))
    return stmt_can_throw_external (cfun, stmt);
  if (gimple_call_internal_p (stmt))
    return false;
  return !harmless_builtin_p (gimple_call_fndecl (stmt), gimple_call_flags (stmt));
}

/* ---- Calls in tail position.  */

bool
wpp_may_tail_call_p ()
{
  if (!optimize || !flag_optimize_sibling_calls || cfun->calls_setjmp || cfun->calls_alloca
      || cfun->has_nonlocal_label)
    return false;

  tree var;
  unsigned i;
  FOR_EACH_LOCAL_DECL (cfun, i, var)
    if (VAR_P (var) && auto_var_in_fn_p (var, cfun->decl) && TREE_ADDRESSABLE (var))
      return false;
  for (tree parm = DECL_ARGUMENTS (cfun->decl); parm; parm = DECL_CHAIN (parm))
    if (TREE_ADDRESSABLE (parm))
      return false;
  return true;
}

bool
wpp_must_tail_call_p (gimple *stmt)
{
  gcall *call = dyn_cast<gcall *> (stmt);
  return call && gimple_call_must_tail_p (call);
}

/* Does RET return RESULT, the value of a call or null, possibly through the PHI on edge E?  E may be null.  */

static bool
returns_result_p (greturn *ret, tree result, edge e)
{
  tree value = gimple_return_retval (ret);
  if (!value)
    return true;
  if (!result)
    return false;
  if (e && TREE_CODE (value) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (value);
      if (gimple_code (def) == GIMPLE_PHI && gimple_bb (def) == e->dest)
        value = PHI_ARG_DEF_FROM_EDGE (def, e);
    }
  return value == result;
}

/* Skip statements that become no code, from GSI on.  */

static void
skip_codeless (gimple_stmt_iterator *gsi)
{
  while (!gsi_end_p (*gsi) && !wpp_costs_p (gsi_stmt (*gsi)))
    gsi_next (gsi);
}

/* The same for copies of *RESULT, too, as C++ makes them at -O0: it is the last of them then.  */

static void
skip_copies (gimple_stmt_iterator *gsi, tree *result)
{
  skip_codeless (gsi);
  while (*result && !gsi_end_p (*gsi) && gimple_assign_ssa_name_copy_p (gsi_stmt (*gsi))
         && gimple_assign_rhs1 (gsi_stmt (*gsi)) == *result)
    {
      *result = gimple_assign_lhs (gsi_stmt (*gsi));
      gsi_next (gsi);
      skip_codeless (gsi);
    }
}

bool
wpp_tail_call_p (gimple *call)
{
  if (!is_gimple_call (call) || gimple_call_internal_p (call)
      || (gimple_call_flags (call) & (ECF_NORETURN | ECF_RETURNS_TWICE)) || stmt_can_throw_internal (cfun, call))
    return false;

  basic_block bb = gimple_bb (call);
  edge e = NULL;
  tree result = gimple_call_lhs (call);
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  gsi_next (&gsi);
  skip_copies (&gsi, &result);
  if (gsi_end_p (gsi))
    {
      if (!single_succ_p (bb) || wpp_gap_edge_p (single_succ_edge (bb))
          || single_succ (bb) == EXIT_BLOCK_PTR_FOR_FN (cfun))
        return false;
      e = single_succ_edge (bb);
      if (wpp_landing_flags (e->dest))
        return false;
      gsi = gsi_start_bb (e->dest);
      skip_codeless (&gsi);
    }
  greturn *ret = gsi_end_p (gsi) ? NULL : dyn_cast<greturn *> (gsi_stmt (gsi));
  return ret && returns_result_p (ret, result, e);
}
