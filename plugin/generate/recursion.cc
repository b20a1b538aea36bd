/* Small functions that call themselves, directly or by others.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   How deep a recursion can go depends on the size of one activation.  A register that the instrumentation keeps across
   calls is saved by each activation, and makes a small one half as large again.  So a path that begins with a call
   begins after it, and GCC does not compute where paths start, nor the cursor's address, ahead of loops.  Other
   functions are faster where it does.  */

#include "plugin/generate/instrument.h"
#include "ipa-utils.h"

static bool
recursive_p (cgraph_node *node)
{
  for (cgraph_edge *e = node->callees; e; e = e->next_callee)
    if (e->callee == node || ipa_edge_within_scc (e))
      return true;
  return false;
}

void
wpp_find_recursive (const vec<cgraph_node *> &nodes, hash_set<cgraph_node *> *recursive)
{
  cgraph_node **order = XCNEWVEC (cgraph_node *, symtab->cgraph_count);
  ipa_reduced_postorder (order, true, NULL);
  for (cgraph_node *node : nodes)
    if (recursive_p (node))
      recursive->add (node);
  ipa_free_postorder_info ();
  free (order);
}

/* The call with which NODE begins, if the only path that can begin there may begin after the call; else null.  */

gimple *
wpp_instrumenter::call_before (uint32_t node) const
{
  gimple *first = graph->nodes[node].first;
  return n_starts[node] == 1 && first && is_gimple_call (first) && !stmt_ends_bb_p (first) ? first : NULL;
}

/* Begin a path at start INDEX, an edge's, by SEQ on the edge; FROM is as for begin.  Where activations are small, a
   path that begins with a call begins after it, so that no register is kept across the call.  */

void
wpp_instrumenter::begin_at (gimple_seq *seq, uint32_t index, bool from)
{
  gimple *call = graph->deep ? call_before (num->starts[index].node) : NULL;
  gimple_seq after = NULL;
  begin (call ? &after : seq, index, from);
  if (!after)
    return;
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  gsi_insert_seq_after (&gsi, after, GSI_SAME_STMT);
}
