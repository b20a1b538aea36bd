/* What is done to a function before its graph is built.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/gcc/graph/graph.h"
#include "plugin/gcc/graph/must-tail.h"

void
wpp_fix_function ()
{
  bool changed = execute_fixup_cfg () & TODO_cleanup_cfg;
  if (wpp_return_after_jumps () || changed)
    cleanup_tree_cfg ();
}
