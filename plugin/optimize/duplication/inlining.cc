/* Copies and GCC's inliner, which comes later.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The inliner takes small functions, and those that are called once.  A copy makes a function larger, so that it may
   not be taken; and a copy of a call is a second one.  What a copy gains is small beside what inlining does, and a
   function that is inlined is optimised together with each caller.  So a small function that is called often does not
   grow beyond what the inliner takes (ipa-inline.cc, want_inline_small_function_p); a call of a function that is called
   only there is not copied; and a call of a small function is as large as the function.  */

#include "plugin/optimize/duplication/duplication.h"
#include "plugin/gcc/graph/functions.h"
#include "tree-inline.h"

namespace {

/* What sizes GCC takes, of functions like NODE's when something speaks for inlining them.  */

int
inlined_size (const cgraph_node *node)
{
  tree fn = node->decl;
  int limit = DECL_DECLARED_INLINE_P (fn) ? opt_for_fn (fn, param_max_inline_insns_single)
                                          : opt_for_fn (fn, param_max_inline_insns_auto);
  return limit * MAX (opt_for_fn (fn, param_inline_heuristics_hint_percent), 100) / 100;
}

/* The size of NODE's function, as GCC estimates it, or LIMIT + 1 if it is greater than that.  */

int
size_of (const cgraph_node *node, int limit)
{
  int size = 0;
  basic_block bb;
  FOR_EACH_BB_FN (bb, DECL_STRUCT_FUNCTION (node->decl))
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi) && size <= limit; gsi_next (&gsi))
      if (!is_gimple_debug (gsi_stmt (gsi)))
        size += estimate_num_insns (gsi_stmt (gsi), &eni_size_weights);
  return size;
}

/* Does somebody's word, or a lack of code, keep NODE from being inlined?  */

bool
never_inlined_p (cgraph_node *node)
{
  return !node->has_gimple_body_p () || !DECL_STRUCT_FUNCTION (node->decl)->cfg || DECL_UNINLINABLE (node->decl)
         || !opt_for_fn (node->decl, optimize) || lookup_attribute ("noinline", DECL_ATTRIBUTES (node->decl));
}

bool
called_often_p (const cgraph_node *node)
{
  for (cgraph_edge *e = node->callers; e; e = e->next_caller)
    if (e->caller != node && e->maybe_hot_p ())
      return true;
  return false;
}

/* The function of the unit that S calls by name and that may be inlined, or null.  */

cgraph_node *
inlined_callee (gimple *s)
{
  tree fn = is_gimple_call (s) ? gimple_call_fndecl (s) : NULL_TREE;
  cgraph_node *node = fn ? cgraph_node::get (fn) : NULL;
  if (node)
    node = node->ultimate_alias_target ();
  return node && node->decl != cfun->decl && !never_inlined_p (node) ? node : NULL;
}

} // anonymous namespace

uint64_t
wpp_inlining_room (cgraph_node *node)
{
  if (never_inlined_p (node) || wpp_called_once_p (node) || !called_often_p (node))
    return UINT64_MAX;
  int limit = inlined_size (node), size = size_of (node, limit);
  return size > limit ? UINT64_MAX : (limit - size) * WPP_STATEMENT_BYTES;
}

bool
wpp_weigh_calls (basic_block bb, uint32_t *statements)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
    if (cgraph_node *node = inlined_callee (gsi_stmt (gsi)))
      {
        if (wpp_called_once_p (node))
          return false;
        int limit = inlined_size (node), size = size_of (node, limit);
        *statements += size <= limit ? size : 0;
      }
  return true;
}
