/* Switches of stacks that a function announces (runtime/common/wpp.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

     wpp_stack_switch (); … SWITCH            becomes   … wpp_stack_leave (&left); SWITCH; wpp_stack_arrive (&left);
     wpp_stack_leave (X); … SWITCH; … wpp_stack_arrive (Y)      …  wpp_stack_leave (X); SWITCH; wpp_stack_arrive (Y) …

   SWITCH is the next call or asm statement.  Events between the announcement and SWITCH are those of the stack that is
   left, and events after SWITCH those of the stack on which control arrives; so nothing may be stored between the calls
   and SWITCH.  Where no SWITCH follows without a branch, or it would be a recorded function, which stores events
   itself, the announcement stays as it is.

   Calls of swapcontext and setcontext become those of the runtime (runtime/stacks/recorded.c).  What is not recorded
   needs the linker's help (runtime/stacks/contexts.c).  */

#include "plugin/gcc/graph/copies.h"
#include "plugin/gcc/graph/functions.h"
#include "plugin/generate/instrument.h"

/* Is STMT a call of the runtime's function NAME?  */

static bool
calls_p (const gimple *stmt, const char *name)
{
  tree decl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  return decl && DECL_EXTERNAL (decl) && id_equal (DECL_ASSEMBLER_NAME (decl), name);
}

/* Is STMT a call of a function that this unit records?  */

static bool
calls_recorded_p (const gimple *stmt)
{
  bool ignore;
  tree decl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  cgraph_node *node = decl ? cgraph_node::get (decl) : NULL;

  return node && node->definition && !wpp_skip_reason (node, &ignore);
}

/* May STMT be the switch?  */

static bool
switch_p (const gimple *stmt)
{
  return gimple_code (stmt) == GIMPLE_ASM
         || (is_gimple_call (stmt) && !gimple_call_internal_p (stmt) && !gimple_call_builtin_p (stmt));
}

/* The next call or asm statement after STMT, where control goes without a branch; or null.  */

static gimple *
next_call (gimple *stmt)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  basic_block bb = gimple_bb (stmt);

  gsi_next (&gsi);
  for (;;)
    {
      for (; !gsi_end_p (gsi); gsi_next (&gsi))
        if (switch_p (gsi_stmt (gsi)))
          return gsi_stmt (gsi);
        else if (gimple_code (gsi_stmt (gsi)) == GIMPLE_COND || gimple_code (gsi_stmt (gsi)) == GIMPLE_SWITCH)
          return NULL;
      edge e = find_fallthru_edge (bb->succs);
      if (!e || e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun) || !single_pred_p (e->dest))
        return NULL;
      bb = e->dest;
      gsi = gsi_start_bb (bb);
    }
}

void
wpp_find_stack_switches (auto_vec<wpp_stack_switch> *found)
{
  basic_block bb;

  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
        gimple *stmt = gsi_stmt (gsi);
        bool whole = calls_p (stmt, "wpp_stack_switch");
        if (!whole && !calls_p (stmt, "wpp_stack_leave"))
          continue;
        wpp_stack_switch s = { stmt, next_call (stmt), NULL, whole };
        gimple *after = s.at && !whole ? next_call (s.at) : NULL;
        if (after && calls_p (after, "wpp_stack_arrive")
            && (is_gimple_min_invariant (gimple_call_arg (after, 0))
                || gimple_call_arg (after, 0) == gimple_call_arg (stmt, 0)))
          s.back = after;
        if (s.at && !calls_recorded_p (s.at))
          found->safe_push (s);
      }
}

/* void NAME (struct wpp_stack *).  */

static tree
function (unsigned root, const char *name)
{
  return wpp_runtime_function (root, name, build_function_type_list (void_type_node, ptr_type_node, NULL_TREE));
}

/* A call of FUNCTION with LEFT, a struct wpp_stack.  */

static gimple *
call_with (tree function, tree left)
{
  return gimple_build_call (function, 1, build_fold_addr_expr (left));
}

/* Let STMT call the runtime's function NAME, if it calls the function OF.  */

static void
redirect (gimple *stmt, const char *of, unsigned root, const char *name)
{
  if (!calls_p (stmt, of))
    return;
  tree old = gimple_call_fndecl (stmt);
  if (!wpp_roots[root])
    {
      wpp_roots[root] = build_fn_decl (name, TREE_TYPE (old));
      TREE_NOTHROW (wpp_roots[root]) = TREE_NOTHROW (old);
    }
  gimple_call_set_fndecl (as_a<gcall *> (stmt), wpp_roots[root]);
}

/* Take STMT, a call, away.  */

static void
take_away (gimple *stmt)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  unlink_stmt_vdef (stmt);
  gsi_replace (&gsi, gimple_build_nop (), true);
}

/* Insert STMT directly after AT.  */

static void
insert_after (gimple *at, gimple *stmt)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (at);
  edge e;

  if (!stmt_ends_bb_p (at))
    gsi_insert_after (&gsi, stmt, GSI_SAME_STMT);
  else if ((e = find_fallthru_edge (gimple_bb (at)->succs)))
    gsi_insert_on_edge_immediate (e, stmt);
}

void
wpp_place_stack_switches (const vec<wpp_stack_switch> &found)
{
  basic_block bb;

  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
        redirect (gsi_stmt (gsi), "swapcontext", WPP_ROOT_SWAPCONTEXT, "__wpp_swapcontext");
        redirect (gsi_stmt (gsi), "setcontext", WPP_ROOT_SETCONTEXT, "__wpp_setcontext");
      }
  for (const wpp_stack_switch &s : found)
    {
      gimple *leave = NULL, *arrive = NULL;
      if (s.whole)
        {
          tree left = create_tmp_var (build_array_type_nelts (uint32_type_node, 4), "wpp_left");
          TREE_ADDRESSABLE (left) = 1;
          leave = call_with (function (WPP_ROOT_LEAVE, "wpp_stack_leave"), left);
          arrive = call_with (function (WPP_ROOT_ARRIVE, "wpp_stack_arrive"), left);
        }
      else
        {
          leave = wpp_copy_statement (s.announced);
          arrive = s.back ? wpp_copy_statement (s.back) : NULL;
        }
      gimple_stmt_iterator gsi = gsi_for_stmt (s.at);
      gsi_insert_before (&gsi, leave, GSI_SAME_STMT);
      if (arrive)
        insert_after (s.at, arrive);
      take_away (s.announced);
      if (s.back)
        take_away (s.back);
    }
}
