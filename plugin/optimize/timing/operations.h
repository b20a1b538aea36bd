/* Which operations of a processor GCC's statements become.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_OPTIMIZE_TIMING_OPERATIONS_H
#define WPP_PLUGIN_OPTIMIZE_TIMING_OPERATIONS_H

#include "plugin/gcc/compat.h"

extern "C"
{
#include "decide/timing/processor.h"
}

/* Operations of which each needs the one before; the first one needs the operands.  None: no instruction.  */
struct wpp_tasks
{
  unsigned n;
  wpp_task kinds[4];
};

/* Those of S, which accesses no memory and is no COND_EXPR.  */
wpp_tasks wpp_operations_of (gassign *s);

/* Those of the call S, of which only short built-in functions are known.  */
wpp_tasks wpp_operations_of_call (gcall *s);

/* What a load of TYPE does, and a comparison of OP.  */
wpp_task wpp_load_of (tree type);
wpp_task wpp_comparison_of (tree op);

/* Those of a jump by a comparison of OP; integers are compared by the jump's own operation.  */
wpp_tasks wpp_jump_by (tree op);

#endif /* WPP_PLUGIN_OPTIMIZE_TIMING_OPERATIONS_H */
