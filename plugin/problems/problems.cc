/* The data flow problems of -fwpp-dump-frequency.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/problems/facts.h"

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
