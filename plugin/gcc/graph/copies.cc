/* Copies of statements, and of what flows along an edge.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/gcc/graph/copies.h"

gimple *
wpp_copy_statement (gimple *stmt)
{
  gimple *copy = gimple_copy (stmt);
  if (gimple_vdef (copy))
    gimple_set_vdef (copy, NULL_TREE);
  if (gimple_vuse (copy))
    gimple_set_vuse (copy, NULL_TREE);
  return copy;
}

void
wpp_copy_arguments (edge from, edge to)
{
  for (gphi_iterator gsi = gsi_start_phis (from->dest); !gsi_end_p (gsi); gsi_next (&gsi))
    add_phi_arg (gsi.phi (), PHI_ARG_DEF_FROM_EDGE (gsi.phi (), from), to,
                 gimple_phi_arg_location_from_edge (gsi.phi (), from));
}
