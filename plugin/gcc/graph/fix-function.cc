/* What is done to a function before its graph is built.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/gcc/graph/graph.h"

void
wpp_fix_function ()
{
  if (execute_fixup_cfg () & TODO_cleanup_cfg)
    cleanup_tree_cfg ();
}
