/* -fwpp-optimize=order: functions that are entered one after the other stand together.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The index has found an order of all functions of the program (decide/index/function-order.h).  A function's place in
   it goes where GCC keeps the time of a function's first run, which is streamed with -flto and inherited by clones.
   The compiler puts the function into the section .text.sorted.PLACE, and GNU ld sorts these sections by their names
   over all objects.  What has a section of its own (-ffunction-sections, templates) stays in it, as do parts that are
   cold.  */

#include "plugin/optimize/order/order.h"
#include "target.h"
#include "output.h"
#include "opts.h"

namespace {

section *(*their_section) (tree, enum node_frequency, bool, bool);

/* Is the function DECL, executed with FREQUENCY, to be put at its place?  */

bool
sorted_p (tree decl, enum node_frequency frequency)
{
  if (!decl || TREE_CODE (decl) != FUNCTION_DECL || DECL_SECTION_NAME (decl)
      || frequency == NODE_FREQUENCY_UNLIKELY_EXECUTED || !opt_for_fn (decl, flag_profile_reorder_functions))
    return false;
  cgraph_node *node = cgraph_node::get (decl);
  return node && node->tp_first_run > 0;
}

/* For targetm.asm_out.function_section.  */

section *
section_of (tree decl, enum node_frequency frequency, bool startup, bool exit)
{
  if (!sorted_p (decl, frequency))
    return their_section (decl, frequency, startup, exit);
  char name[32];
  snprintf (name, sizeof name, ".text.sorted.%010d", cgraph_node::get (decl)->tp_first_run);
  return get_section (name, SECTION_CODE, NULL_TREE);
}

} // anonymous namespace

void
wpp_sort_functions ()
{
  if (!targetm.asm_out.function_section || !flag_reorder_functions)
    return;
  their_section = targetm.asm_out.function_section;
  targetm.asm_out.function_section = section_of;
}
