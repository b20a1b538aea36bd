/* A clone of a function, whose paths have the same numbers.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   GCC splits the edge from the entry, puts edges of exceptions after others, and may put away empty blocks ahead of
   loops when it cleans up.  */

#include "plugin/optimize/contexts/contexts.h"
#include "tree-inline.h"

namespace {

/* GCC has split the edge from cfun's entry, for a new clone: put the block away again.  */

void
merge_entry ()
{
  basic_block first = single_succ (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  if (single_succ_p (first) && can_merge_blocks_p (first, single_succ (first)))
    merge_blocks (first, single_succ (first));
}

/* Let the edges out of each block of cfun, a clone of FROM, come in the order that they have there: GCC makes those of
   exceptions last.  Nothing is done if blocks were put away in one of the two.  */

void
order_edges (function *from)
{
  hash_map<basic_block, basic_block> copies;
  basic_block bb, copy = ENTRY_BLOCK_PTR_FOR_FN (cfun);
  if (n_basic_blocks_for_fn (cfun) != n_basic_blocks_for_fn (from))
    return;
  FOR_ALL_BB_FN (bb, from)
    {
      copies.put (bb, copy);
      copy = copy->next_bb;
    }
  FOR_ALL_BB_FN (bb, from)
    {
      vec<edge, va_gc> *succs = (*copies.get (bb))->succs;
      for (unsigned i = 0; i < EDGE_COUNT (bb->succs) && i < vec_safe_length (succs); i++)
        for (unsigned k = i + 1; k < succs->length (); k++)
          if ((*succs)[k]->dest == *copies.get (EDGE_SUCC (bb, i)->dest))
            std::swap ((*succs)[i], (*succs)[k]);
    }
}

/* Has cfun the graph of F?  */

bool
same_graph_p (const wpp_known_function *f)
{
  wpp_function_graph graph;
  wpp_file_table files;
  wpp_fix_function ();
  wpp_build_graph (&graph, &files);
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  return wpp_cfg_checksum (&graph.cfg) == wpp_cfg_checksum (&f->graph.cfg);
}

/* Give NODE, a new clone, the graph of F; return whether it has it.  F may have empty blocks ahead of its loops, or
   GCC may have put them away.  */

bool
get_graph (cgraph_node *node, const wpp_known_function *f)
{
  push_cfun (DECL_STRUCT_FUNCTION (node->decl));
  merge_entry ();
  order_edges (DECL_STRUCT_FUNCTION (f->node->decl));
  bool same = same_graph_p (f);
  if (!same)
    {
      cleanup_tree_cfg ();
      same = same_graph_p (f);
    }
  pop_cfun ();
  return same;
}

/* A new clone of F's function; null if GCC makes none.  GCC would merge it with its function again, as their code is
   the same.  */

cgraph_node *
new_clone (const wpp_known_function *f)
{
  push_cfun (DECL_STRUCT_FUNCTION (f->node->decl));
  cgraph_edge::rebuild_edges ();
  pop_cfun ();
  cgraph_node *clone = f->node->create_version_clone_with_body (vNULL, NULL, NULL, NULL, NULL, "context", NULL_TREE);
  if (!clone)
    return NULL;
  if (!get_graph (clone, f))
    {
      clone->remove ();
      return NULL;
    }
  DECL_ATTRIBUTES (clone->decl) = tree_cons (get_identifier ("no_icf"), NULL_TREE, DECL_ATTRIBUTES (clone->decl));
  DECL_PRESERVE_P (clone->decl) = 0;
  return clone;
}

} // anonymous namespace

wpp_cloner::~wpp_cloner ()
{
  for (auto f : first)
    if (f.second && f.second != f.first)
      f.second->remove ();
}

bool
wpp_cloner::can_p (const wpp_known_function *f)
{
  bool existed;
  cgraph_node *&clone = first.get_or_insert (f->node, &existed);
  if (!existed)
    clone = new_clone (f);
  return clone;
}

cgraph_node *
wpp_cloner::make (const wpp_known_function *f)
{
  bool possible = can_p (f);
  cgraph_node *&clone = *first.get (f->node), *made = clone == f->node ? new_clone (f) : clone;
  /* The first one could be made, and all are alike.  */
  gcc_assert (possible && made);
  clone = f->node;
  return made;
}
