/* What all kinds of optimisation ask.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/optimize/kind.h"
#include "plugin/decisions/asked.h"
#include "plugin/options/options.h"
#include "predict.h"

bool
wpp_optimize_p (const wpp_optimization *o)
{
  std::string name = std::string (",") + o->name + ",";
  return strstr (wpp_opts.optimizations, name.c_str ()) && !(wpp_opts.edges_only && o->paths_only);
}

bool
wpp_counted_p (function *fun)
{
  profile_count entry = ENTRY_BLOCK_PTR_FOR_FN (fun)->count;
  return profile_status_for_fn (fun) == PROFILE_READ && entry.reliable_p () && entry.nonzero_p ()
         && !wpp_asked_of_function (cgraph_node::get (fun->decl));
}

bool
wpp_any_way_p (const cgraph_node *)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (bb->count.ipa ().nonzero_p () && maybe_hot_bb_p (cfun, bb) && EDGE_COUNT (bb->succs) > 1)
      return true;
  return false;
}
