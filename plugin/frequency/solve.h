/* The solution of a function that is being compiled.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_FREQUENCY_SOLVE_H
#define WPP_PLUGIN_FREQUENCY_SOLVE_H

#include "plugin/gcc/body/program.h"
#include "plugin/profile/profiles.h"

extern "C"
{
#include "facts/problems/problem.h"
}

struct wpp_solution_deleter
{
  void operator() (wpp_solution *s) const { wpp_solution_free (s); }
};
typedef std::unique_ptr<wpp_solution, wpp_solution_deleter> wpp_solution_ptr;

/* Solve the problems that wpp_opts selects, in the order of wpp_problem_kinds, for cfun, which is NODE's body.  GRAPH
   is its graph, and MATCHES its profile; TABLES are the unit's.  If that fails, warn and return null.  */
wpp_solution_ptr wpp_solve_function (cgraph_node *node, wpp_program_tables *tables, const wpp_function_graph *graph,
                                     const vec<wpp_match> &matches);

#endif /* WPP_PLUGIN_FREQUENCY_SOLVE_H */
