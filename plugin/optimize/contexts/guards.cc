/* Indirect calls of parts of functions made direct, each guarded.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   GCC's own guards are for whole functions, of which they are made for what the histogram of values says when functions
   are put in each other's places; they are taken back if the callee is not put there, and their counts are rounded.
   What parts of a function call is known here exactly, and so are counts of both calls.

   A call that did not always come back has none, as the counts after it would need a place for each of both calls.  */

#include "plugin/optimize/contexts/contexts.h"
#include "plugin/decisions/decisions.h"
#include "plugin/optimize/kind.h"

namespace {

/* May CALL be one of NODE by name?  The types that it passes and gets must be those of the function.  */

bool
fits_p (gcall *call, cgraph_node *node)
{
  tree parameter = DECL_ARGUMENTS (node->decl);
  tree type = TREE_TYPE (TREE_TYPE (node->decl));
  unsigned i = 0;
  for (; parameter && i < gimple_call_num_args (call); parameter = DECL_CHAIN (parameter), i++)
    if (!types_compatible_p (TREE_TYPE (parameter), TREE_TYPE (gimple_call_arg (call, i))))
      return false;
  return !parameter && i == gimple_call_num_args (call) && !stdarg_p (TREE_TYPE (node->decl))
         && (!gimple_call_lhs (call) || types_compatible_p (type, TREE_TYPE (gimple_call_lhs (call))))
         && types_compatible_p (type, TREE_TYPE (gimple_call_fntype (call)))
         && !TREE_THIS_VOLATILE (node->decl) && !gimple_call_chain (call)
         && !gimple_call_must_tail_p (call);
}

/* Did CALL, in a block of COUNT executions, always come back?  */

bool
returns_p (gcall *call, gcov_type count)
{
  basic_block bb = gimple_bb (call);
  edge e = gsi_one_before_end_p (gsi_for_stmt (call)) ? find_fallthru_edge (bb->succs) : NULL;
  if (!(bb->count == wpp_block_count (count)))
    return false;
  if (!gsi_one_before_end_p (gsi_for_stmt (call)))
    return !stmt_ends_bb_p (call);
  return e && e->probability == profile_probability::always () && e->dest != EXIT_BLOCK_PTR_FOR_FN (cfun);
}

/* Take the guarded target, which was called COUNT times, away from the histogram of CALL.  */

void
shorten_histogram (gcall *call, const cgraph_node *target, gcov_type count)
{
  histogram_value h = gimple_histogram_value_of_type (cfun, call, HIST_TYPE_INDIR_CALL);
  if (!h)
    return;
  unsigned n = 0;
  gcov_type *counters = h->hvalue.counters;
  for (unsigned i = 0; i < counters[1]; i++)
    if (counters[2 + 2 * i] != (gcov_type) target->profile_id)
      {
        counters[2 + 2 * n] = counters[2 + 2 * i];
        counters[3 + 2 * n++] = counters[3 + 2 * i];
      }
  counters[0] -= MIN (count, counters[0]);
  counters[1] = n;
  if (!n || !counters[0])
    gimple_remove_histogram_value (cfun, call, h);
}

/* Tell of P's guard.  */

void
note (const wpp_pending_guard &p)
{
  const wpp_guard &g = p.guard;
  wpp_note_decision ({ "contexts", std::string ("call ") + lang_hooks.decl_printable_name (g.target->decl, 1)
                                     + " directly, guarded", true, (gcov_type) g.gain, 0,
                       "called " + std::to_string (g.count) + " of " + std::to_string (g.of) + " times here; "
                         + std::to_string (g.targets) + (g.targets == 1 ? " target" : " targets") + " over all" },
                     gimple_lineno (p.call));
}

/* Make P's guard in cfun.  */

void
make (const wpp_pending_guard &p)
{
  gcov_type all = wpp_scaled_count (p.guard.of), count = MIN (wpp_scaled_count (p.guard.count), all);
  if (!gimple_bb (p.call) || !fits_p (p.call, p.guard.target) || !returns_p (p.call, all))
    return;
  shorten_histogram (p.call, p.guard.target, p.guard.count);
  note (p);
  gcall *direct = gimple_ic (p.call, p.guard.target, profile_probability::probability_in_gcov_type (count, all));
  gimple_bb (direct)->count = wpp_block_count (count);
  gimple_bb (p.call)->count = wpp_block_count (all - count);
}

} // anonymous namespace

void
wpp_plan_guards (wpp_pending_guards *pending, cgraph_node *node, const wpp_function_graph *graph,
                 const vec<wpp_guard> &all)
{
  for (const wpp_guard &g : all)
    if (gcall *call = wpp_call_at (&graph->nodes[g.node]))
      pending->safe_push ({ node, call, g });
}

void
wpp_make_guards (wpp_pending_guards *pending)
{
  for (const wpp_pending_guard &p : *pending)
    {
      push_cfun (DECL_STRUCT_FUNCTION (p.node->decl));
      make (p);
      pop_cfun ();
    }
  pending->truncate (0);
}
