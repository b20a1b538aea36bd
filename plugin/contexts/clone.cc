/* A clone of a function, whose paths have the same numbers.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/contexts/contexts.h"
#include "tree-inline.h"

/* Has NODE, a new clone, the graph of F?  GCC has split the edge from its entry.  */

static bool
same_graph_p (cgraph_node *node, const wpp_known_function *f)
{
  wpp_function_graph graph;
  wpp_file_table files;
  push_cfun (DECL_STRUCT_FUNCTION (node->decl));
  cleanup_tree_cfg ();
  wpp_fix_function ();
  wpp_build_graph (&graph, &files);
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  pop_cfun ();
  return wpp_cfg_checksum (&graph.cfg) == wpp_cfg_checksum (&f->graph.cfg);
}

/* GCC would merge the clone with its function again, as their code is the same.  */

cgraph_node *
wpp_new_clone (const wpp_known_function *f)
{
  push_cfun (DECL_STRUCT_FUNCTION (f->node->decl));
  cgraph_edge::rebuild_edges ();
  pop_cfun ();
  cgraph_node *clone = f->node->create_version_clone_with_body (vNULL, NULL, NULL, NULL, NULL, "context", NULL_TREE);
  if (!clone)
    return NULL;
  if (!same_graph_p (clone, f))
    {
      clone->remove ();
      return NULL;
    }
  DECL_ATTRIBUTES (clone->decl) = tree_cons (get_identifier ("no_icf"), NULL_TREE, DECL_ATTRIBUTES (clone->decl));
  DECL_PRESERVE_P (clone->decl) = 0;
  return clone;
}
