/* The data flow problems: which facts a function's code has, and what it does to them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A problem is made from the program as data (program/statements/program.h), so it needs no compiler: compilations make
   it from a body that they have just made, `wpp freq' from one of the notes.  What it is then, struct wpp_facts, knows
   nothing of statements.  problems.c lists all problems; a new one is described in docs/hacking.md.  */

#ifndef WPP_ANALYSIS_FACTS_PROBLEMS_PROBLEM_H
#define WPP_ANALYSIS_FACTS_PROBLEMS_PROBLEM_H

#include "facts/frequency/solution.h"
#include "program/statements/body.h"

struct wpp_problem_class;

/* A problem by name.  */
struct wpp_problem_kind
{
  const char *name;
  const struct wpp_problem_class *of;
  const char *holds;     /* what it means that a fact holds, for headings; null: facts are not shown */
  const char *site;      /* the same of sites; null when it has none */
};

/* All of them; problem K is bit K of a set.  */
extern const struct wpp_problem_kind wpp_problem_kinds[];
extern const unsigned wpp_n_problem_kinds;

/* Add to the set *PROBLEMS those that NAMES, separated by commas, names; `all' and null are all.  Return null, or what
   is the name of none, in NAMES, and then its *LENGTH.  */
const char *wpp_problems_named (const char *names, unsigned *problems, size_t *length);

/* The names of all, `a, b, c', malloc'ed; null when out of memory.  */
char *wpp_problem_names (void);

/* Set *FACTS to problem K of the function that has graph CFG and the statements BODY.  Return 0, WPP_E_NOMEM, or
   WPP_E_TOOBIG when there are more facts, or longer ones, than builder.h says; *FACTS is empty then.  */
int wpp_problem_facts (unsigned k, const struct wpp_cfg *cfg, const struct wpp_body *body, struct wpp_facts *facts);

/* The same, and FACTS->origins says where facts become true.  */
int wpp_problem_facts_told (unsigned k, const struct wpp_cfg *cfg, const struct wpp_body *body,
                            struct wpp_facts *facts);

/* Set BLOCK_OF [CFG->n_nodes] as wpp_solution_new wants it.  */
void wpp_body_blocks (const struct wpp_cfg *cfg, const struct wpp_body *body, uint32_t *block_of);

#endif /* WPP_ANALYSIS_FACTS_PROBLEMS_PROBLEM_H */
