/* Value places of a function (value-places.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   These are what GCC's own -fprofile-values looks at (value-prof.cc), and besides switches, of which a case may stand
   for many values.  */

#include "plugin/gcc/graph/value-places.h"

int
wpp_size_argument (gimple *stmt)
{
  if (!is_gimple_call (stmt) || !gimple_call_builtin_p (stmt, BUILT_IN_NORMAL))
    return -1;
  switch (DECL_FUNCTION_CODE (gimple_call_fndecl (stmt)))
    {
    case BUILT_IN_MEMCPY:
    case BUILT_IN_MEMPCPY:
    case BUILT_IN_MEMMOVE:
    case BUILT_IN_MEMSET:
    case BUILT_IN_MEMCPY_CHK:
    case BUILT_IN_MEMPCPY_CHK:
    case BUILT_IN_MEMMOVE_CHK:
    case BUILT_IN_MEMSET_CHK:
      return 2;
    default:
      return -1;
    }
}

namespace {

/* Is VALUE an integer or the address of a function, which is not known, of at most 64 bits?  */

bool
countable_p (tree value)
{
  return value && TREE_CODE (value) == SSA_NAME
         && (INTEGRAL_TYPE_P (TREE_TYPE (value)) || FUNCTION_POINTER_TYPE_P (TREE_TYPE (value)))
         && TYPE_PRECISION (TREE_TYPE (value)) <= 64;
}

/* The address that CALL calls, if it is indirect.  */

tree
called_address (gcall *call)
{
  tree address = gimple_call_internal_p (call) || gimple_call_fndecl (call) ? NULL_TREE : gimple_call_fn (call);
  return address && TREE_CODE (address) == OBJ_TYPE_REF ? OBJ_TYPE_REF_EXPR (address) : address;
}

} // anonymous namespace

bool
wpp_value_place_p (wpp_valued_statement *p)
{
  gimple *stmt = p->stmt;
  if (gswitch *s = dyn_cast<gswitch *> (stmt))
    {
      p->kind = WPP_PLACE_CASE;
      p->value = gimple_switch_index (s);
    }
  else if (is_gimple_assign (stmt) && (gimple_assign_rhs_code (stmt) == TRUNC_DIV_EXPR
                                       || gimple_assign_rhs_code (stmt) == TRUNC_MOD_EXPR))
    {
      bool modulus = gimple_assign_rhs_code (stmt) == TRUNC_MOD_EXPR
                     && TYPE_UNSIGNED (TREE_TYPE (gimple_assign_lhs (stmt)));
      p->kind = modulus ? WPP_PLACE_MODULUS : WPP_PLACE_DIVISOR;
      p->value = gimple_assign_rhs2 (stmt);
      if (modulus)
        p->other = gimple_assign_rhs1 (stmt);
    }
  else if (wpp_size_argument (stmt) >= 0)
    {
      p->kind = WPP_PLACE_SIZE;
      p->value = gimple_call_arg (stmt, wpp_size_argument (stmt));
    }
  else if (gcall *call = dyn_cast<gcall *> (stmt))
    {
      p->kind = WPP_PLACE_TARGET;
      p->value = called_address (call);
    }
  else
    return false;
  return countable_p (p->value);
}

void
wpp_find_value_places (const wpp_function_graph *graph, auto_vec<wpp_valued_statement> *places)
{
  for (uint32_t n = 0; n < graph->nodes.length (); n++)
    {
      const wpp_node_place *node = &graph->nodes[n];
      if (!node->first)
        continue;
      for (gimple_stmt_iterator gsi = gsi_for_stmt (node->first); !gsi_end_p (gsi); gsi_next (&gsi))
        {
          wpp_valued_statement p = { gsi_stmt (gsi), n, WPP_PLACE_CASE, NULL_TREE, NULL_TREE };
          if (wpp_value_place_p (&p))
            places->safe_push (p);
          if (gsi_stmt (gsi) == node->last)
            break;
        }
    }
}
