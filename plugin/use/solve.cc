/* The solution of a function that is being compiled.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The problems are made from GIMPLE, and the activations come from profiles.  Everything else works without a compiler
   (analysis/frequency/solution.h).  */

#include "plugin/use/solve.h"

/* Make an empty solution of GRAPH.  A node on an edge is in no block.  */

static wpp_solution *
new_solution (const wpp_function_graph *graph)
{
  auto_vec<uint32_t> block_of;
  for (const wpp_node_place &place : graph->nodes)
    block_of.safe_push (place.bb ? place.bb->index : WPP_NO_BLOCK);
  return wpp_solution_new (&graph->cfg, block_of.address ());
}

/* Add the activations of MATCHES to S.  Return 0; or an error, with *BAD set to the match that caused it.  */

static int
add_streams (wpp_solution *s, const vec<wpp_match> &matches, const wpp_match **bad)
{
  for (const wpp_match &m : matches)
    {
      int err = 0;
      wpp_projection *p = wpp_index_projection (m.index (), &m.entry, &err);
      if (p && p->grammar)
        err = wpp_solution_add_stream (s, p, m.entry.flags, m.entry.path_limit);
      else
        wpp_projection_free (p);
      if (err)
        {
          *bad = &m;
          return err;
        }
    }
  return 0;
}

/* Add to S the problems that wpp_opts selects.  */

static int
add_problems (wpp_solution *s, const wpp_function_graph *graph)
{
  int err = 0;
  for (unsigned k = 0; k < wpp_n_problem_kinds && !err; k++)
    if (wpp_opts.problems >> k & 1)
      {
        wpp_found_facts found;
        wpp_problem_kinds[k].make (graph, &found);
        wpp_facts facts = found.take ();
        err = wpp_solution_add_problem (s, &facts);
      }
  return err;
}

wpp_solution_ptr
wpp_solve_function (cgraph_node *node, const wpp_function_graph *graph, const vec<wpp_match> &matches)
{
  const wpp_match *bad = NULL;
  wpp_solution_ptr s (new_solution (graph));
  int err = s ? add_streams (s.get (), matches, &bad) : WPP_E_NOMEM;
  if (!err)
    err = add_problems (s.get (), graph);
  if (!err)
    err = wpp_solution_solve (s.get ());
  if (!err)
    return s;
  warning_at (DECL_SOURCE_LOCATION (node->decl), 0, "no frequencies for %qD: %s", node->decl,
              wpp_what_is_wrong (err, bad).c_str ());
  return NULL;
}
