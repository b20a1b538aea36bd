/* The names by which profiles and lists refer to the unit being compiled: its source file and its functions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/gcc/graph/graph.h"
#include "plugin/gcc/graph/this-unit.h"

extern "C"
{
#include "base/names.h"
}

void
wpp_this_unit::see (const char *source)
{
  tail = MAX (tail, wpp_common_tail (source, main_input_filename));
}

bool
wpp_this_unit::is (const char *source) const
{
  return tail && wpp_common_tail (source, main_input_filename) == tail;
}

const char *
wpp_assembler_name (cgraph_node *node)
{
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (node->decl));
  return *name == '*' ? name + 1 : name;
}
