/* Counting the paths that exceptions and other unwinding leave unfinished.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Counted paths run on across calls.  A path that an exception leaves in a call has a number of its own (numbering.h)
   if the function has no landing pad there.  To count it, such calls get a landing pad here, in a clean-up region of
   the function, from which unwinding goes on:

     in each pad            told = R + REST + the unwound paths' share of numbers
     then, for all          __wpp_path_unwound (SITE, number of told)
                            resume

   When nothing is thrown, this costs only tables: R lives across calls anyway.  The abstract graph is made before, so
   -fwpp-use does not need such regions.

   So some functions get a personality that had none.  That of C++ ends the program when a function is left at a place
   without a table entry, for example when a thread is cancelled asynchronously.  So a function that has no other
   regions after inlining gets the personality of the runtime (runtime/linked/personality.c), which goes on unwinding.
   It also exists in programs without the C++ library.  */

#include "plugin/generate/instrument.h"
#include "cfgloop.h"
#include "except.h"

#define UNWOUND "__wpp_path_unwound"

/* Like wpp_runtime_function, for a function of which each linked object has its own.  */

static tree
own_function (unsigned root, const char *name, tree type)
{
  return wpp_own (wpp_runtime_function (root, name, type));
}

/* void __wpp_path_unwound (const uint64_t *site, uint64_t path).  */

static tree
unwound_decl ()
{
  tree type = build_function_type_list (void_type_node, ptr_type_node, uint64_type_node, NULL_TREE);
  return own_function (WPP_ROOT_UNWOUND, UNWOUND, type);
}

/* The runtime's personality.  */

static tree
personality_decl ()
{
  tree type = build_function_type_list (unsigned_type_node, integer_type_node, integer_type_node,
                                        long_long_unsigned_type_node, ptr_type_node, ptr_type_node, NULL_TREE);
  return own_function (WPP_ROOT_PERSONALITY, "__wpp_personality", type);
}

/* Make a block that is seldom executed, and in no loop, because control does not come back from it.  */

static basic_block
new_block ()
{
  basic_block bb = create_empty_bb (EXIT_BLOCK_PTR_FOR_FN (cfun)->prev_bb);
  bb->count = profile_count::zero ();
  if (current_loops)
    add_bb_to_loop (bb, current_loops->tree_root);
  return bb;
}

/* Does STMT call the runtime's function?  With -flto, another run of the compiler may have made the call.  */

static bool
counting_call_p (gimple *stmt)
{
  tree decl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  return decl && DECL_NAME (decl) && id_equal (DECL_NAME (decl), UNWOUND);
}

/* Was LP made here?  Then it leads to a call of the runtime's function, and not to a clean-up of the program.  */

static bool
counts_p (eh_landing_pad lp)
{
  basic_block bb = label_to_block (cfun, lp->post_landing_pad);

  for (unsigned i = 0; bb && i < 2; i++, bb = single_succ_p (bb) ? single_succ (bb) : NULL)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      if (counting_call_p (gsi_stmt (gsi)))
        return true;
  return false;
}

/* Give cfun, which is about to be expanded, a personality if its only regions are those that count unwound paths.  */

static void
choose_personality ()
{
  eh_landing_pad lp;
  bool counts = false;

  if (function_needs_eh_personality (cfun) != eh_personality_any)
    return;
  for (unsigned i = 1; vec_safe_iterate (cfun->eh->lp_array, i, &lp); i++)
    if (lp && lp->post_landing_pad)
      {
        if (!counts_p (lp))
          return;
        counts = true;
      }
  if (counts)
    DECL_FUNCTION_PERSONALITY (cfun->decl) = personality_decl ();
}

namespace {

const pass_data personality_pass_data
  = { GIMPLE_PASS, "wpp_personality", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0 };

class personality_pass : public gimple_opt_pass
{
public:
  personality_pass (gcc::context *ctxt) : gimple_opt_pass (personality_pass_data, ctxt) {}
  unsigned
  execute (function *) final override
  {
    choose_personality ();
    return 0;
  }
};

} // anonymous namespace

void
wpp_register_personality (const char *plugin)
{
  register_pass_info info = { new personality_pass (g), "optimized", 1, PASS_POS_INSERT_AFTER };
  register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

/* Make a landing pad in REGION for the exceptions that STMT throws; return the pad's block.  */

static basic_block
add_pad (gimple *stmt, eh_region region)
{
  basic_block bb = gimple_bb (stmt), pad = new_block ();
  eh_landing_pad lp = gen_eh_landing_pad (region);
  gimple_stmt_iterator gsi = gsi_start_bb (pad);
  edge e;
  edge_iterator ei;

  lp->post_landing_pad = create_artificial_label (UNKNOWN_LOCATION);
  EH_LANDING_PAD_NR (lp->post_landing_pad) = lp->index;
  gsi_insert_after (&gsi, gimple_build_label (lp->post_landing_pad), GSI_NEW_STMT);
  if (!gsi_one_before_end_p (gsi_for_stmt (stmt)))
    split_block (bb, stmt);
  add_stmt_to_eh_lp (stmt, lp->index);
  wpp_make_eh_edge (stmt);
  FOR_EACH_EDGE (e, ei, bb->succs)
    e->probability = e->flags & EDGE_EH ? profile_probability::never () : profile_probability::always ();
  return pad;
}

/* Call the runtime with the path that TOLD gives, and go on unwinding.  */

void
wpp_instrumenter::resume (basic_block bb, eh_region region, tree told)
{
  gimple_stmt_iterator gsi = gsi_start_bb (bb);
  gimple_seq seq = NULL;
  tree counter = wpp_word_address (wpp_unit_counters (), site);
  tree number = unwound_number (&seq, told);
  gimple_seq_add_stmt (&seq, gimple_build_call (unwound_decl (), 2, counter, number));
  gimple_seq_add_stmt (&seq, gimple_build_resx (region->index));
  gsi_insert_seq_after (&gsi, seq, GSI_NEW_STMT);
}

void
wpp_instrumenter::catch_unwinding ()
{
  auto_vec<int64_t> rest;
  eh_region region = NULL;
  basic_block common = NULL;
  tree told = NULL_TREE;

  for (uint32_t i = 0; i < num->n_calls && flag_exceptions; i++)
    {
      gimple *stmt = graph->edges[num->calls[i]].before;
      if (!stmt_can_throw_external (cfun, stmt))
        continue;
      if (!region)
        {
          rest.safe_grow_cleared (graph->cfg.n_nodes);
          if (wpp_numbering_rest (num, rest.address ()))
            fatal_error (UNKNOWN_LOCATION, "wpp: out of memory");
          region = gen_eh_region_cleanup (NULL);
          common = new_block ();
          told = variable ("wpp_told", uint64_type_node);
        }
      gimple_seq seq = NULL;
      basic_block pad = add_pad (stmt, region);
      gimple_stmt_iterator gsi = gsi_last_bb (pad);
      unwound (&seq, told, rest[graph->cfg.edges[num->calls[i]].dst], (i + UINT64_C (1)) * num->n_paths);
      gsi_insert_seq_after (&gsi, seq, GSI_NEW_STMT);
      make_single_succ_edge (pad, common, EDGE_FALLTHRU);
    }
  if (region)
    resume (common, region, told);
}
