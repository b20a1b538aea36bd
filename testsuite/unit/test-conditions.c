/* Conditions that are decided already: what facts say, against executions with numbers.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "make-function.h"
#include "facts/problems/problem.h"

#define STEPS 60
#define MOST_FACTS 1000

/* Facts of a function, and which hold.  */
struct check
{
  struct wpp_facts facts;
  bool holds[MOST_FACTS];
  uint32_t decided[2], conditions, wrong; /* outcomes that facts foretold: true, false */
};

/* Is value V used in the node that defines it, before that?  No compiler's code does so.  */
static bool
used_before_p (const struct function *f, uint32_t v)
{
  const struct wpp_value *value = &f->values[v];
  if (value->kind != WPP_DEFINED_BY_STATEMENT)
    return false;
  for (uint32_t i = value->definition; f->statements[i].node == f->statements[value->definition].node; i--)
    {
      const struct wpp_statement *s = &f->statements[i];
      for (uint32_t o = 0; o < s->n_operands; o++)
        if (wpp_operand_value (wpp_statement_operand (&f->body, s, o)) == v)
          return true;
      if (i == 0)
        break;
    }
  return false;
}

/* Most values are all of a variable of the source's; others are temporaries.  */
static void
name_values (struct function *f, uint64_t *seed)
{
  for (uint32_t v = VARIABLES; v < VARIABLES + VALUES; v++)
    {
      f->variables[v] = (struct wpp_variable){ .kind = WPP_VARIABLE, .name = "v", .type = (v - VARIABLES) % 2,
                                               .scope = WPP_NONE, .flags = WPP_VARIABLE_USER | WPP_VARIABLE_SHOWN };
      if (unit_random (seed) % 4 || used_before_p (f, v - VARIABLES))
        f->values[v - VARIABLES].variable = v;
    }
  for (uint32_t v = 0; v < VARIABLES; v++)
    f->variables[v].name = "m";
  f->body.n_locals = VARIABLES + VALUES;
}

static bool
source_holds_p (const struct check *c, uint32_t source)
{
  return source == WPP_FROM_LAMBDA || (source != WPP_FROM_NONE && c->holds[source]);
}

static void
apply (struct check *c, const struct wpp_transition *t)
{
  bool now[MOST_FACTS];
  memcpy (now, c->holds, sizeof now);
  for (uint32_t i = 0; i < t->n; i++)
    now[t->changes[i].fact] = source_holds_p (c, t->changes[i].source);
  memcpy (c->holds, now, sizeof now);
}

/* Control leaves NODE by EDGE: as its site says, if it says anything?  */
static void
check_outcome (struct check *c, const struct function *f, uint32_t node, uint32_t edge, const bool *at_entry)
{
  for (uint32_t i = 0; i < c->facts.n_sites; i++)
    {
      const struct wpp_site *s = &c->facts.sites[i];
      if (s->node != node)
        continue;
      c->conditions++;
      for (int outcome = 0; outcome < 2; outcome++)
        {
          uint32_t source = s->source[outcome];
          if (source == WPP_FROM_LAMBDA || (source != WPP_FROM_NONE && at_entry[source]))
            {
              c->decided[outcome]++;
              c->wrong += (f->edges[edge].outcome == WPP_OUTCOME_TRUE) != (outcome == 0);
            }
        }
    }
}

static void
check_run (struct check *c, const struct function *f, uint64_t *seed)
{
  struct machine m;
  uint32_t node = WPP_NODE_ENTRY;
  random_machine (&m, seed);
  memset (c->holds, 0, sizeof c->holds);
  for (int step = 0; step < STEPS; step++)
    {
      bool at_entry[MOST_FACTS];
      memcpy (at_entry, c->holds, sizeof at_entry);
      apply (c, &c->facts.enter[node]);
      apply (c, &c->facts.node[node]);
      for (uint32_t s = f->body.first_statement[node]; s < f->body.first_statement[node + 1]; s++)
        if (f->statements[s].kind == WPP_STATEMENT_ASSIGN)
          assign (f, &m, s);
      uint32_t e = next_edge (f, &m, node);
      check_outcome (c, f, node, e, at_entry);
      if (f->cfg.edges[e].dst == WPP_NODE_EXIT)
        return;
      take_edge (f, &m, e);
      apply (c, &c->facts.edge[e]);
      node = f->cfg.edges[e].dst;
    }
}

int
main (void)
{
  static struct function f;
  static struct check c;
  uint64_t seed = 11;
  unsigned k = 0;
  while (k < wpp_n_problem_kinds && strcmp (wpp_problem_kinds[k].name, "decided-conditions"))
    k++;
  for (int i = 0; i < 4000; i++)
    {
      if (!random_function (&f, &seed))
        return 1;
      name_values (&f, &seed);
      if (wpp_problem_facts (k, &f.cfg, &f.body, &c.facts) || c.facts.n_facts > MOST_FACTS)
        return 1;
      for (int run = 0; run < 20; run++)
        check_run (&c, &f, &seed);
      wpp_facts_release (&c.facts);
      release (&f);
    }
  CHECK (!c.wrong, "conditions come out as facts say (%u times not)", c.wrong);
  CHECK (c.decided[0] > 10000 && c.decided[1] > 10000, "of %u conditions %u are known to hold, %u not to", c.conditions,
         c.decided[0], c.decided[1]);
  return unit_done ();
}
