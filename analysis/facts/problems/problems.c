/* The data flow problems that there are, and the blocks that they are about.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "facts/problems/builder.h"

const struct wpp_problem_kind wpp_problem_kinds[]
  = { { "reaching-definitions", &wpp_reaching_definitions, "the definition reached the block", NULL },
      { "live-variables", &wpp_live_variables, "the variable was read before it was overwritten", NULL },
      { "available-expressions", &wpp_available_expressions,
        "the expression had been computed and nothing it depends on had changed",
        "the computation repeated one" },
      { "available-loads", &wpp_available_loads,
        "the value had been loaded or stored and nothing may have changed it",
        "the load was redundant" },
      { "dead-stores", &wpp_dead_stores, NULL,
        "the variable was overwritten, or ended, before it was read" },
      { "copies-constants", &wpp_copies_constants, "the variable had that value or was that copy", NULL },
      { "possibly-null", &wpp_possibly_null,
        "the pointer was null or nothing had shown that it was not",
        "the pointer accessed might have been null" },
      { "checked-pointers", &wpp_checked_pointers,
        "the pointer had been compared to null or accessed since it was assigned",
        "the pointer compared to null had been checked" },
      { "checked-bounds", &wpp_checked_bounds,
        "a branch had shown it and nothing had changed since",
        "the comparison's outcome had been shown" },
      { "decided-conditions", &wpp_decided_conditions,
        "it had been shown and nothing had changed since",
        "the condition was decided" } };
const unsigned wpp_n_problem_kinds = sizeof wpp_problem_kinds / sizeof *wpp_problem_kinds;

/* The set of the problems called NAME [LENGTH]; empty when there is none.  */
static unsigned
problems_called (const char *name, size_t length)
{
  for (unsigned k = 0; k < wpp_n_problem_kinds; k++)
    if (strlen (wpp_problem_kinds[k].name) == length && !memcmp (name, wpp_problem_kinds[k].name, length))
      return 1u << k;
  return length == 3 && !memcmp (name, "all", 3) ? (1u << wpp_n_problem_kinds) - 1 : 0;
}

const char *
wpp_problems_named (const char *names, unsigned *problems, size_t *length)
{
  for (const char *name = names ? names : "all";; name += *length + 1)
    {
      *length = strcspn (name, ",");
      unsigned set = problems_called (name, *length);
      if (!set)
        return name;
      *problems |= set;
      if (!name[*length])
        return NULL;
    }
}

char *
wpp_problem_names (void)
{
  struct wpp_buffer names = { 0 };
  for (unsigned k = 0; k < wpp_n_problem_kinds; k++)
    {
      wpp_put_text (&names, k ? ", " : "");
      wpp_put_text (&names, wpp_problem_kinds[k].name);
    }
  return wpp_text_take (&names);
}

/* A node between blocks has no statements, and no edge into it leads to a block.  */
void
wpp_body_blocks (const struct wpp_cfg *cfg, const struct wpp_body *body, uint32_t *block_of)
{
  for (uint32_t n = 0; n < cfg->n_nodes; n++)
    block_of[n] = n > WPP_NODE_EXIT ? cfg->nodes[n].block : WPP_NO_BLOCK;
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    {
      uint32_t dst = cfg->edges[e].dst;
      if (!body->edges[e].into && body->first_statement[dst] == body->first_statement[dst + 1])
        block_of[dst] = WPP_NO_BLOCK;
    }
}
