/* The data flow problems that -fwpp-dump-frequency knows, and what becomes of one function in them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/use/dump.h"

const wpp_problem_kind wpp_problem_kinds[]
  = { { "reaching-definitions", wpp_reaching_definitions, "the definition reached the block", NULL },
      { "live-variables", wpp_live_variables, "the variable was read before it was overwritten", NULL },
      { "available-expressions", wpp_available_expressions,
        "the expression had been computed and nothing it depends on had changed",
        "the computation repeated one" },
      { "available-loads", wpp_available_loads,
        "the value had been loaded or stored and nothing may have changed it",
        "the load was redundant" },
      { "dead-stores", wpp_dead_stores, NULL,
        "the variable was overwritten, or ended, before it was read" },
      { "copies-constants", wpp_copies_constants, "the variable had that value or was that copy", NULL },
      { "possibly-null", wpp_possibly_null,
        "the pointer was null or nothing had shown that it was not",
        "the pointer accessed might have been null" },
      { "checked-pointers", wpp_checked_pointers,
        "the pointer had been compared to null or accessed since it was assigned",
        "the pointer compared to null had been checked" },
      { "checked-bounds", wpp_checked_bounds,
        "a branch had shown it and nothing had changed since",
        "the comparison's outcome had been shown" } };
const unsigned wpp_n_problem_kinds = ARRAY_SIZE (wpp_problem_kinds);

/* The bits of the problems called NAME; 0 when there is none.  */

static unsigned
problems_called (const char *name)
{
  for (unsigned k = 0; k < wpp_n_problem_kinds; k++)
    if (!strcmp (name, wpp_problem_kinds[k].name))
      return 1u << k;
  return strcmp (name, "all") ? 0 : (1u << wpp_n_problem_kinds) - 1;
}

bool
wpp_read_problems (const char *names, unsigned *problems)
{
  char *copy = xstrdup (names ? names : "all"), *rest = copy, *name;
  bool ok = true;

  while ((name = strsep (&rest, ",")))
    {
      unsigned bits = problems_called (name);
      ok &= bits != 0;
      *problems |= bits;
    }
  free (copy);
  return ok;
}

std::string
wpp_problem_names ()
{
  std::string names = wpp_problem_kinds[0].name;
  for (unsigned k = 1; k < wpp_n_problem_kinds; k++)
    names += std::string (", ") + wpp_problem_kinds[k].name;
  return names;
}

/* ---- One function.  */

wpp_solution::~wpp_solution ()
{
  wpp_frequencies_free (frequencies);
  wpp_static_free (without_profile);
}

wpp_problem
wpp_solution::problem (const wpp_function_graph *graph) const
{
  return { facts.facts.length (), graph->cfg.n_nodes, facts.backward, facts.must,
           facts.nodes.address (), facts.enter.address (), facts.edges.address (),
           facts.boundary.address (), facts.boundary.length () };
}

/* Solve those of SOLUTIONS that are BACKWARD, or not.  */

static int
solve_direction (const vec<wpp_solution *> &solutions, bool backward,
                 const wpp_function_graph *graph, const wpp_numbering *num,
                 const vec<wpp_projection *> &streams)
{
  auto_vec<wpp_problem> problems;
  auto_vec<wpp_solution *> solved;
  auto_vec<wpp_frequencies *> results;

  for (wpp_solution *s : solutions)
    if (s->facts.backward == backward)
      {
        problems.safe_push (s->problem (graph));
        solved.safe_push (s);
      }
  results.safe_grow_cleared (problems.length (), true);
  int err = wpp_frequencies_solve_together (problems.address (), problems.length (), num,
                                            streams.address (), streams.length (),
                                            results.address ());
  for (unsigned i = 0; !err && i < solved.length (); i++)
    {
      solved[i]->frequencies = results[i];
      solved[i]->without_profile = wpp_static_solve (&problems[i], &graph->cfg);
    }
  for (wpp_solution *s : solved)
    if (!err && !s->without_profile)
      err = WPP_E_NOMEM;
  return err;
}

int
wpp_solve (const vec<const wpp_problem_kind *> &kinds, const vec<wpp_solution *> &solutions,
           const wpp_function_graph *graph, const wpp_numbering *num,
           const vec<wpp_projection *> &streams)
{
  for (unsigned k = 0; k < kinds.length (); k++)
    kinds[k]->make (graph, &solutions[k]->facts);
  int err = solve_direction (solutions, false, graph, num, streams);
  return err ? err : solve_direction (solutions, true, graph, num, streams);
}
