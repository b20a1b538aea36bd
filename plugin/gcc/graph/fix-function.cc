/* What is done to a function before its graph is built.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/gcc/graph/path-ends.h"
#include "plugin/gcc/graph/graph.h"
#include "cfgloop.h"

/* Must the statement STMT, if it is the first after the labels of its block, stay so?  */

static bool
must_be_first_p (gimple *stmt)
{
  return wpp_returns_twice_p (stmt) || gimple_call_builtin_p (stmt, BUILT_IN_SETJMP_RECEIVER);
}

/* Put what does nothing after the labels of BB, in their lines, and take these from the labels: where a block is
   divided after its labels, their lines stay with the code.  */

static void
take_lines_from_labels (basic_block bb)
{
  gimple_stmt_iterator first = gsi_start_nondebug_after_labels_bb (bb), behind = gsi_after_labels (bb);
  if (!gsi_end_p (first) && must_be_first_p (gsi_stmt (first)))
    return;
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
    if (gimple_code (gsi_stmt (gsi)) == GIMPLE_LABEL && gimple_has_location (gsi_stmt (gsi)))
      {
        gimple *nop = gimple_build_nop ();
        gimple_set_location (nop, gimple_location (gsi_stmt (gsi)));
        gsi_insert_before (&behind, nop, GSI_SAME_STMT);
        gimple_set_location (gsi_stmt (gsi), UNKNOWN_LOCATION);
      }
}

/* Without optimisation, passes that only warn leave blocks where they have looked for loops (-Wformat).  So these
   blocks are made where there are none.  Some jumps to the code after a label do not come by the label any more; its
   line is counted as if there were no such block, as gcov does.  */

static void
make_blocks_of_loops ()
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    take_lines_from_labels (bb);
  loop_optimizer_init (LOOPS_NORMAL);
  loop_optimizer_finalize ();
}

void
wpp_fix_function ()
{
  if (execute_fixup_cfg () & TODO_cleanup_cfg)
    cleanup_tree_cfg ();
  if (!opt_for_fn (cfun->decl, optimize))
    make_blocks_of_loops ();
}
