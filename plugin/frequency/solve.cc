/* The solution of a function that is being compiled.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The program becomes data (plugin/gcc/body/program.h), and the activations come from profiles.  Everything else works
   without a compiler (analysis/facts/problems, analysis/facts/frequency/solution.h).  */

#include "plugin/frequency/solve.h"
#include "plugin/options/options.h"

/* A function's statements while its problems are made.  */

class function_body
{
public:
  function_body (wpp_program_tables *tables, const wpp_function_graph *g) : graph (g)
  {
    wpp_build_body (tables, g, &body);
  }
  ~function_body () { wpp_body_release (&body); }
  function_body (const function_body &) = delete;
  function_body &operator= (const function_body &) = delete;

  /* Make an empty solution.  */
  wpp_solution *new_solution () const;
  /* Add to S the problems that wpp_opts selects.  */
  int add_problems (wpp_solution *s) const;

private:
  const wpp_function_graph *graph;
  wpp_body body;
};

wpp_solution *
function_body::new_solution () const
{
  auto_vec<uint32_t> block_of;
  block_of.safe_grow (graph->cfg.n_nodes, true);
  wpp_body_blocks (&graph->cfg, &body, block_of.address ());
  return wpp_solution_new (&graph->cfg, block_of.address ());
}

int
function_body::add_problems (wpp_solution *s) const
{
  int err = 0;
  for (unsigned k = 0; k < wpp_n_problem_kinds && !err; k++)
    if (wpp_opts.problems >> k & 1)
      {
        wpp_facts facts;
        err = wpp_problem_facts (k, &graph->cfg, &body, &facts);
        if (!err)
          err = wpp_solution_add_problem (s, &facts);
      }
  return err;
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

wpp_solution_ptr
wpp_solve_function (cgraph_node *node, wpp_program_tables *tables, const wpp_function_graph *graph,
                    const vec<wpp_match> &matches)
{
  const wpp_match *bad = NULL;
  function_body body (tables, graph);
  wpp_solution_ptr s (body.new_solution ());
  int err = s ? add_streams (s.get (), matches, &bad) : WPP_E_NOMEM;
  if (!err)
    err = body.add_problems (s.get ());
  if (!err)
    err = wpp_solution_solve (s.get ());
  if (!err)
    return s;
  warning_at (DECL_SOURCE_LOCATION (node->decl), 0, "no frequencies for %qD: %s", node->decl,
              wpp_what_is_wrong (err, bad).c_str ());
  return NULL;
}
