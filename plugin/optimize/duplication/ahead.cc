/* Tests ahead of a dispatch, a switch or a chain of comparisons.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The block of the dispatch is split, so that what decides is alone and can be reached from copies of the rest, in each
   of which tests stand of what comes often there (analysis/decide/duplication/dispatch.h).  GCC's if-to-switch has been
   when paths are numbered, so tests stay what they are; and later passes that merge equal code are switched off in such
   a function, since what differs in copies may only be what is tested.  */

#include "plugin/optimize/duplication/duplication.h"
#include "plugin/gcc/graph/copies.h"
#include "plugin/optimize/kind.h"

basic_block
wpp_split_dispatch (basic_block bb)
{
  gimple_stmt_iterator gsi = gsi_last_nondebug_bb (bb);
  gsi_prev (&gsi);
  return (gsi_end_p (gsi) ? split_block_after_labels (bb) : split_block (bb, gsi_stmt (gsi)))->dest;
}

/* What is compared with what where E is taken, the only value for which DECIDER takes it.  */

static tree
value_for (gimple *decider, edge e, tree *compared)
{
  gswitch *s = dyn_cast<gswitch *> (decider);
  if (!s)
    {
      *compared = gimple_cond_lhs (decider);
      return gimple_cond_rhs (decider);
    }
  *compared = gimple_switch_index (s);
  for (unsigned i = 1; i < gimple_switch_num_labels (s); i++)
    if (label_to_block (cfun, CASE_LABEL (gimple_switch_label (s, i))) == e->dest)
      return fold_convert (TREE_TYPE (*compared), CASE_LOW (gimple_switch_label (s, i)));
  gcc_unreachable ();
}

edge
wpp_test_ahead (basic_block bb, edge way)
{
  edge on = single_succ_edge (bb);
  gimple *decider = last_nondebug_stmt (way->src);
  tree compared, value = value_for (decider, way, &compared);
  gcond *test = gimple_build_cond (EQ_EXPR, compared, value, NULL_TREE, NULL_TREE);
  gimple_stmt_iterator gsi = gsi_last_bb (bb);
  edge e = make_edge (bb, way->dest, EDGE_TRUE_VALUE);

  gimple_set_location (test, gimple_location (decider));
  gsi_insert_after (&gsi, test, GSI_NEW_STMT);
  on->flags = (on->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
  wpp_copy_arguments (way, e);
  return e;
}

void
wpp_keep_copies_apart (tree function)
{
  wpp_change_options (function, [] (gcc_options *options) {
    options->x_flag_crossjumping = false;
    options->x_flag_tree_tail_merge = false;
  });
}
